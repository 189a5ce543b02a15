/** Progress of a long task: the command line draws it, tests and benches observe it. */
export interface Progress {
  /**
   * Runs one stage. `work` may call `advance` with the units done; `total` is the number of units in all: bytes, of XML
   * for the stages that read it, unless another unit is named.
   */
  stage<T>(
    name: string,
    work: (advance: (units: number) => void) => T | Promise<T>,
    total?: number | Total,
  ): Promise<T>;
}

/** Number of units of a stage, possibly an estimate, with their name in the plural. */
export interface Total {
  readonly count: number;
  readonly unit: string;
}

export const silentProgress: Progress = {
  stage: async (_name, work) => await work(() => undefined),
};
