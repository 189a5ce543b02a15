import { statSync } from "node:fs";
import { AppError } from "../base/errors.ts";
import { type Database, PATIENT_MS } from "../base/sqlite.ts";
import { type AccountsDbOptions, accountsFault, accountsPath, openAccountsDb } from "./accounts-db.ts";

/** An open accounts.db. */
export interface AccountsFile {
  readonly db: Database;
  /**
   * Makes sure that `db` is the file of that name; true when another one was opened because it had taken its place.
   * Costs microseconds when nothing changed. Throws while there is no file that can be used; `db` then is the one before,
   * for nobody to write to.
   */
  follow(): boolean;
  /** False when something was written to `db` that nobody may find: another file, or none, has its name. */
  isInPlace(): boolean;
  /** How long locks are waited for from here on; until then, as long as a start may take. */
  setWait(ms: number): void;
  close(): void;
}

export interface FollowOptions extends Pick<AccountsDbOptions, "create"> {
  /** Makes what else this user of the file needs in it. */
  readonly prepare?: (db: Database) => void;
}

/**
 * Opens a data folder's accounts.db for a process that lives long. A restore puts another file in its place: what holds
 * the old one would read and write a file that nobody finds any more. A file that is gone is never made anew, for that
 * would be one without keys. Waits for locks as long as a
 * start may, until told otherwise.
 */
export function followAccountsDb(dataDir: string, options: FollowOptions = {}): AccountsFile {
  const path = accountsPath(dataDir);
  let waitMs = PATIENT_MS;
  let { db, identity } = open(dataDir, { ...options, waitMs });
  return {
    get db() {
      return db;
    },
    follow() {
      const found = identityOf(path);
      if (found === undefined)
        throw new AppError(
          "unavailable",
          `${path} is gone: put it back, or restart the server to begin anew`,
        );
      if (found === identity) return false;
      const next = open(dataDir, { ...options, waitMs, create: false });
      assertWhole(next.db, path);
      db.close();
      ({ db, identity } = next);
      return true;
    },
    isInPlace: () => identityOf(path) === identity,
    setWait(ms) {
      waitMs = ms;
      db.run(`PRAGMA busy_timeout = ${ms}`);
    },
    close: () => db.close(),
  };
}

function open(
  dataDir: string,
  options: FollowOptions & AccountsDbOptions,
): { db: Database; identity: string | undefined } {
  const path = accountsPath(dataDir);
  // Looked at first: should the file be replaced meanwhile, the next look notices.
  const before = identityOf(path);
  const db = openAccountsDb(dataDir, options);
  try {
    options.prepare?.(db);
    return { db, identity: before ?? identityOf(path) };
  } catch (error) {
    db.close();
    throw accountsFault(error, path);
  }
}

/** An open file keeps its inode, so that no other file can have the same. */
function identityOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
  } catch (error) {
    throw accountsFault(error, path);
  }
}

/** A file that is still being copied to its place has fewer bytes than its header says. */
function assertWhole(db: Database, path: string): void {
  const { bytes } = db
    .query<{ bytes: number }, []>(
      "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size",
    )
    .get()!;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes) return;
  db.close();
  throw new AppError("unavailable", `${path} is not whole yet`);
}
