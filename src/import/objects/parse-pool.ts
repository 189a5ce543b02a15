import { refuse } from "../refuse.ts";
import type { LocatorTask, ParseResponse, ParseResult, ParseTask } from "./parse-worker.ts";

/**
 * Pool of worker threads that parse files. Results come in the order of the tasks, whichever worker is done first, and
 * at most `threads + 1` files are read ahead of the loader, which bounds memory.
 */
export class ParsePool {
  readonly #workers: Worker[];
  readonly #idle: Worker[];
  readonly #waiters: ((worker: Worker) => void)[] = [];

  constructor(threads: number) {
    this.#workers = Array.from(
      { length: threads },
      () => new Worker(new URL("./parse-worker.ts", import.meta.url)),
    );
    this.#idle = [...this.#workers];
  }

  /** Sends every worker the geometries of the woonplaatsen, for locating panden in the files that follow. */
  setWoonplaatsen(woonplaatsen: LocatorTask["woonplaatsen"]): void {
    for (const worker of this.#workers) {
      worker.postMessage({ woonplaatsen } satisfies LocatorTask);
    }
  }

  async *parseAll(tasks: readonly ParseTask[]): AsyncGenerator<{ task: ParseTask; result: ParseResult }> {
    const maxRunning = this.#workers.length + 1;
    const running: Promise<ParseResult>[] = [];
    let next = 0;
    for (const task of tasks) {
      while (next < tasks.length && running.length < maxRunning) {
        running.push(this.#start(tasks[next++]!));
      }
      yield { task, result: await running.shift()! };
    }
  }

  close(): void {
    for (const worker of this.#workers) {
      worker.terminate();
    }
  }

  #start(task: ParseTask): Promise<ParseResult> {
    const result = this.#parse(task);
    // The consumer that awaits it handles a failure; until then it must not count as an unhandled rejection.
    result.catch(() => undefined);
    return result;
  }

  async #parse(task: ParseTask): Promise<ParseResult> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiters.push(resolve)));
    try {
      return unwrapResponse(await sendTask(worker, task));
    } finally {
      const waiter = this.#waiters.shift();
      if (waiter === undefined) {
        this.#idle.push(worker);
      } else {
        waiter(worker);
      }
    }
  }
}

function sendTask(worker: Worker, task: ParseTask): Promise<ParseResponse> {
  return new Promise((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<ParseResponse>) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(`parse worker: ${event.message}`));
    worker.postMessage(task);
  });
}

function unwrapResponse(response: ParseResponse): ParseResult {
  if ("result" in response) {
    return response.result;
  }
  if ("refused" in response) {
    return refuse(response.refused);
  }
  throw new Error(response.failed);
}
