import { accessSync, constants } from "node:fs";
import { createForFolderOwner } from "./folder-owner.ts";
import { Database, isLocked } from "./sqlite.ts";

export interface FileLockOptions {
  /** Creates the file when it is missing. */
  readonly create?: boolean;
  /** Maximum milliseconds to wait for another holder. */
  readonly waitMs?: number;
}

/**
 * Exclusive lock on a SQLite file, registry or lock file, against all processes and threads. It ends with `close` or
 * with its process, in whatever way that ends. Only SQLite may take such a lock, because POSIX locks belong to a
 * process: any other open and close of the file would drop the locks that the process's own connections hold on it.
 */
export class FileLock implements Disposable {
  readonly #db: Database;

  private constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns the lock; undefined when another connection holds or reads the file. Throws when it cannot be opened or may
   * not be written.
   */
  static acquire(path: string, { create = false, waitMs = 0 }: FileLockOptions = {}): FileLock | undefined {
    if (create) {
      createForFolderOwner(path);
    }
    const db = new Database(path, { create, readwrite: true });
    try {
      // SQLite opens a file without write permission as a reader, and readers share the lock.
      accessSync(path, constants.W_OK);
      db.run(`PRAGMA busy_timeout = ${waitMs}`);
      // Keeps the lock after the transaction in which `storeNumber` writes.
      db.run("PRAGMA locking_mode = EXCLUSIVE");
      db.run("BEGIN EXCLUSIVE");
      return new FileLock(db);
    } catch (error) {
      db.close();
      if (isLocked(error)) {
        return undefined;
      }
      throw error;
    }
  }

  /** Number that its holders keep in the file, such as the number of the last publish (import-state.ts); 0 at first. */
  get number(): number {
    return readUserVersion(this.#db);
  }

  /** Stores a number in the file, synced to disk. To be called once. */
  storeNumber(number: number): void {
    this.#db.run(`PRAGMA user_version = ${number}`);
    this.#db.run("COMMIT");
  }

  /** Releases the lock; does nothing when called again. */
  close(): void {
    this.#db.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Returns the number stored in a lock file; "locked" while another connection holds it. Throws when unreadable. */
export function readLockedNumber(path: string): number | "locked" {
  const db = new Database(path, { readonly: true });
  try {
    return readUserVersion(db);
  } catch (error) {
    if (isLocked(error)) {
      return "locked";
    }
    throw error;
  } finally {
    db.close();
  }
}

function readUserVersion(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}
