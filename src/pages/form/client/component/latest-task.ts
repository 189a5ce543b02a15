/** Runs only the latest task: waits for a pause in typing, and aborts the previous task. */
export class LatestTask {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller = new AbortController();
  #task: (() => Promise<void>) | undefined;
  #running: Promise<void> = Promise.resolve();
  #runningCount = 0;

  /** True while a task waits or runs. */
  get isBusy(): boolean {
    return this.#task !== undefined || this.#runningCount > 0;
  }

  /** Runs `task` after `waitMs`, unless another one comes first. It must do nothing more once its signal is aborted. */
  schedule(task: (signal: AbortSignal) => Promise<void>, waitMs: number): void {
    this.cancel();
    const { signal } = this.#controller;
    this.#task = () =>
      task(signal).catch((error: unknown) => {
        if (!signal.aborted) {
          throw error;
        }
      });
    this.#timer = setTimeout(() => void this.flush(), waitMs);
  }

  /** Runs a waiting task now; resolves when the last one is done. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#task !== undefined) {
      this.#runningCount++;
      this.#running = this.#task().finally(() => {
        this.#runningCount--;
      });
      this.#task = undefined;
    }
    return this.#running;
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#task = undefined;
    this.#controller.abort();
    this.#controller = new AbortController();
  }
}
