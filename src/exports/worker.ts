/**
 * Entry of the worker thread that runs jobs, of each kind one after another. A serving process starts one; all
 * processes on a data folder share the jobs.
 */
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import type { KeyStore } from "../accounts/key-store.ts";
import { openKeys } from "../accounts/open-accounts.ts";
import { BackoffLogger } from "../base/backoff-logger.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { logError, logInfo, logOperatorError } from "../base/log.ts";
import { lowerPriority } from "../base/lower-priority.ts";
import { isLocked } from "../base/sqlite.ts";
import { openRegistry, type Registry } from "../registry/open-registry.ts";
import { StorageFault } from "../storage/object-store.ts";
import type { JobPlaces } from "./cancel-job.ts";
import { endOrphanedJobs } from "./end-orphaned-jobs.ts";
import { jobIdsOf, openWorkFolder } from "./geocode/work-folder.ts";
import { JOB_KINDS, type JobKind } from "./job.ts";
import { type ExportFilesOptions, openExportFiles } from "./open-export-files.ts";
import { openJobStore } from "./open-job-store.ts";
import { type JobContext, runJob } from "./run-job.ts";
import { createWorkerName, isWorkerDead } from "./worker-name.ts";

/** Place of the jobs and of their files; its data folder has the registry. */
export interface ExportWorkerOptions extends AccountsPlace, ExportFilesOptions {
  readonly retentionMs: number;
  /** Most bytes that are kept for a key. */
  readonly bytesPerKey: number;
  /** Command that runs geocode/job-process.ts. */
  readonly jobCommand: readonly string[];
}

const POLL_MS = 100;
const SWEEP_MS = 60_000;
const STORAGE_PAUSE_MS = 5_000;
/** Milliseconds between looks for jobs whose key is no longer in force. */
const KEYS_MS = 2_000;

declare const self: Worker;

const stop = new AbortController();
self.onmessage = ({ data }: MessageEvent<ExportWorkerOptions | "stop">) => {
  if (data === "stop") {
    return stop.abort();
  }
  const denied = lowerPriority();
  if (denied !== undefined) {
    logInfo("the export thread keeps its priority", { reason: denied });
  }
  void runJobs(data).then(() => self.postMessage("stopped"));
};

async function runJobs(options: ExportWorkerOptions): Promise<void> {
  const failureLog = new BackoffLogger("the export thread cannot run exports");
  const { dataDir, retentionMs, bytesPerKey, jobCommand } = options;
  const storage = await openStorage(options, failureLog);
  if (storage === undefined) {
    return;
  }
  const registry = openRegistry(dataDir, ({ message }) =>
    logOperatorError("the export thread cannot open the new registry", { reason: message }),
  );
  const name = createWorkerName();
  const context = { ...storage, retentionMs, bytesPerKey, jobProcess: { command: jobCommand, dataDir } };
  // One loop for each kind: the file of one user, which takes minutes, does not hold up the exports of all.
  const loops = JOB_KINDS.map((kind) =>
    repeat(() => runNextJob(kind, registry, name, context), new BackoffLogger(CANNOT_RUN[kind])),
  );
  await Promise.all([...loops, repeat(createSweep(registry, storage), failureLog)]);
  registry.close();
  storage.jobs.close();
  storage.keys.close();
}

const CANNOT_RUN: Readonly<Record<JobKind, string>> = {
  export: "the export thread cannot run exports",
  geocode: "the export thread cannot run geocoding jobs",
};

/** Repeats work until the thread is stopped: at once when it returns true, else after a pause. */
async function repeat(work: () => Promise<boolean>, failureLog: BackoffLogger): Promise<void> {
  let resumeAtMs = 0;
  while (!stop.signal.aborted) {
    try {
      const wasBusy = performance.now() >= resumeAtMs && (await work());
      failureLog.reportSuccess();
      if (wasBusy) {
        continue;
      }
    } catch (error) {
      // Jobs wait for the storage of their files: each try writes one in vain.
      resumeAtMs = performance.now() + (error instanceof StorageFault ? STORAGE_PAUSE_MS : 0);
      reportError(error, failureLog);
    }
    await Bun.sleep(POLL_MS);
  }
}

/**
 * Returns the work between jobs: closes registries that are no longer served, ends the jobs of ended keys, and now and
 * then removes files.
 */
function createSweep(registry: Registry, { keys, ...places }: ExportStorage): () => Promise<boolean> {
  const { jobs, files, workFolder } = places;
  let nextSweepAtMs = 0;
  let nextKeysAtMs = 0;
  return async () => {
    registry.refresh();
    if (performance.now() >= nextKeysAtMs) {
      nextKeysAtMs = performance.now() + KEYS_MS;
      await endOrphanedJobs(places, keys);
    }
    if (performance.now() >= nextSweepAtMs) {
      nextSweepAtMs = performance.now() + SWEEP_MS;
      await jobs.expire();
      await files.removeUnowned(() => jobs.listFiles());
      workFolder.removeLeftOver(jobIdsOf(await jobs.listFiles()));
    }
    return false;
  };
}

interface ExportStorage extends JobPlaces {
  readonly keys: KeyStore;
}

/** Opens files and jobs, retrying until that works; `undefined` when the thread is stopped before. */
async function openStorage(
  options: ExportWorkerOptions,
  failureLog: BackoffLogger,
): Promise<ExportStorage | undefined> {
  while (!stop.signal.aborted) {
    try {
      return {
        files: openExportFiles(options),
        workFolder: openWorkFolder(options.dataDir),
        jobs: openJobStore(options),
        keys: openKeys(options, { create: false }),
      };
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
 * Runs the next job of a kind; returns false when there is none or no registry is served. A job reads the registry
 * served at its start, to its end.
 */
async function runNextJob(
  kind: JobKind,
  registry: Registry,
  name: string,
  context: Omit<JobContext, "snapshot">,
): Promise<boolean> {
  const snapshot = registry.pin();
  if (snapshot === undefined) {
    return false;
  }
  try {
    const claim = await context.jobs.claim(kind, name, isWorkerDead);
    if (claim === undefined) {
      return false;
    }
    await runJob(claim, { ...context, snapshot }, stop.signal);
    return true;
  } finally {
    registry.unpin(snapshot);
  }
}
