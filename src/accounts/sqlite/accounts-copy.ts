/** Copies accounts.db while servers write it, checks such a copy, and puts one in place of accounts.db. */
import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { isDamaged } from "../../base/disk-fault.ts";
import { syncPath } from "../../base/draft-file.ts";
import { AppError } from "../../base/errors.ts";
import { FileLock } from "../../base/file-lock.ts";
import { makePrivate } from "../../base/folder-owner.ts";
import { BUSY_TIMEOUT_MS, copyWhileServing, openFinished, openShared } from "../../base/sqlite.ts";
import { accountsPath, toAccountsError } from "./accounts-db.ts";

/** Writes a consistent copy of accounts.db to `target`, which must not exist. Returns its number of keys. */
export function copyAccounts(dataDir: string, target: string): number {
  const path = accountsPath(dataDir);
  try {
    copyWhileServing(path, target);
    return checkAccountsCopy(target);
  } catch (error) {
    throw toAccountsError(error, path);
  }
}

/**
 * Checks every page of a copy, and that it holds keys. Returns their number. Throws `unavailable` for a damaged file, a
 * file of another program, and a file with a journal or a log next to it. Such a file was copied by another program
 * while it was written, so it may be torn.
 */
export function checkAccountsCopy(path: string): number {
  const [, ...others] = listSiblings(path);
  if (others.length > 0) {
    throw new AppError(
      "unavailable",
      `${others.join(", ")} beside ${path}: it was copied by hand while a server wrote it. Use a copy made by baken backup.`,
    );
  }
  try {
    using db = openFinished(path);
    const faults = db.query<{ integrity_check: string }, []>("PRAGMA integrity_check(3)").all();
    if (faults[0]?.integrity_check !== "ok") {
      const list = faults.map(({ integrity_check }) => integrity_check).join("; ");
      throw new AppError("unavailable", `${path} is damaged: ${list}. Use another backup.`);
    }
    if (db.query("SELECT 1 FROM sqlite_schema WHERE name = 'api_key'").get() === null) {
      throw new AppError("unavailable", `${path} has no table api_key: it is not an accounts.db of baken.`);
    }
    return db.query<{ keys: number }, []>("SELECT count(*) AS keys FROM api_key").get()!.keys;
  } catch (error) {
    throw toAccountsError(error, path);
  }
}

/**
 * Renames `draft`, a checked copy on the same disk, to accounts.db. The former file and the files beside it get names
 * that begin with `keptPath`. Returns true when there was a former file. Throws `unavailable` when another process uses
 * the former file, which then stays.
 */
export function replaceAccounts(dataDir: string, draft: string, keptPath: string): boolean {
  const path = accountsPath(dataDir);
  const isKept = existsSync(path);
  try {
    listSiblings(path).forEach(makePrivate);
    using lock = isKept ? lockFormer(path) : undefined;
    if (lock === undefined) {
      // The former file is absent or damaged: a journal or log next to it would change the new file.
      for (const former of listSiblings(path)) {
        renameSync(former, keptPath + former.slice(path.length));
      }
    } else {
      keepUnderSecondName(path, keptPath);
    }
    renameSync(draft, path);
    syncPath(dirname(path));
    return isKept;
  } catch (error) {
    throw toAccountsError(error, path);
  }
}

/**
 * Locks accounts.db against all writers, after rolling back or applying what a killed process left next to it. Returns
 * undefined for a damaged file.
 */
function lockFormer(path: string): FileLock | undefined {
  try {
    rollBack(path);
    const lock = FileLock.acquire(path, { waitMs: BUSY_TIMEOUT_MS });
    if (lock !== undefined) {
      // A process killed before it had synced its journal had not changed the file: SQLite ignores that journal, and
      // leaves it to the next writer. No process has it open, as each needs the lock.
      rmSync(`${path}-journal`, { force: true });
      if (listSiblings(path).length === 1) {
        return lock;
      }
      lock.close();
    }
  } catch (error) {
    if (isDamaged(error)) {
      return undefined;
    }
    throw error;
  }
  throw new AppError(
    "unavailable",
    `${path} is in use by another process: stop the server and other commands first.`,
  );
}

/** Reads the file, so that SQLite ends the transaction that a killed process left beside it. */
function rollBack(path: string): void {
  using db = openShared(path, { create: false });
  db.query("SELECT count(*) FROM sqlite_schema").get();
}

/** Gives accounts.db a second name, so that it is never absent; renames it where links are not possible. */
function keepUnderSecondName(path: string, keptPath: string): void {
  try {
    linkSync(path, keptPath);
  } catch {
    renameSync(path, keptPath);
  }
}

/** Returns the paths of a database and of the files that SQLite keeps beside it, as far as they exist. */
function listSiblings(path: string): string[] {
  return ["", "-journal", "-wal", "-shm"].map((end) => path + end).filter((file) => existsSync(file));
}
