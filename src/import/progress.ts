/** How an import tells where it is; the command line draws it, tests and benches listen. */
export interface Progress {
  /**
   * Runs one stage. `work` may call `advance` with the units done; `total` says how many there are in all,
   * bytes of XML for the stages that read it.
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
