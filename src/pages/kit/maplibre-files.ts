/** Paths of MapLibre's files as baken bundles them. */
export interface MaplibreFiles {
  /** Script that starts the worker, small and there before the library. */
  readonly starter: string;
  readonly worker: string;
  readonly library: string;
  /** Scripts that the three above import. */
  readonly parts: readonly string[];
  readonly style: string;
}
