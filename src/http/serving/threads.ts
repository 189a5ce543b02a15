/**
 * Serves one port from several worker threads, each with its own app and file handles, started by a coordinator. State
 * common to all of them (counters) is shared memory in their options.
 */
import { logError, logInfo } from "../../base/log.ts";
import { assertPortIsFree, GRACE_MS, type RunningServer } from "./server.ts";
import { countPending, startThread, stopThread, type Thread, type ToThread } from "./thread.ts";

export interface ThreadsOptions<Options, Update, Report> {
  readonly host: string;
  /** Port; 0 takes a free one. */
  readonly port: number;
  readonly count: number;
  /** True while listeners of an earlier process still use the port. */
  readonly isPortHeld?: boolean | undefined;
  /** URL of the file that calls runThread. */
  readonly entry: URL;
  /** Returns the options for the app of the thread with this index; must support structured cloning. */
  optionsOf(threadIndex: number): Options;
  /**
   * Called once with the function that publishes an update to all threads; a thread that starts later receives the last
   * update. Updates must support structured cloning.
   */
  connect?(publish: (update: Update) => void): void;
  /** Receives what the apps of the threads report. */
  onReport?(report: Report): void;
  /** Called when the listener of a thread has closed because the thread died, and when another one has opened. */
  onListenersChange?(): void;
}

export interface RunningThreads extends Omit<RunningServer, "pendingRequests"> {
  /** Returns how many requests the threads answer now; never resolves while one of them hangs. */
  countPending(): Promise<number>;
  /** Terminates the thread with this index at once, as in a crash; another one replaces it. */
  kill(threadIndex: number): Promise<void>;
}

/** Lifetime below which a dead thread is replaced only after `RESTART_BACKOFF_MS`: it would probably die again. */
const SHORT_LIFE_MS = 5_000;
const RESTART_BACKOFF_MS = 1_000;

/** True on Linux, the only platform that distributes connections over listeners on one port. */
export const CAN_SHARE_PORTS = process.platform === "linux";

/** Starts the threads; resolves when all of them listen. */
export async function startThreads<Options, Update = never, Report = never>(
  options: ThreadsOptions<Options, Update, Report>,
): Promise<RunningThreads> {
  if (!options.isPortHeld) {
    await assertPortIsFree(options.host, options.port);
  }
  const pool = new ThreadPool(options);
  options.connect?.((update) => pool.publish(update));
  const url = await pool.start();
  return {
    url,
    kill: (threadIndex) => pool.kill(threadIndex),
    countPending: () => pool.countPending(),
    drain: () => pool.send({ drain: true }),
    stop: (graceMs = GRACE_MS, lingerMs = 0) => pool.stop(graceMs, lingerMs),
  };
}

/** Threads on one port, each replaced when it dies. */
class ThreadPool<Options, Update, Report> {
  readonly #options: ThreadsOptions<Options, Update, Report>;
  readonly #threads = new Map<number, Thread>();
  #port: number;
  #lastUpdate: Update | undefined;
  #isStopping = false;

  constructor(options: ThreadsOptions<Options, Update, Report>) {
    this.#options = options;
    this.#port = options.port;
  }

  /** Starts the first thread, then the others on the port that it has taken; returns the URL of all. */
  async start(): Promise<string> {
    const { url } = await this.#startAt(0);
    this.#port = Number(new URL(url).port) || this.#port;
    const others = Array.from({ length: this.#options.count - 1 }, (_, i) => this.#startAt(i + 1));
    await Promise.all(others);
    return url;
  }

  publish(update: Update): void {
    this.#lastUpdate = update;
    this.send({ update });
  }

  send(message: ToThread<Update>): void {
    for (const { worker } of this.#threads.values()) {
      worker.postMessage(message);
    }
  }

  async kill(threadIndex: number): Promise<void> {
    await this.#threads.get(threadIndex)!.worker.terminate();
  }

  async countPending(): Promise<number> {
    const counts = await Promise.all(Array.from(this.#threads.values(), countPending));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async stop(graceMs: number, lingerMs: number): Promise<void> {
    this.#isStopping = true;
    const stopping = Array.from(this.#threads.values(), (thread) => stopThread(thread, graceMs, lingerMs));
    await Promise.all(stopping);
  }

  async #startAt(threadIndex: number): Promise<Thread> {
    const { host, entry, optionsOf, onReport } = this.#options;
    const startedMs = performance.now();
    const options = optionsOf(threadIndex);
    const task = { host, port: this.#port, sharesPort: CAN_SHARE_PORTS, options };
    const thread = await startThread(entry, task, onReport);
    this.#threads.set(threadIndex, thread);
    if (this.#lastUpdate !== undefined) {
      thread.worker.postMessage({ update: this.#lastUpdate } satisfies ToThread<Update>);
    }
    thread.ended.then((reason) => {
      if (this.#isStopping) {
        return;
      }
      logError("a serving thread died and is replaced", reason, { thread: threadIndex });
      this.#options.onListenersChange?.();
      this.#replace(threadIndex, performance.now() - startedMs < SHORT_LIFE_MS ? RESTART_BACKOFF_MS : 0);
    });
    return thread;
  }

  async #replace(threadIndex: number, afterMs: number): Promise<void> {
    if (afterMs > 0) {
      await Bun.sleep(afterMs);
    }
    if (this.#isStopping) {
      return;
    }
    try {
      await this.#startAt(threadIndex);
      logInfo("a serving thread was replaced", { thread: threadIndex });
      this.#options.onListenersChange?.();
    } catch (error) {
      logError("a serving thread could not be replaced", error, { thread: threadIndex });
      this.#replace(threadIndex, RESTART_BACKOFF_MS);
    }
  }
}
