/**
 * Entry of the worker thread that runs exports, one job after another. A serving process starts one; all processes on a
 * data folder share the jobs.
 */
import { setPriority } from "node:os";
import { BackoffLogger } from "../base/backoff-logger.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { logError, logTrouble } from "../base/log.ts";
import { isLocked } from "../base/sqlite.ts";
import { openRegistry, type Registry } from "../registry/snapshot.ts";
import { type ExportFolder, openExportFolder } from "./export-folder.ts";
import type { JobStore } from "./job.ts";
import { type JobTools, runJob } from "./run-job.ts";
import { openJobStore } from "./sqlite-job-store.ts";
import { createWorkerName, isWorkerDead } from "./worker-name.ts";

export interface WorkerStart {
  readonly dataDir: string;
  readonly retentionMs: number;
}

const POLL_MS = 100;
const SWEEP_MS = 60_000;
/**
 * Nice value, so that requests go first. Set on Linux only, where it applies to the calling thread; elsewhere it would
 * apply to the whole process.
 */
const LOW_PRIORITY = 10;

declare const self: Worker;

const stop = new AbortController();
self.onmessage = ({ data }: MessageEvent<WorkerStart | "stop">) => {
  if (data === "stop") return stop.abort();
  if (process.platform === "linux") setPriority(0, LOW_PRIORITY);
  void work(data).then(() => self.postMessage("stopped"));
};

async function work({ dataDir, retentionMs }: WorkerStart): Promise<void> {
  const trouble = new BackoffLogger("exports wait");
  const store = await openStore(dataDir, trouble);
  if (store === undefined) return;
  const { jobs, folder } = store;
  const name = createWorkerName();
  const registry = openRegistry(dataDir, ({ message }) =>
    logTrouble("an export cannot read the new registry", { reason: message }),
  );
  let sweepAt = 0;
  while (!stop.signal.aborted) {
    try {
      if (performance.now() >= sweepAt) {
        sweepAt = performance.now() + SWEEP_MS;
        await sweep(jobs, folder);
      }
      // Also without a job: this closes registries that are no longer served.
      registry.refresh();
      const hasWorked = await runNext(registry, name, { jobs, folder, retentionMs });
      trouble.succeeded();
      if (hasWorked) continue;
    } catch (error) {
      logFailure(error, trouble);
    }
    await Bun.sleep(POLL_MS);
  }
  registry.close();
  jobs.close();
}

interface Store {
  readonly folder: ExportFolder;
  readonly jobs: JobStore;
}

/** Opens files and jobs, retrying until that works; `undefined` when the thread is stopped before. */
async function openStore(dataDir: string, trouble: BackoffLogger): Promise<Store | undefined> {
  while (!stop.signal.aborted) {
    try {
      return { folder: openExportFolder(dataDir), jobs: openJobStore(dataDir, { create: false }) };
    } catch (error) {
      logFailure(error, trouble);
    }
    await Bun.sleep(POLL_MS);
  }
  return undefined;
}

function logFailure(error: unknown, trouble: BackoffLogger): void {
  if (!isOperators(error)) logError("the export thread will try again", error);
  else trouble.failed(error.message);
}

/** Returns true for an error that the operator must fix, which is logged in one line without a stack. */
function isOperators(error: unknown): error is Error {
  return error instanceof AppError || isDiskFault(error) || isLocked(error);
}

/**
 * Runs the next job; returns false when there is none or no registry is served. A job reads the registry served at its
 * start, to its end.
 */
async function runNext(
  registry: Registry,
  name: string,
  tools: Omit<JobTools, "snapshot">,
): Promise<boolean> {
  const snapshot = registry.current();
  if (snapshot === undefined) return false;
  const claim = await tools.jobs.claim(name, isWorkerDead);
  if (claim === undefined) return false;
  await runJob(claim, { ...tools, snapshot }, stop.signal);
  return true;
}

async function sweep(jobs: JobStore, folder: ExportFolder): Promise<void> {
  await jobs.expire();
  await folder.removeUnowned(() => jobs.listFiles());
}
