/** One serving thread: starting and stopping it from the coordinator, and what runs in it. */
import { parentPort, Worker } from "node:worker_threads";
import type { Awaitable } from "../../base/awaitable.ts";
import { explainFault } from "../../base/disk-fault.ts";
import { AppError } from "../../base/errors.ts";
import { type ServerOptions, startServer } from "./server.ts";

/** Data passed to a thread when it starts. */
export interface ThreadTask<Options> {
  readonly host: string;
  readonly port: number;
  readonly sharesPort: boolean;
  readonly options: Options;
}

/**
 * Message from a thread: its URL, why it cannot start (for the operator), the report of its app, the number of requests
 * that it answers now, or that its last request is finished.
 */
type FromThread<Report> =
  | { readonly url: string }
  | { readonly startError: string }
  | { readonly report: Report }
  | { readonly pending: number }
  | { readonly stopped: true };
export type ToThread<Update> =
  | { readonly stopWithinMs: number; readonly lingerMs: number }
  | { readonly drain: true }
  | { readonly askPending: true }
  | { readonly update: Update };

/** Extra milliseconds for a thread to close its app after its last request. */
const CLOSE_MS = 1_000;

export interface Thread {
  readonly worker: Worker;
  readonly url: string;
  /** Resolves with the reason when the thread has died. */
  readonly ended: Promise<Error>;
  /** Resolves when the thread has answered its last request. */
  readonly stopped: Promise<void>;
}

/**
 * Starts a thread with the file that calls runThread; `onReport` receives what its app reports. Rejects with
 * `unavailable` when it cannot listen, and with the cause when it dies first.
 */
export async function startThread<Options, Report>(
  entry: URL,
  task: ThreadTask<Options>,
  onReport: (report: Report) => void = () => {},
): Promise<Thread> {
  const worker = new Worker(entry, { workerData: task });
  const { promise: stopped, resolve: resolveStopped } = Promise.withResolvers<void>();
  const ended = new Promise<Error>((resolve) => {
    worker.on("error", resolve);
    worker.on("exit", (code) => resolve(new Error(`the thread ended with code ${code}`)));
  });
  const url = await new Promise<string>((resolve, reject) => {
    ended.then(reject);
    worker.on("message", (message: FromThread<Report>) => {
      if ("url" in message) {
        resolve(message.url);
      } else if ("startError" in message) {
        reject(new AppError("unavailable", message.startError));
      } else if ("report" in message) {
        onReport(message.report);
      } else if ("stopped" in message) {
        resolveStopped();
      }
    });
  });
  return { worker, url, ended, stopped };
}

/** Returns how many requests the thread answers now, 0 when it has died. Never resolves while it hangs. */
export async function countPending({ worker, ended }: Thread): Promise<number> {
  const { promise: answered, resolve } = Promise.withResolvers<number>();
  const hear = (message: FromThread<unknown>) => {
    if ("pending" in message) {
      resolve(message.pending);
    }
  };
  worker.on("message", hear);
  worker.postMessage({ askPending: true } satisfies ToThread<never>);
  const pending = await Promise.race([answered, ended.then(() => 0)]);
  worker.off("message", hear);
  return pending;
}

/**
 * Stops a thread after its last request, and not before `lingerMs`; terminates it when that takes longer than
 * `graceMs`.
 */
export async function stopThread(
  { worker, ended, stopped }: Thread,
  graceMs: number,
  lingerMs: number,
): Promise<void> {
  worker.postMessage({ stopWithinMs: graceMs, lingerMs } satisfies ToThread<never>);
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, graceMs + CLOSE_MS);
  await Promise.race([stopped, ended, timedOut]);
  clearTimeout(timer);
  await worker.terminate();
}

export interface ThreadApp<Update> {
  /** Resolves when it can answer requests. */
  readonly ready: Promise<void>;
  readonly fetch: ServerOptions["fetch"];
  onUpdate(update: Update): void;
  close(): Awaitable<void>;
}

/**
 * Serves in a thread until the coordinator sends a stop message; called by the entry file of the thread. The app passes
 * what the coordinator should know to `report`, which must support structured cloning.
 */
export async function runThread<Options, Update, Report>(
  task: ThreadTask<Options>,
  createApp: (options: Options, report: (report: Report) => void) => ThreadApp<Update>,
): Promise<void> {
  const send = (message: FromThread<Report>) => parentPort?.postMessage(message);
  let app: ThreadApp<Update> | undefined;
  try {
    app = createApp(task.options, (report) => send({ report }));
    await app.ready;
    serveUntilStopped(task, app, send);
  } catch (error) {
    await app?.close();
    const text = error instanceof AppError ? error.message : explainFault(error);
    if (text === undefined) {
      throw error;
    }
    send({ startError: text });
  }
}

function serveUntilStopped<Options, Update, Report>(
  task: ThreadTask<Options>,
  app: ThreadApp<Update>,
  send: (message: FromThread<Report>) => void,
): void {
  const server = startServer({ ...task, fetch: app.fetch });
  parentPort?.on("message", async (message: ToThread<Update>) => {
    if ("update" in message) {
      return app.onUpdate(message.update);
    }
    if ("drain" in message) {
      return server.drain();
    }
    if ("askPending" in message) {
      return send({ pending: server.pendingRequests });
    }
    const { stopWithinMs, lingerMs } = message;
    await server.stop(stopWithinMs, lingerMs);
    await app.close();
    send({ stopped: true });
  });
  send({ url: server.url });
}
