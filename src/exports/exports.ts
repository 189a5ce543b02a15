import type { AccountsPlace } from "../accounts/accounts-place.ts";
import type { Awaitable } from "../base/awaitable.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { SETTINGS } from "../base/settings.ts";
import { isLocked, retryWhileLocked } from "../base/sqlite.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { cancelJob, type EndingStore, type JobToEnd } from "./cancel-job.ts";
import type { FoundFile } from "./export-files.ts";
import { countRows, type ExportRequest } from "./export-request.ts";
import type { GeocodeRequest } from "./geocode/geocode-request.ts";
import { openUploads, type Upload, type Uploads } from "./geocode/uploads.ts";
import { openWorkFolder } from "./geocode/work-folder.ts";
import {
  type FullQueue,
  inputNameOf,
  type Job,
  type JobState,
  type JobStore,
  type NewJob,
  type QueueLimits,
  type TakeForJob,
} from "./job.ts";
import { bytesOfGigabytes, keptTooMuch } from "./job-space.ts";
import { type ExportFilesOptions, openExportFiles } from "./open-export-files.ts";
import { openJobStore } from "./open-job-store.ts";
import { FileSessions } from "./sessions/file-sessions.ts";
import { SESSION_ENDED } from "./sessions/session-folder.ts";

/** Operations on exports for request handlers; worker.ts runs the jobs. */
export interface Exports {
  /** Queues an export for a key; refuses with `export_queue_full` or `export_storage_full` at the limits. */
  queue(keyId: number, request: ExportRequest, snapshot: Snapshot): Promise<Job>;
  /** Queues the geocoding of an uploaded file; refuses as `queue` does. */
  queueGeocoding(job: GeocodingToQueue): Promise<Job>;
  /** Receives files that are to be geocoded. */
  readonly uploads: Uploads;
  /** Limits of jobs waiting or under way. */
  readonly limits: QueueLimits;
  /** Sessions of the page for files. */
  readonly sessions: FileSessions;
  /** Returns a job of that key. */
  find(id: string, keyId: number): Awaitable<Job | undefined>;
  /**
   * Ends a job and removes its files: an unfinished job fails with `reason`, which its owner reads; a completed job
   * expires. With `keyId`, only a job of that key.
   */
  cancel(job: JobToEnd, reason: string): Promise<Job | undefined>;
  /** Counts all jobs by state and lists the latest ones, newest first, for the owner of the service. */
  report(limit: number): Promise<ExportsReport>;
  /** Returns the file of a completed job and its compressed form; undefined when it was removed. */
  findFile(fileName: string): Awaitable<FoundFile | undefined>;
  close(): void;
}

export type { QueueLimits };

interface GeocodingToQueue {
  readonly keyId: number;
  readonly upload: Upload;
  readonly request: Omit<GeocodeRequest, "inputBytes">;
  /** Number of rows of the file. */
  readonly rows: number;
}

export interface ExportsReport {
  readonly counts: Partial<Record<JobState, number>>;
  readonly latest: readonly Job[];
}

const DEFAULT_LIMITS: QueueLimits = {
  perKey: Number(SETTINGS.exportsPerKey.default),
  overall: Number(SETTINGS.exportsQueued.default),
  bytesPerKey: bytesOfGigabytes(Number(SETTINGS.exportGbPerKey.default)),
};

/** Milliseconds that a request waits for the storage of the files before it gets 503. */
const STORE_ANSWER_MS = 2_000;

/** Seconds after which a client should retry when the queue is full. */
const RETRY_AFTER_S = 10;

/**
 * Opens the exports for threads that serve requests: a locked database never blocks the thread, and an unusable store
 * gives 503.
 */
