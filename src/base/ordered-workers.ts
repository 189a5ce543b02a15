/** Task that runs or waits for a worker. */
interface Pending<Task, Response> {
  readonly task: Task;
  readonly response: Promise<Response>;
}

/**
 * Worker threads that each answer one task at a time. Responses come in the order of the tasks, whichever worker is
 * done first, and at most `threads + 1` tasks run or wait to be taken, which bounds memory.
 */
export class OrderedWorkers<Task, Response> {
  readonly #workers: Worker[];
  readonly #idle: Worker[];
  readonly #waiters: ((worker: Worker) => void)[] = [];

  /** `script` is the file of the worker. */
  constructor(script: URL, threads: number) {
    this.#workers = Array.from({ length: threads }, () => new Worker(script));
    this.#idle = [...this.#workers];
  }

  /** Sends every worker a message that it does not answer. */
  broadcast(message: unknown): void {
    for (const worker of this.#workers) {
      worker.postMessage(message);
    }
  }

  async *runAll(tasks: Iterable<Task>): AsyncGenerator<{ task: Task; response: Response }> {
    const running: Pending<Task, Response>[] = [];
    for (const task of tasks) {
      running.push({ task, response: this.#start(task) });
      if (running.length > this.#workers.length) {
        yield await takeFirst(running);
      }
    }
    while (running.length > 0) {
      yield await takeFirst(running);
    }
  }

  close(): void {
    for (const worker of this.#workers) {
      worker.terminate();
    }
  }

  #start(task: Task): Promise<Response> {
    const response = this.#run(task);
    // The consumer that awaits it handles a failure; until then it must not count as an unhandled rejection.
    response.catch(() => undefined);
    return response;
  }

  async #run(task: Task): Promise<Response> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiters.push(resolve)));
    try {
      return await send(worker, task);
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

async function takeFirst<Task, Response>(running: Pending<Task, Response>[]) {
  const { task, response } = running.shift()!;
  return { task, response: await response };
}

function send<Response>(worker: Worker, task: unknown): Promise<Response> {
  return new Promise((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<Response>) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(`worker thread: ${event.message}`));
    worker.postMessage(task);
  });
}
