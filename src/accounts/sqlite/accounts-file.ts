import { statSync } from "node:fs";
import { AppError } from "../../base/errors.ts";
import { BUSY_TIMEOUT_MS, type Database, openForInspection } from "../../base/sqlite.ts";
import { type AccountsDbOptions, accountsPath, openAccountsDb, toAccountsError } from "./accounts-db.ts";

/** An open accounts.db. */
export interface AccountsFile {
  readonly path: string;
  readonly db: Database;
  /**
   * Reopens `db` when another file has replaced accounts.db; returns true when it did. Costs microseconds when nothing
   * changed. Throws while no usable file exists; `db` is then still the previous file, and nothing may write to it.
   */
  reopenIfReplaced(): boolean;
  /** Returns false when the path has another file or none, so that writes to `db` may be lost. */
  isInPlace(): boolean;
  /** Sets the maximum wait for locks from now on; before the first call it is `BUSY_TIMEOUT_MS`. */
  setBusyTimeout(ms: number): void;
  close(): void;
}

export interface AccountsFileOptions extends Pick<AccountsDbOptions, "create"> {
  /** Creates further tables that this user of the file needs. */
  readonly prepare?: (db: Database) => void;
}

/**
 * Opens a data folder's accounts.db for a long-lived process. A restore replaces the file: a process that keeps the old
 * one open would read and write a file that no longer has a path. A file that has disappeared is never created again,
 * because the new one would have no keys. Waits for locks for `BUSY_TIMEOUT_MS` until `setBusyTimeout` changes that.
 */
export function openAccountsFile(dataDir: string, options: AccountsFileOptions = {}): AccountsFile {
  const path = accountsPath(dataDir);
  let waitMs = BUSY_TIMEOUT_MS;
  let { db, identity } = open(dataDir, { ...options, waitMs });
  return {
    path,
    get db() {
      return db;
    },
    reopenIfReplaced() {
      const pathIdentity = identityOf(path);
      if (pathIdentity === undefined) {
        throw new AppError(
          "unavailable",
          `${path} has been removed: put it back, or restart the server to create one without keys`,
        );
      }
      if (pathIdentity === identity) {
        return false;
      }
      const reopened = open(dataDir, { ...options, waitMs, create: false });
      assertComplete(reopened.db, path);
      db.close();
      ({ db, identity } = reopened);
      return true;
    },
    isInPlace: () => identityOf(path) === identity,
    setBusyTimeout(ms) {
      waitMs = ms;
      db.run(`PRAGMA busy_timeout = ${ms}`);
    },
    close: () => db.close(),
  };
}

/** Opens an existing accounts.db read-only, in its present state, and leaves no file beside it. */
export function inspectAccountsFile(dataDir: string): AccountsFile {
  const path = accountsPath(dataDir);
  try {
    const db = openForInspection(path);
    return {
      path,
      db,
      reopenIfReplaced: () => false,
      isInPlace: () => true,
      setBusyTimeout: (ms) => db.run(`PRAGMA busy_timeout = ${ms}`),
      close: () => db.close(),
    };
  } catch (error) {
    throw toAccountsError(error, path);
  }
}

function open(
  dataDir: string,
  options: AccountsFileOptions & AccountsDbOptions,
): { db: Database; identity: string | undefined } {
  const path = accountsPath(dataDir);
  // Read before opening: if the file is replaced in between, the next check notices.
  const before = identityOf(path);
  const db = openAccountsDb(dataDir, options);
  try {
    options.prepare?.(db);
    return { db, identity: before ?? identityOf(path) };
  } catch (error) {
    db.close();
    throw toAccountsError(error, path);
  }
}

/** Returns device and inode of the file. An open file keeps its inode, so no other file can have the same one. */
function identityOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
  } catch (error) {
    throw toAccountsError(error, path);
  }
}

/** Throws while the file is still being copied: it then has fewer bytes than its header says. */
function assertComplete(db: Database, path: string): void {
  const { bytes } = db
    .query<{ bytes: number }, []>(
      "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size",
    )
    .get()!;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes) {
    return;
  }
  db.close();
  throw new AppError("unavailable", `${path} is shorter than its header says: a copy is not complete yet`);
}