export function openExports(options: AccountsPlace & ExportFilesOptions, limits = DEFAULT_LIMITS): Exports {
  const jobs = openJobStore(options, { waitMs: 0 });
  const files = openExportFiles({ ...options, storeAnswerMs: STORE_ANSWER_MS });
  const workFolder = openWorkFolder(options.dataDir);
  const add = async (job: NewJob, within = limits, take?: TakeForJob): Promise<Job> => {
    const kept = keepRefusal(take);
    try {
      const added = await runQuery(() => jobs.add(job, within, kept.take));
      return typeof added === "string" ? refuseFullQueue(added, within) : added;
    } catch (error) {
      throw kept.refusal() ?? error;
    }
  };
  const cancel: Exports["cancel"] = (job, reason) =>
    cancelJob({ jobs: retryQueries(jobs), files, workFolder }, job, reason).catch(hideFault);
  const find: Exports["find"] = (id, keyId) => runQuery(() => jobs.find(id, keyId));
  return {
    uploads: openUploads(workFolder, files),
    sessions: new FileSessions(workFolder.sessions, {
      add,
      find,
      cancel: (id) => cancel({ id }, SESSION_ENDED),
    }),
    limits,
    async queue(keyId, request, snapshot) {
      const totalRecords = countRows(snapshot, request);
      return add({ kind: "export", keyId, request, totalRecords });
    },
    async queueGeocoding({ keyId, upload, request, rows }) {
      const { id, sizeBytes } = upload;
      await runQuery(() => upload.store());
      try {
        const work = { kind: "geocode", request: { ...request, inputBytes: sizeBytes } } as const;
        return await add({ ...work, id, keyId, totalRecords: rows });
      } catch (error) {
        // After any other error the job may have been stored.
        if (error instanceof AppError && /^export_(queue|storage)_full$/.test(error.code)) {
          await files.remove(inputNameOf(id));
        }
        throw error;
      }
    },
    cancel,
    find,
    async report(limit) {
      const counts = await runQuery(() => jobs.countByState());
      return { counts, latest: await runQuery(() => jobs.listLatest(limit)) };
    },
    findFile: (fileName) => runQuery(() => files.find(fileName)),
    close: () => jobs.close(),
  };
}

const UNAVAILABLE_MESSAGE = "Exports are unavailable now; try again later.";

/**
 * Runs a query as soon as the database is unlocked. Hides the cause of a store fault from the client; the usage writer
 * reports it to the operator.
 */
function runQuery<T>(query: () => Awaitable<T>): Awaitable<Awaited<T>> {
  return retryWhileLocked(() => {
    try {
      const found = query();
      return found instanceof Promise ? found.catch(hideFault) : found;
    } catch (error) {
      return hideFault(error);
    }
  }, UNAVAILABLE_MESSAGE);
}

/** Returns the queries that end a job, each run as soon as the database is unlocked. */
function retryQueries(jobs: JobStore): EndingStore {
  const retry = <T>(query: () => T) => retryWhileLocked(query, UNAVAILABLE_MESSAGE);
  return {
    cancel: (...values) => retry(() => jobs.cancel(...values)),
    find: (...values) => retry(() => jobs.find(...values)),
    listLive: () => retry(() => jobs.listLive()),
  };
}

/** Records what `take` throws, so that the client gets this refusal; other faults of the store stay hidden. */
function keepRefusal(take: TakeForJob | undefined) {
  let refusal: unknown;
  const kept: TakeForJob = (unfinished) => {
    try {
      return take!(unfinished);
    } catch (error) {
      refusal = error;
      throw error;
    }
  };
  return { take: take && kept, refusal: () => refusal };
}

function hideFault(error: unknown): never {
  const isUnavailable = !isLocked(error) && (error instanceof AppError || isDiskFault(error));
  throw isUnavailable ? new AppError("unavailable", UNAVAILABLE_MESSAGE, { cause: error }) : error;
}

function refuseFullQueue(limit: FullQueue, { perKey, bytesPerKey }: QueueLimits): never {
  if (limit === "bytes-full") {
    throw new AppError("export_storage_full", keptTooMuch(bytesPerKey));
  }
  const message =
    limit === "key-full"
      ? `This API key already has ${perKey} exports waiting or running.`
      : "Too many exports are waiting; try again later.";
  throw new AppError("export_queue_full", message, { headers: { "Retry-After": `${RETRY_AFTER_S}` } });
}
