/**
 * Entry of the worker thread that runs exports, one job after another. A serving process starts one; all processes on a
 * data folder share the jobs.
 */
import { setPriority } from "node:os";
import { join } from "node:path";
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { BackoffLogger } from "../base/backoff-logger.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { logError, logInfo, logOperatorError } from "../base/log.ts";
import { isLocked } from "../base/sqlite.ts";
import { openRegistry, type Registry } from "../registry/open-registry.ts";
import { StorageFault } from "../storage/object-store.ts";
import type { ExportFiles } from "./export-files.ts";
import type { JobStore } from "./job.ts";
import { type ExportFilesOptions, openExportFiles } from "./open-export-files.ts";
import { openJobStore } from "./open-job-store.ts";
import { type JobContext, runJob } from "./run-job.ts";
import { removeStaleScratch } from "./scratch-folder.ts";
import { createWorkerName, isWorkerDead } from "./worker-name.ts";

/** Place of the jobs and of their files; its data folder has the registry. */
export interface ExportWorkerOptions extends AccountsPlace, ExportFilesOptions {
  readonly retentionMs: number;
}

const POLL_MS = 100;
const SWEEP_MS = 60_000;
const STORAGE_PAUSE_MS = 5_000;
/** Nice value, so that requests go first. */
const LOW_PRIORITY = 10;

declare const self: Worker;

const stop = new AbortController();
self.onmessage = ({ data }: MessageEvent<ExportWorkerOptions | "stop">) => {
  if (data === "stop") {
    return stop.abort();
  }
  yieldToRequests();
  void runJobs(data).then(() => self.postMessage("stopped"));
};

/**
 * Lowers the priority of this thread. On Linux only: elsewhere that would apply to the whole process. Containers and
 * systemd may deny the call; exports then run at the priority of requests.
 */
function yieldToRequests(): void {
  if (process.platform !== "linux") {
    return;
  }
  try {
    setPriority(0, LOW_PRIORITY);
  } catch (error) {
    logInfo("the export thread keeps its priority", { reason: String(error) });
  }
}

async function runJobs(options: ExportWorkerOptions): Promise<void> {
  const failureLog = new BackoffLogger("the export thread cannot run exports");
  const { dataDir, retentionMs } = options;
  const storage = await openStorage(options, failureLog);
  if (storage === undefined) {
    return;
  }
  const { jobs, files } = storage;
  const scratchParent = join(dataDir, "exports");
  const name = createWorkerName();
  const registry = openRegistry(dataDir, ({ message }) =>
    logOperatorError("the export thread cannot open the new registry", { reason: message }),
  );
  let nextSweepAtMs = 0;
  let resumeAtMs = 0;
  while (!stop.signal.aborted) {
    try {
      if (performance.now() >= nextSweepAtMs) {
        nextSweepAtMs = performance.now() + SWEEP_MS;
        await removeExpired(jobs, files, scratchParent);
      }
      // Also without a job: this closes registries that are no longer served.
      registry.refresh();
      const hasRunJob =
        performance.now() >= resumeAtMs && (await runNextJob(registry, name, { jobs, files, scratchParent, retentionMs }));
      failureLog.reportSuccess();
      if (hasRunJob) {
        continue;
      }
    } catch (error) {
      // Jobs wait for the storage of their files: each try writes one in vain.
      resumeAtMs = performance.now() + (error instanceof StorageFault ? STORAGE_PAUSE_MS : 0);
      reportError(error, failureLog);
    }
    await Bun.sleep(POLL_MS);
  }
  registry.close();
  jobs.close();
}

interface ExportStorage {
  readonly files: ExportFiles;
  readonly jobs: JobStore;
}

/** Opens files and jobs, retrying until that works; `undefined` when the thread is stopped before. */
async function openStorage(
  options: ExportWorkerOptions,
  failureLog: BackoffLogger,
): Promise<ExportStorage | undefined> {
  while (!stop.signal.aborted) {
    try {
      return { files: openExportFiles(options), jobs: openJobStore(options) };
    } catch (error) {
      reportError(error, failureLog);
    }
    await Bun.sleep(POLL_MS);
  }
  return undefined;
}

function reportError(error: unknown, failureLog: BackoffLogger): void {
  if (!isOperatorError(error)) {
    logError("the export thread failed and will retry", error);
  } else {
    failureLog.reportFailure(error.message);
  }
}

/** Returns true for an error that the operator must fix, which is logged in one line without a stack. */
function isOperatorError(error: unknown): error is Error {
  return error instanceof AppError || isDiskFault(error) || isLocked(error);
}

/**
 * Runs the next job; returns false when there is none or no registry is served. A job reads the registry served at its
 * start, to its end.
 */
async function runNextJob(
  registry: Registry,
  name: string,
  context: Omit<JobContext, "snapshot">,
): Promise<boolean> {
  const snapshot = registry.current();
  if (snapshot === undefined) {
    return false;
  }
  const claim = await context.jobs.claim(name, isWorkerDead);
  if (claim === undefined) {
    return false;
  }
  await runJob(claim, { ...context, snapshot }, stop.signal);
  return true;
}

async function removeExpired(jobs: JobStore, files: ExportFiles, scratchParent: string): Promise<void> {
  await jobs.expire();
  await files.removeUnowned(() => jobs.listFiles());
  await removeStaleScratch(scratchParent, async () => await jobs.listFiles());
}
