/**
 * Entry of the worker thread that runs jobs, of each kind one after another. A serving process starts one; all
 * processes on a data folder share the jobs.
 */
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { openServedStores, type ServedStores } from "../accounts/open-accounts.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { BackoffLogger, logError, logInfo, logOperatorError } from "../base/log.ts";
import { lowerPriority } from "../base/process-resources.ts";
import { isLocked } from "../base/sqlite.ts";
import { openRegistry, type Registry } from "../registry/file/open-registry.ts";
import { StorageFault } from "../storage/object-store.ts";
import { endOrphanedJobs, endSessions, type JobPlaces } from "./cancel-job.ts";
import { jobIdsOf, openWorkFolder } from "./geocode/work-folder.ts";
import { createWorkerName, isWorkerDead, JOB_KINDS, type JobKind, type JobsState } from "./job.ts";
import { type ExportFilesOptions, openExportFiles } from "./open-export-files.ts";
import { openJobStore } from "./open-job-store.ts";
import { type JobContext, runJob } from "./run-job.ts";

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
/** Pause after a fault of the storage: each try writes a file in vain. */
const STORAGE_PAUSE_MS = 5_000;
/** Milliseconds between two reports of the state of the jobs. */
const REPORT_MS = 5_000;
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
  void runJobs(data).then(() => self.postMessage("stopped" satisfies ExportThreadMessage));
};

/** Messages of the thread: its state, every few seconds, and its end. */
export type ExportThreadMessage = JobsState | "stopped";

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
  let failures = 0;
  const onFailure = () => {
    failures += 1;
  };
  const jobProcess = { command: jobCommand, dataDir };
  const context = { ...storage, retentionMs, bytesPerKey, jobProcess, onFailure };
  // One loop for each kind: the file of one user, which takes minutes, does not hold up the exports of all.
  const loops = JOB_KINDS.map((kind) =>
    repeat(() => runNextJob(kind, registry, name, context), new BackoffLogger(CANNOT_RUN[kind])),
  );
  const sweep = repeat(createSweep(registry, storage), failureLog);
  const report = repeat(
    createReport(storage, () => ({ failures, storageFault: sweep.storageFault() })),
    new BackoffLogger("the export thread cannot count jobs"),
  );
  await Promise.all([...loops, sweep, report].map(({ ended }) => ended));
  registry.close();
  storage.jobs.close();
  storage.stores.close();
}

const CANNOT_RUN: Readonly<Record<JobKind, string>> = {
  export: "the export thread cannot run exports",
  geocode: "the export thread cannot run geocoding jobs",
};

/**
 * Outcome of a round of work. `busy`: did some work, and there may be more. `done`: did all work. `idle`: queried the
 * jobs and found nothing to do. `waiting`: tried nothing.
 */
type Round = "busy" | "done" | "idle" | "waiting";

interface Loop {
  readonly ended: Promise<void>;
  /** Returns why the last round failed when the storage of job files was the cause. */
  storageFault(): string | undefined;
}

/** Repeats work until the thread is stopped: at once when it is busy, else after a pause. */
function repeat(work: () => Promise<Round>, failureLog: BackoffLogger): Loop {
  let storageFault: string | undefined;
  let resumeAtMs = 0;
  const runOnce = async (): Promise<Round> => {
    if (performance.now() < resumeAtMs) {
      return "waiting";
    }
    try {
      const round = await work();
      // An idle round shows that the jobs can be read, not that the storage of their files works.
      if (round === "busy" || round === "done" || (round === "idle" && storageFault === undefined)) {
        storageFault = undefined;
        failureLog.reportSuccess();
      }
      return round;
    } catch (error) {
      storageFault = error instanceof StorageFault ? error.message : undefined;
      resumeAtMs = performance.now() + (storageFault === undefined ? 0 : STORAGE_PAUSE_MS);
      reportError(error, failureLog);
      return "waiting";
    }
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      if ((await runOnce()) !== "busy") {
        await Bun.sleep(POLL_MS);
      }
    }
  };
  return { ended: run(), storageFault: () => storageFault };
}

/**
 * Returns the work between jobs: closes registries that are no longer served, ends jobs and sessions of ended keys,
 * ends sessions at which nobody looks, and now and then removes files. A failed round is repeated whole.
 */
function createSweep(
  registry: Registry,
  { stores: { keys }, ...places }: ExportStorage,
): () => Promise<Round> {
  const { jobs, files, workFolder } = places;
  let nextSweepAtMs = 0;
  let nextKeysAtMs = 0;
  return async () => {
    registry.refresh();
    const now = performance.now();
    if (now < nextKeysAtMs) {
      return "waiting";
    }
    await endOrphanedJobs(places, keys);
    await endSessions(places, keys);
    const isSweepDue = now >= nextSweepAtMs;
    if (isSweepDue) {
      await jobs.expire();
      await files.removeUnowned(() => jobs.listFiles());
      workFolder.removeLeftOver(jobIdsOf(await jobs.listFiles()));
      nextSweepAtMs = performance.now() + SWEEP_MS;
    }
    nextKeysAtMs = performance.now() + KEYS_MS;
    return isSweepDue ? "done" : "idle";
  };
}

/** Returns the work that reports the jobs to the thread that started this one. */
function createReport(
  { jobs }: ExportStorage,
  thread: () => Pick<JobsState, "failures" | "storageFault">,
): () => Promise<Round> {
  let nextAtMs = 0;
  return async () => {
    if (performance.now() < nextAtMs) {
      return "waiting";
    }
    nextAtMs = performance.now() + REPORT_MS;
    const [counts, oldestPendingMs] = await Promise.all([jobs.countByState(), jobs.oldestPendingMs()]);
    self.postMessage({ counts, oldestPendingMs, ...thread() } satisfies ExportThreadMessage);
    return "done";
  };
}

interface ExportStorage extends JobPlaces {
  readonly stores: ServedStores;
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
        stores: openServedStores(options, { create: false }),
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

/** Runs the next job of a kind. A job reads the registry served at its start, to its end. */
async function runNextJob(
  kind: JobKind,
  registry: Registry,
  name: string,
  context: Omit<JobContext, "snapshot">,
): Promise<Round> {
  const snapshot = registry.pin();
  if (snapshot === undefined) {
    return "waiting";
  }
  try {
    const claim = await context.jobs.claim(kind, name, isWorkerDead);
    if (claim === undefined) {
      return "idle";
    }
    await runJob(claim, { ...context, snapshot }, stop.signal);
    return "busy";
  } finally {
    registry.unpin(snapshot);
  }
}
