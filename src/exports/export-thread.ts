import { logError } from "../base/log.ts";
import { threadUrl } from "../base/program-files.ts";
import { type JobsState, NO_JOBS } from "./job.ts";
import type { ExportThreadMessage, ExportWorkerOptions } from "./worker.ts";

export interface ExportThread {
  /** State of the jobs, a few seconds old. */
  readonly jobs: JobsState;
  /** Returns the current job to the queue and terminates the thread. */
  stop(): Promise<void>;
}

const RESTART_MS = 1_000;

/** Starts the worker thread that runs the exports of a data folder; starts another one when it dies. */
export function startExportThread(options: ExportWorkerOptions): ExportThread {
  let isStopping = false;
  let jobs = NO_JOBS;
  const stopped = Promise.withResolvers<void>();
  let worker = startWorker();

  function startWorker(): Worker {
    const thread = new Worker(threadUrl("exports/worker.ts"));
    thread.addEventListener("error", ({ message }) => logError("the export thread failed", message));
    thread.addEventListener("message", ({ data }: MessageEvent<ExportThreadMessage>) => {
      if (data === "stopped") {
        stopped.resolve();
      } else {
        jobs = data;
      }
    });
    thread.addEventListener("close", () => setTimeout(restart, RESTART_MS).unref());
    thread.postMessage(options);
    thread.unref();
    return thread;
  }

  function restart(): void {
    if (!isStopping) {
      worker = startWorker();
    }
  }

  return {
    get jobs() {
      return jobs;
    },
    async stop() {
      isStopping = true;
      worker.postMessage("stop");
      await Promise.race([stopped.promise, Bun.sleep(STOP_TIMEOUT_MS)]);
      worker.terminate();
    },
  };
}

/** Maximum wait for the thread to return its job, which normally takes a fraction of this. */
const STOP_TIMEOUT_MS = 2_000;
