import type { AccountsPlace } from "../accounts/accounts-place.ts";
import type { Awaitable } from "../base/awaitable.ts";
import { whenReady } from "../base/awaitable.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { retryWhileLocked } from "../base/retry-locked.ts";
import { SETTINGS } from "../base/settings.ts";
import { isLocked } from "../base/sqlite.ts";
import { countAdressen } from "../registry/adres-filter.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { openExportFolder } from "./export-folder.ts";
import { gzipNameOf } from "./gzipped-draft.ts";
import type { ExportJob, JobState, QueueLimits } from "./job.ts";
import { openJobStore } from "./open-job-store.ts";
import type { ExportRequest } from "./write-addresses.ts";

/** Operations on exports for request handlers; worker.ts runs the jobs. */
export interface Exports {
  /** Queues an export for a key; refuses with `export_queue_full` at the limits. */
  queue(keyId: number, request: ExportRequest, snapshot: Snapshot): Awaitable<ExportJob>;
  /** Returns a job of that key. */
  find(id: string, keyId: number): Awaitable<ExportJob | undefined>;
  /** Counts all jobs by state and lists the latest ones, newest first, for the owner of the service. */
  report(limit: number): Awaitable<ExportsReport>;
  /** Returns the paths of a completed job's file and its compressed form; jobs of older versions lack the latter. */
  pathsOf(fileName: string): { readonly path: string; readonly gzipPath: string };
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
export function openExports(place: AccountsPlace, limits = DEFAULT_LIMITS): Exports {
  const jobs = openJobStore(place, { waitMs: 0 });
  const folder = openExportFolder(place.dataDir);
  return {
    queue(keyId, request, snapshot) {
      const totalRecords = countAdressen(snapshot, request.filter);
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
    pathsOf: (fileName) => ({
      path: folder.pathOf(fileName),
      gzipPath: folder.pathOf(gzipNameOf(fileName)),
    }),
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
