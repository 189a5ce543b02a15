import type { Awaitable } from "./awaitable.ts";
import { type ThreadFault, throwFault, toThreadFault } from "./thread-calls.ts";

/** Message to a thread, and the answer to a task. */
type Message<Task> = { readonly task: Task } | { readonly broadcast: unknown };
type Answer<Result> = { readonly result: Result } | { readonly fault: ThreadFault };

declare const self: Worker;

/**
 * In a thread of {@link TaskWorker}: answers each task with what `run` returns or throws. `buffersOf` lists the buffers
 * of a result that pass to the other thread without a copy; `onBroadcast` takes messages without an answer.
 */
export function serveTasks<Task, Result>(
  run: (task: Task) => Awaitable<Result>,
  {
    buffersOf = () => [],
    onBroadcast,
  }: {
    readonly buffersOf?: (result: Result) => ArrayBuffer[];
    readonly onBroadcast?: (message: never) => void;
  } = {},
): void {
  self.onmessage = async ({ data }: MessageEvent<Message<Task>>) => {
    if ("broadcast" in data) {
      return onBroadcast?.(data.broadcast as never);
    }
    try {
      const result = await run(data.task);
      self.postMessage({ result } satisfies Answer<Result>, buffersOf(result));
    } catch (error) {
      self.postMessage({ fault: toThreadFault(error) } satisfies Answer<Result>);
    }
  };
}

/** Task that runs or waits for a worker. */
interface Pending<Task, Response> {
  readonly task: Task;
  readonly response: Promise<Response>;
}

/**
 * Worker threads that each answer one task at a time. Responses come in the order of the tasks, whichever worker is
 * done first, and at most `maxPending` tasks run or wait to be taken, which bounds memory.
 */
export class OrderedWorkers<Task, Response> {
  readonly #workers: TaskWorker[];
  readonly #idle: TaskWorker[];
  readonly #waiters: ((worker: TaskWorker) => void)[] = [];

  readonly #maxPending: number;

  /** `script` is the file of the worker. */
  constructor(script: URL, threads: number, maxPending = threads + 1) {
    this.#maxPending = maxPending;
    this.#workers = Array.from({ length: threads }, () => new TaskWorker(script));
    this.#idle = [...this.#workers];
  }

  /** Sends every worker a message that it does not answer. */
  broadcast(message: unknown): void {
    for (const worker of this.#workers) {
      worker.broadcast(message);
    }
  }

  /** Takes the next task only when there is room for it, so that a source of tasks is read no faster than they run. */
  async *runAll(
    tasks: Iterable<Task> | AsyncIterable<Task>,
  ): AsyncGenerator<{ task: Task; response: Response }> {
    const running: Pending<Task, Response>[] = [];
    for await (const task of tasks) {
      running.push({ task, response: this.#start(task) });
      if (running.length >= this.#maxPending) {
        yield await takeFirst(running);
      }
    }
    while (running.length > 0) {
      yield await takeFirst(running);
    }
  }

  /** Runs a task as soon as a worker is free. */
  #start(task: Task): Promise<Response> {
    const response = this.#run(task);
    // The consumer that awaits it handles a failure; until then it must not count as an unhandled rejection.
    response.catch(() => undefined);
    return response;
  }

  close(): void {
    for (const worker of this.#workers) {
      worker.terminate();
    }
  }

  async #run(task: Task): Promise<Response> {
    const worker =
      this.#idle.pop() ?? (await new Promise<TaskWorker>((resolve) => this.#waiters.push(resolve)));
    try {
      return await worker.run<Response>(task);
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

/** A thread that answers one task at a time. It may fail before its first task: when its file cannot be loaded. */
export class TaskWorker {
  readonly #worker: Worker;
  #fault: Error | undefined;
  #failTask: (fault: Error) => void = () => undefined;

  constructor(script: URL, options?: WorkerOptions) {
    this.#worker = new Worker(script, options);
    this.#worker.onerror = ({ message }) => this.#fail(message);
    // A thread can also end without an error, by process.exit, and then never answers.
    this.#worker.addEventListener("close", (event) =>
      this.#fail(`ended with code ${(event as CloseEvent).code}`),
    );
  }

  /** Fails the task that runs, if any, and all later ones; the first reason counts. */
  #fail(reason: string): void {
    this.#fault ??= new Error(`worker thread: ${reason}`);
    this.#failTask(this.#fault);
  }

  /** True when the thread no longer runs tasks; a task that threw does not end it. */
  get hasFailed(): boolean {
    return this.#fault !== undefined;
  }

  /** Sends a message that the thread does not answer. */
  broadcast(message: unknown): void {
    this.#worker.postMessage({ broadcast: message } satisfies Message<never>);
  }

  /**
   * Resolves with the result of a task; rejects with what the task threw, and when the thread fails or has failed
   * before. The buffers of `transfer` pass to the thread without a copy; other code may no longer use them.
   */
  async run<Result>(task: unknown, transfer: ArrayBuffer[] = []): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Result>>();
    if (this.#fault !== undefined) {
      throw this.#fault;
    }
    this.#failTask = reject;
    this.#worker.onmessage = (event: MessageEvent<Answer<Result>>) => resolve(event.data);
    this.#worker.postMessage({ task } satisfies Message<unknown>, transfer);
    const answer = await promise;
    return "fault" in answer ? throwFault(answer.fault) : answer.result;
  }

  /** Ends the thread; a task that still runs is neither answered nor failed. */
  terminate(): void {
    this.#failTask = () => undefined;
    this.#worker.terminate();
  }
}
