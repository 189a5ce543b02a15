import type { AccountsPlace } from "../accounts/accounts-place.ts";
import type { Awaitable } from "../base/awaitable.ts";
import { whenReady } from "../base/awaitable.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { retryWhileLocked } from "../base/retry-locked.ts";
import { SETTINGS } from "../base/settings.ts";
import { isLocked } from "../base/sqlite.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import type { FoundFile } from "./export-files.ts";
import type { ExportJob, JobState, QueueLimits } from "./job.ts";
import { type ExportFilesOptions, openExportFiles } from "./open-export-files.ts";
import { openJobStore } from "./open-job-store.ts";
import { countRows, type ExportRequest } from "./export-request.ts";

/** Operations on exports for request handlers; worker.ts runs the jobs. */
export interface Exports {
  /** Queues an export for a key; refuses with `export_queue_full` at the limits. */
  queue(keyId: number, request: ExportRequest, snapshot: Snapshot): Awaitable<ExportJob>;
  /** Returns a job of that key. */
  find(id: string, keyId: number): Awaitable<ExportJob | undefined>;
  /** Counts all jobs by state and lists the latest ones, newest first, for the owner of the service. */
  report(limit: number): Awaitable<ExportsReport>;
  /** Returns the file of a completed job and its compressed form; undefined when it was removed. */
  findFile(fileName: string): Awaitable<FoundFile | undefined>;
  close(): void;
}

export type { QueueLimits };

export interface ExportsReport {
  readonly counts: Partial<Record<JobState, number>>;
  readonly latest: readonly ExportJob[];
}

const DEFAULT_LIMITS: QueueLimits = {
  perKey: Number(SETTINGS.exportsPerKey.default),
  overall: Number(SETTINGS.exportsQueued.default),
};

/** Seconds after which a client should retry when the queue is full. */
const RETRY_AFTER_S = 10;

/**
 * Opens the exports for threads that serve requests: a locked database never blocks the thread, and an unusable store
 * gives 503.
 */
export function openExports(options: AccountsPlace & ExportFilesOptions, limits = DEFAULT_LIMITS): Exports {
  const jobs = openJobStore(options, { waitMs: 0 });
  const files = openExportFiles(options);
  return {
    queue(keyId, request, snapshot) {
      const totalRecords = countRows(snapshot, request);
      return whenReady(
        runQuery(() => jobs.add({ keyId, request, totalRecords }, limits)),
        (added) => {
          if (added === "key-full") {
            refuseFullQueue(`This API key already has ${limits.perKey} exports waiting or running.`);
          }
          if (added === "all-full") {
            refuseFullQueue("Too many exports are waiting; try again later.");
          }
          return added;
        },
      );
    },
    find: (id, keyId) => runQuery(() => jobs.find(id, keyId)),
    report: (limit) =>
      whenReady(
        runQuery(() => jobs.countByState()),
        (counts) =>
          whenReady(
            runQuery(() => jobs.listLatest(limit)),
            (latest) => ({ counts, latest }),
          ),
      ),
    findFile: (fileName) => runQuery(() => files.find(fileName)),
    close: () => jobs.close(),
  };
}

const UNAVAILABLE_MESSAGE = "Exports are unavailable now; try again later.";

/**
 * Runs a query as soon as the database is unlocked. Hides the cause of a fault of the store from the client: it is
 * reported to the operator by what writes the usage.
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

function hideFault(error: unknown): never {
  const isUnavailable = !isLocked(error) && (error instanceof AppError || isDiskFault(error));
  throw isUnavailable ? new AppError("unavailable", UNAVAILABLE_MESSAGE, { cause: error }) : error;
}

function refuseFullQueue(message: string): never {
  throw new AppError("export_queue_full", message, { headers: { "Retry-After": `${RETRY_AFTER_S}` } });
}
