/** Progress of an import: the command line draws it, tests and benches observe it. */
export interface Progress {
  /**
   * Runs one stage. `work` may call `advance` with the units done; `total` is the number of units in all, bytes of XML
   * for the stages that read it.
   */
  stage<T>(
    name: string,
    work: (advance: (units: number) => void) => T | Promise<T>,
    total?: number,
  ): Promise<T>;
}

export const silentProgress: Progress = {
  stage: async (_name, work) => await work(() => undefined),
};
