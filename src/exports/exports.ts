import type { Awaitable } from "../base/awaitable.ts";
import { whenReady } from "../base/awaitable.ts";
import { SETTINGS } from "../base/config.ts";
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";
import { whenUnlocked } from "../base/patience.ts";
import { isLocked } from "../base/sqlite.ts";
import { countAdressen } from "../registry/adres-filter.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { openExportFolder } from "./export-folder.ts";
import { gzipNameOf } from "./gzipped-draft.ts";
import type { ExportJob, QueueLimits } from "./job.ts";
import { openJobStore } from "./sqlite-job-store.ts";
import type { ExportRequest } from "./write-addresses.ts";

/** What requests do with exports; the work itself is done elsewhere (worker.ts). */
export interface Exports {
  /** Queues an export for a key; refuses with `export_queue_full` at the limits. */
  queue(keyId: number, request: ExportRequest, snapshot: Snapshot): Awaitable<ExportJob>;
  /** A job of that key. */
  find(id: string, keyId: number): Awaitable<ExportJob | undefined>;
  /** Where the file of a completed job lies, and its compressed form; jobs of older versions have none. */
  pathsOf(fileName: string): { readonly path: string; readonly gzipPath: string };
  close(): void;
}

export type { QueueLimits };

const DEFAULT_LIMITS: QueueLimits = {
  perKey: Number(SETTINGS.exportsPerKey.default),
  overall: Number(SETTINGS.exportsQueued.default),
};

/** Seconds after which a full queue is worth asking again. */
const RETRY_AFTER_S = 10;

/** For threads that answer requests: no lock holds them up, and a store that cannot be used is 503. */
export function openExports(dataDir: string, limits = DEFAULT_LIMITS): Exports {
  const jobs = openJobStore(dataDir, { create: false, waitMs: 0 });
  const folder = openExportFolder(dataDir);
  return {
    queue(keyId, request, snapshot) {
      const totalRecords = countAdressen(snapshot, request.filter);
      return whenReady(
        ask(() => jobs.add({ keyId, request, totalRecords }, limits)),
        (added) => {
          if (added === "key-full") refuse(`This API key already has ${limits.perKey} exports under way.`);
          if (added === "all-full") refuse("Too many exports are waiting; try again later.");
          return added;
        },
      );
    },
    find: (id, keyId) => ask(() => jobs.find(id, keyId)),
    pathsOf: (fileName) => ({
      path: folder.pathOf(fileName),
      gzipPath: folder.pathOf(gzipNameOf(fileName)),
    }),
    close: () => jobs.close(),
  };
}

const UNUSABLE = "Exports cannot be asked for now; try again later.";

/** What is wrong with the store is the operator's to know (accounts/usage-keeper.ts), not the client's. */
function ask<T>(question: () => T): Awaitable<Awaited<T>> {
  return whenUnlocked(() => {
    try {
      return question();
    } catch (error) {
      const isUnusable = !isLocked(error) && (error instanceof AppError || isDiskFault(error));
      throw isUnusable ? new AppError("unavailable", UNUSABLE, { cause: error }) : error;
    }
  }, UNUSABLE);
}

function refuse(message: string): never {
  throw new AppError("export_queue_full", message, { headers: { "Retry-After": `${RETRY_AFTER_S}` } });
}
