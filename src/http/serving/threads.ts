/**
 * Serves one port from several worker threads, each with its own app and file handles, started by a coordinator. State
 * common to all of them (counters) is shared memory in their options.
 */
import { parentPort, Worker } from "node:worker_threads";
import { AppError, messageOf } from "../../base/errors.ts";
import { logError, logInfo } from "../../base/log.ts";
import { assertPortIsFree, GRACE_MS, type RunningServer, type ServerOptions, startServer } from "./server.ts";

export interface ThreadsOptions<Options, Update> {
  readonly host: string;
  /** Port; 0 takes a free one. */
  readonly port: number;
  readonly count: number;
  /** URL of the file that calls runThread. */
  readonly entry: URL;
  /** Returns the options for the app of the thread with this index; must support structured cloning. */
  optionsOf(threadIndex: number): Options;
  /**
   * Called once with the function that publishes an update to all threads; a thread that starts later receives the last
   * update. Updates must support structured cloning.
   */
  connect?(publish: (update: Update) => void): void;
}

export interface RunningThreads extends RunningServer {
  /** Terminates the thread with this index at once, as in a crash; another one replaces it. */
  kill(threadIndex: number): Promise<void>;
}

/** Data passed to a thread when it starts. */
export interface ThreadTask<Options> {
  readonly host: string;
  readonly port: number;
  readonly sharesPort: boolean;
  readonly options: Options;
}

/** Message from a thread: its URL, the reason why it cannot listen, or that it has finished its last request. */
type FromThread = { readonly url: string } | { readonly listenError: string } | { readonly stopped: true };
type ToThread<Update> = { readonly stopWithinMs: number } | { readonly update: Update };

/** Lifetime below which a dead thread is replaced only after `RESTART_BACKOFF_MS`: it would probably die again. */
const SHORT_LIFE_MS = 5_000;
const RESTART_BACKOFF_MS = 1_000;
/** Extra milliseconds for a thread to close its app after its last request. */
const CLOSE_MS = 1_000;

/** True on Linux, the only platform that distributes connections over listeners on one port. */
export const CAN_SHARE_PORTS = process.platform === "linux";

/** Starts the threads; resolves when all of them listen. */
export async function startThreads<Options, Update = never>(
  options: ThreadsOptions<Options, Update>,
): Promise<RunningThreads> {
  const { host, port, count } = options;
  await assertPortIsFree(host, port);
  const threads: Thread[] = [];
  let isStopping = false;
  let lastUpdate: Update | undefined;

  options.connect?.((update) => {
    lastUpdate = update;
    for (const { worker } of threads) {
      worker.postMessage({ update } satisfies ToThread<Update>);
    }
  });

  async function start(threadIndex: number, atPort: number): Promise<void> {
    const startedMs = performance.now();
    const thread = await startThread(options, threadIndex, atPort);
    threads[threadIndex] = thread;
    if (lastUpdate !== undefined) {
      thread.worker.postMessage({ update: lastUpdate } satisfies ToThread<Update>);
    }
    thread.ended.then((reason) => {
      if (isStopping) {
        return;
      }
      logError("a serving thread died and is replaced", reason, { thread: threadIndex });
      replace(threadIndex, performance.now() - startedMs < SHORT_LIFE_MS ? RESTART_BACKOFF_MS : 0);
    });
  }

  async function replace(threadIndex: number, afterMs: number): Promise<void> {
    if (afterMs > 0) {
      await Bun.sleep(afterMs);
    }
    if (isStopping) {
      return;
    }
    try {
      await start(threadIndex, boundPort);
      logInfo("a serving thread was replaced", { thread: threadIndex });
    } catch (error) {
      logError("a serving thread could not be replaced", error, { thread: threadIndex });
      replace(threadIndex, RESTART_BACKOFF_MS);
    }
  }

  await start(0, port);
  const { url } = threads[0]!;
  const boundPort = Number(new URL(url).port) || port;
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => start(i + 1, boundPort)));
  return {
    url,
    async kill(threadIndex) {
      await threads[threadIndex]!.worker.terminate();
    },
    async stop(graceMs = GRACE_MS) {
      isStopping = true;
      await Promise.all(threads.map((thread) => stopThread(thread, graceMs)));
    },
  };
}

interface Thread {
  readonly worker: Worker;
  readonly url: string;
  /** Resolves with the reason when the thread has died. */
  readonly ended: Promise<Error>;
  /** Resolves when the thread has answered its last request. */
  readonly stopped: Promise<void>;
}

/** Starts a thread. Rejects with `usage` when it cannot listen, and with the cause when it dies first. */
async function startThread<Options, Update>(
  { host, count, entry, optionsOf }: ThreadsOptions<Options, Update>,
  threadIndex: number,
  port: number,
): Promise<Thread> {
  const task: ThreadTask<Options> = { host, port, sharesPort: count > 1, options: optionsOf(threadIndex) };
  const worker = new Worker(entry, { workerData: task });
  const { promise: stopped, resolve: resolveStopped } = Promise.withResolvers<void>();
  const ended = new Promise<Error>((resolve) => {
    worker.on("error", resolve);
    worker.on("exit", (code) => resolve(new Error(`the thread ended with code ${code}`)));
  });
  const url = await new Promise<string>((resolve, reject) => {
    ended.then(reject);
    worker.on("message", (message: FromThread) => {
      if ("url" in message) {
        resolve(message.url);
      } else if ("listenError" in message) {
        reject(new AppError("usage", message.listenError));
      } else {
        resolveStopped();
      }
    });
  });
  return { worker, url, ended, stopped };
}

async function stopThread({ worker, ended, stopped }: Thread, graceMs: number): Promise<void> {
  worker.postMessage({ stopWithinMs: graceMs } satisfies ToThread<never>);
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs + CLOSE_MS);
  await Promise.race([stopped, ended, timedOut]);
  clearTimeout(timer);
  await worker.terminate();
}

export interface ThreadApp<Update> {
  readonly fetch: ServerOptions["fetch"];
  onUpdate(update: Update): void;
  close(): void;
}

/** Serves in a thread until the coordinator sends a stop message; called by the entry file of the thread. */
export function runThread<Options, Update>(
  task: ThreadTask<Options>,
  createApp: (options: Options) => ThreadApp<Update>,
): void {
  const send = (message: FromThread) => parentPort?.postMessage(message);
  const app = createApp(task.options);
  try {
    const server = startServer({ ...task, fetch: app.fetch });
    parentPort?.on("message", async (message: ToThread<Update>) => {
      if ("update" in message) {
        return app.onUpdate(message.update);
      }
      const { stopWithinMs } = message;
      await server.stop(stopWithinMs);
      app.close();
      send({ stopped: true });
    });
    send({ url: server.url });
  } catch (error) {
    app.close();
    send({ listenError: messageOf(error) });
  }
}
