/** State of a server's registry source, for metrics, notices and the other nodes. */

/**
 * - `missing`: nothing is published
 * - `unreachable`: the place of the source does not answer
 * - `manifest`: the manifest there cannot be read, or the publisher's key has not signed it
 * - `schema`: a newer program publishes registries of a schema that this one does not read, so its data no longer
 * changes
 * - `fetch`: the registry could not be fetched, or differs from its manifest
 */
export const SOURCE_FAULTS = ["missing", "unreachable", "manifest", "schema", "fetch"] as const;
export type SourceFaultKind = (typeof SOURCE_FAULTS)[number];

/** Times are milliseconds since 1970. */
export interface SourceState {
  /** Last time at which the published registry was here and sound; undefined before the first. */
  readonly lastSuccessMs: number | undefined;
  /** Time at which that registry was published. */
  readonly publishedMs: number | undefined;
  /** Attempts that failed since the start. */
  readonly failures: number;
  /** Undefined after a success. */
  readonly fault: { readonly kind: SourceFaultKind; readonly reason: string } | undefined;
}
