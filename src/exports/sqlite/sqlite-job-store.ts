/** Jobs in accounts.db. */
import { inspectAccountsFile, openAccountsFile } from "../../accounts/sqlite/accounts-file.ts";
import { SQLITE } from "../../accounts/store-dialect.ts";
import { BUSY_TIMEOUT_MS } from "../../base/sqlite.ts";
import { runOnSqlite, type SyncStore, syncStore } from "../../base/store-operations.ts";
import type { JobReader } from "../job.ts";
import { type JobMethods, jobOperations } from "../job-operations.ts";
import { hasTable, makeTable } from "./job-table.ts";

/**
 * Opens the jobs in a data folder's accounts.db. Every method throws when the file stays locked for longer than
 * `waitMs`.
 */
export function openSqliteJobs(
  dataDir: string,
  { create = true, waitMs = BUSY_TIMEOUT_MS } = {},
): SyncStore<JobMethods> & { close(): void } {
  const file = openAccountsFile(dataDir, { create, prepare: makeTable });
  file.setBusyTimeout(waitMs);
  const store = syncStore<JobMethods>(jobOperations(SQLITE), (operation) => {
    // Jobs in a file that was replaced are lost.
    file.reopenIfReplaced();
    return runOnSqlite(file.db, operation);
  });
  return { ...store, close: () => file.close() };
}

/** Opens the jobs of a data folder for reading, and leaves no file next to accounts.db. */
export function inspectSqliteJobs(dataDir: string): JobReader {
  const { db, close } = inspectAccountsFile(dataDir);
  // Without the table no job was ever requested.
  const store = hasTable(db)
    ? syncStore<JobMethods>(jobOperations(SQLITE), (operation) => runOnSqlite(db, operation))
    : { countByState: () => ({}), oldestPendingMs: () => undefined, listLatest: () => [] };
  return { ...store, close };
}
