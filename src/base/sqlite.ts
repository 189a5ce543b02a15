/** The only place that knows the SQLite driver. */
import { constants, Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

export { Database, type SQLQueryBindings, type Statement };

/** Opens an immutable database read-only, memory-mapped as far as the driver allows (2 GB). */
export function openReadOnly(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true });
  // Whoever looks whether a registry is still read (registry-files.ts) locks it for microseconds.
  db.run("PRAGMA busy_timeout = 1000");
  db.run("PRAGMA mmap_size = 2147418112");
  db.run("PRAGMA cache_size = -32768");
  db.run("PRAGMA query_only = ON");
  return db;
}

/**
 * Opens a database that is written from scratch and thrown away if the process dies: no journal, no syncs.
 * Whoever publishes the file syncs it first.
 */
export function openScratch(path: string, cacheBytes = 160 * 1024 * 1024): Database {
  const db = new Database(path, { create: true, readwrite: true, strict: true });
  db.run("PRAGMA page_size = 4096");
  // The driver is built defensive and ignores OFF. Pages new to the file are not journalled, and all of these are.
  db.run("PRAGMA journal_mode = MEMORY");
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA locking_mode = EXCLUSIVE");
  db.run("PRAGMA temp_store = FILE");
  db.run(`PRAGMA cache_size = -${Math.round(cacheBytes / 1024)}`);
  return db;
}

/** Opens a database that several processes read and write while serving (accounts.db): WAL, durable enough. */
export function openShared(path: string): Database {
  const db = new Database(path, { create: true, readwrite: true, strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = NORMAL");
  db.run("PRAGMA foreign_keys = ON");
  return db;
}

/**
 * Opens such a database to look at it, and leaves no file beside it: where nobody has it open, nothing is written ahead
 * of it either, and it is as immutable as it looks.
 */
export function openToLook(path: string): Database {
  const isInUse = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (isInUse) return openReadOnly(path);
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return new Database(`${pathToFileURL(path)}?immutable=1`, flags);
}

/**
 * Opens a scratch database so that the tables behind an R*Tree can be written, which `bun:sqlite` never allows: it
 * opens every database in SQLite's defensive mode. No other handle may be open on it.
 */
export function openUndefended(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.enableDefensive(false);
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -32768"])
    db.exec(`PRAGMA ${pragma}`);
  return db;
}

export type { DatabaseSync };
