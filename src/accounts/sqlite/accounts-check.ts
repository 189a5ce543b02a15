/** Inspects accounts.db without changing it: whether it is sound, and which version of baken made it. */
import { messageOf } from "../../base/errors.ts";
import type { Database } from "../../base/sqlite.ts";
import { hasAccounts, listMigrations, listUnknownColumns } from "./accounts-db.ts";
import { inspectAccountsFile } from "./accounts-file.ts";

/** Returns the fault of accounts.db, each page read; undefined for a sound file and without a file. */
export function findAccountsFault(dataDir: string): string | undefined {
  if (!hasAccounts(dataDir)) {
    return undefined;
  }
  try {
    return inspect(dataDir, (db, path) => {
      const [row] = db.query<{ integrity_check: string }, []>("PRAGMA integrity_check(1)").all();
      return row?.integrity_check === "ok" ? undefined : `${path} is damaged: ${row?.integrity_check}.`;
    });
  } catch (error) {
    return messageOf(error);
  }
}

/** `older`: the next start converts it. `newer`: a later version of baken added columns. */
export type AccountsVersion = "absent" | "older" | "current" | "newer";

/** Returns the version of accounts.db. Throws `unavailable` when it cannot be read. */
export function inspectAccountsVersion(dataDir: string): AccountsVersion {
  if (!hasAccounts(dataDir)) {
    return "absent";
  }
  return inspect(dataDir, (db) => {
    if (listUnknownColumns(db).length > 0) {
      return "newer";
    }
    return listMigrations(db, { create: false }).length > 0 ? "older" : "current";
  });
}

function inspect<T>(dataDir: string, work: (db: Database, path: string) => T): T {
  const file = inspectAccountsFile(dataDir);
  try {
    return work(file.db, file.path);
  } finally {
    file.close();
  }
}
