/** Opens SQLite databases; the only module of `src` that imports the driver. */
import { constants, Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Awaitable } from "./awaitable.ts";
import { AppError, codeOf } from "./errors.ts";

export { Database, type SQLQueryBindings, type Statement };

/** Bytes of a file that the driver maps at most, from its front on. */
export const MAPPED_BYTES = 0x7fff0000;

/** Opens an immutable database read-only, memory-mapped as far as the driver allows. */
export function openReadOnly(path: string, waitMs = 1_000): Database {
  const db = new Database(path, { readonly: true, strict: true });
  // To check that a registry has no readers, old-registries.ts locks it for microseconds.
  db.run(`PRAGMA busy_timeout = ${waitMs}`);
  db.run(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  db.run("PRAGMA cache_size = -32768");
  db.run("PRAGMA query_only = ON");
  return db;
}

/**
 * Opens a database that is written from scratch and thrown away if the process dies: no journal file, no syncs. The
 * caller syncs the file before publishing it.
 */
export function openScratch(path: string, cacheBytes = 160 * 1024 * 1024): Database {
  return configureScratch(new Database(path, { create: true, readwrite: true, strict: true }), cacheBytes);
}

function configureScratch(db: Database, cacheBytes: number): Database {
  db.run("PRAGMA page_size = 4096");
  // The driver opens in defensive mode and ignores OFF. Pages new to the file are not journalled, and all of these
  // are new.
  db.run("PRAGMA journal_mode = MEMORY");
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA locking_mode = EXCLUSIVE");
  db.run("PRAGMA temp_store = FILE");
  db.run(`PRAGMA cache_size = -${Math.round(cacheBytes / 1024)}`);
  return db;
}

/** Cache bytes of each of two databases when one is read while the other is written: each page is read only once. */
const PAIR_CACHE_BYTES = 16 * 1024 * 1024;

/**
 * Opens a database as {@link openScratch} does, made if it is missing, with a file attached under a name as
 * {@link openFinished} opens it.
 */
export function openWithAttached(path: string, name: string, attached: string): Database {
  const db = openForAttaching(path, PAIR_CACHE_BYTES);
  attachFinished(db, name, attached);
  return db;
}

/** Opens a database as {@link openScratch} does, for {@link attachFinished}. */
export function openForAttaching(path: string, cacheBytes: number): Database {
  const { SQLITE_OPEN_READWRITE, SQLITE_OPEN_CREATE, SQLITE_OPEN_URI } = constants;
  const flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
  return configureScratch(new Database(`${pathToFileURL(path)}`, flags), cacheBytes);
}

/** Attaches a file under a name as {@link openFinished} opens it. */
export function attachFinished(db: Database, name: string, path: string): void {
  db.query(`ATTACH ? AS ${name}`).run(`${pathToFileURL(path)}?mode=ro&immutable=1`);
}

/**
 * Opens a finished file, which is never written again, read-only, without locks, and memory-mapped as far as the driver
 * allows, files attached later too: a check of all pages takes half the processor time of reading them one by one.
 */
export function openFinished(path: string): Database {
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  const db = new Database(`${pathToFileURL(path)}?immutable=1`, flags);
  db.run("PRAGMA temp_store = FILE");
  db.run(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  db.run("PRAGMA cache_size = -32768");
  return db;
}

/** Milliseconds that a command, or the start of a server, waits for another process's lock. */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database that several processes read and write while serving (accounts.db). Uses a rollback journal: a
 * write-ahead log and its index are next to the file all the time, and would be taken for the log of the file that a
 * restore puts in its place.
 */
export function openShared(path: string, { create = true, waitMs = BUSY_TIMEOUT_MS } = {}): Database {
  const db = new Database(path, { create, readwrite: true, strict: true });
  try {
    db.run(`PRAGMA busy_timeout = ${waitMs}`);
    leaveWriteAheadLog(db);
    db.run("PRAGMA synchronous = FULL");
    db.run("PRAGMA foreign_keys = ON");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Switches a file of an older version from write-ahead log to rollback journal. It stays in WAL mode while another
 * process has it open.
 */
function leaveWriteAheadLog(db: Database): void {
  const { journal_mode } = db.query<{ journal_mode: string }, []>("PRAGMA journal_mode").get()!;
  if (journal_mode !== "wal") {
    return;
  }
  try {
    db.run("PRAGMA journal_mode = DELETE");
  } catch (error) {
    if (!isLocked(error)) {
      throw error;
    }
  }
}

/** Returns true when an error, or its cause, says that another connection holds the lock: a retry may succeed. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? "") || isLocked(error.cause);
}

/** Opens a database of {@link openShared} read-only, and leaves no file next to it. */
export function openForInspection(path: string): Database {
  const isLogEmpty = hasWriteAheadLog(path) && !statSync(`${path}-wal`, { throwIfNoEntry: false })?.size;
  // Opened without `immutable`, a file in WAL mode gets a log and its index. With an empty log or none, no process
  // has it open, so it does not change.
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  const db = new Database(`${pathToFileURL(path)}${isLogEmpty ? "?immutable=1" : ""}`, flags);
  db.run("PRAGMA busy_timeout = 1000");
  return db;
}

/**
 * Writes a compact copy of a database that other processes may be writing: the commits up to one moment. It needs
 * permission to write, because a transaction that a killed process left unfinished is rolled back first. Writers of a
 * database with a rollback journal wait meanwhile. Throws SQLite's error when `target` exists, or when the lock is not
 * free within `waitMs`. The caller syncs the copy.
 */
export function copyWhileServing(path: string, target: string, waitMs = 6 * BUSY_TIMEOUT_MS): void {
  using db = new Database(path, { create: false, readwrite: true, strict: true });
  db.run(`PRAGMA busy_timeout = ${waitMs}`);
  db.run("VACUUM INTO ?", [target]);
}

/** Returns true for a database in WAL mode: bytes 18 and 19 of its header are 2. */
function hasWriteAheadLog(path: string): boolean {
  const header = Buffer.alloc(20);
  const file = openSync(path, "r");
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[18] === 2;
}

/**
 * Opens a scratch database without SQLite's defensive mode, so that the tables of an R*Tree can be written;
 * `bun:sqlite` opens every database in that mode. No other handle may be open on it.
 */
export function openWithoutDefensiveMode(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.enableDefensive(false);
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -32768"]) {
    db.exec(`PRAGMA ${pragma}`);
  }
  return db;
}

export type { DatabaseSync };

const RETRY_MS = 10;
/** Longer than any process holds the lock for a write, shorter than clients wait. */
const RETRY_TIMEOUT_MS = 10_000;

/**
 * Runs work with a database at once or, while another process holds its lock, retries it without blocking the thread.
 * The work must leave nothing half done when it throws, and wait for no lock itself. Throws `unavailable` with the
 * message `timeoutMessage` when the lock is held for more than ten seconds.
 */
export function retryWhileLocked<T>(work: () => T, timeoutMessage: string): Awaitable<Awaited<T>> {
  try {
    return work() as Awaitable<Awaited<T>>;
  } catch (error) {
    if (!isLocked(error)) {
      throw error;
    }
    return retryUntilUnlocked(work, timeoutMessage);
  }
}

async function retryUntilUnlocked<T>(work: () => T, timeoutMessage: string): Promise<Awaited<T>> {
  const deadlineMs = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    await Bun.sleep(RETRY_MS);
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) {
        throw error;
      }
      if (performance.now() > deadlineMs) {
        throw new AppError("unavailable", timeoutMessage, { cause: error });
      }
    }
  }
}
