import type { LocatorTask, ParseAnswer, ParseResult, ParseTask } from "./parse-worker.ts";
import { refuse } from "./refuse.ts";

/**
 * Pool of worker threads that parse files. Results come in the order of the tasks, whichever worker is done first, and
 * at most `threads + 1` files are read ahead of the loader, which bounds memory.
 */
export class ParsePool {
  readonly #workers: Worker[];
  readonly #idle: Worker[];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(threads: number) {
    this.#workers = Array.from(
      { length: threads },
      () => new Worker(new URL("./parse-worker.ts", import.meta.url)),
    );
    this.#idle = [...this.#workers];
  }

  /** Sends every worker the geometries of the woonplaatsen, for locating panden in the files that follow. */
  setWoonplaatsen(woonplaatsen: LocatorTask["woonplaatsen"]): void {
    for (const worker of this.#workers) worker.postMessage({ woonplaatsen } satisfies LocatorTask);
  }

  async *parseAll(tasks: readonly ParseTask[]): AsyncGenerator<{ task: ParseTask; result: ParseResult }> {
    const readAhead = this.#workers.length + 1;
    const running: Promise<ParseResult>[] = [];
    let next = 0;
    for (const task of tasks) {
      while (next < tasks.length && running.length < readAhead) running.push(this.#start(tasks[next++]!));
      yield { task, result: await running.shift()! };
    }
  }

  close(): void {
    for (const worker of this.#workers) worker.terminate();
  }

  #start(task: ParseTask): Promise<ParseResult> {
    const result = this.#parse(task);
    // The consumer that awaits it handles a failure; until then it must not count as an unhandled rejection.
    result.catch(() => undefined);
    return result;
  }

  async #parse(task: ParseTask): Promise<ParseResult> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    try {
      return resultOf(await ask(worker, task));
    } finally {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) this.#idle.push(worker);
      else waiting(worker);
    }
  }
}

function ask(worker: Worker, task: ParseTask): Promise<ParseAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<ParseAnswer>) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(`reading thread: ${event.message}`));
    worker.postMessage(task);
  });
}

function resultOf(answer: ParseAnswer): ParseResult {
  if ("result" in answer) return answer.result;
  if ("refused" in answer) return refuse(answer.refused);
  throw new Error(answer.failed);
}
