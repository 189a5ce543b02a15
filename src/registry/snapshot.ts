import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { AppError } from "../base/errors.ts";
import { type Database, openReadOnly, type SQLQueryBindings, type Statement } from "../base/sqlite.ts";
import { type Areas, readAreas } from "./areas.ts";
import { POINTER_FILE, readPointer } from "./registry-files.ts";
import { type RegistryMeta, readMeta } from "./registry-meta.ts";
import { GEOPACKAGE_APPLICATION_ID } from "./schema.ts";

export type { RegistryMeta };

/**
 * One data version, open and immutable. All reads take it first and are synchronous, so a request that takes a snapshot
 * once never mixes versions. While it is open its file stays (registry-files.ts).
 */
export interface Snapshot {
  readonly db: Database;
  readonly path: string;
  /** The file's base name without its ending; every publish makes a new one. */
  readonly version: string;
  readonly meta: RegistryMeta;
  readonly areas: Areas;
  /** The prepared form of a constant text: compiled once per snapshot. Never pass text that holds user input. */
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
  /** After this every read of the snapshot throws. */
  close(): void;
}

/** The registry a data folder points at, followed while the pointer moves. One per thread. */
export interface Registry {
  /**
   * `undefined` until there is a registry that opens. Good for what happens at once: the next refresh but one may close
   * it. Work that waits for anything takes it by `pin`.
   */
  current(): Snapshot | undefined;
  /** The current snapshot, open until it is given back. */
  pin(): Snapshot | undefined;
  /** Gives back what one `pin` gave. */
  unpin(snapshot: Snapshot | undefined): void;
  /**
   * Looks at the pointer (microseconds when it has not moved) and opens what it names; true when that swapped. What
   * cannot be opened is reported once for each name and tried again at the next call; what served keeps serving. What
   * was swapped out closes at the first call that finds it unpinned.
   */
  refresh(): boolean;
  /** The part of `refresh` that closes. */
  closeUnpinned(): void;
  close(): void;
}

/** How long a thread that serves waits for the lock of a new registry; it looks again soon. */
const SERVING_WAIT_MS = 40;

/** Throws AppError `unavailable` for what is not a registry of this schema version. Costs milliseconds. */
export function openSnapshot(path: string, waitMs?: number): Snapshot {
  let db: Database | undefined;
  try {
    db = openReadOnly(path, waitMs);
    // Keeps the read lock: taking and leaving it costs 4.5 of the 5 µs of a read by key, and nobody writes this file.
    // It also keeps the file: who removes old registries looks for this lock.
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    const snapshot = snapshotOf(db, path);
    if (existsSync(path)) return snapshot;
    throw new AppError("unavailable", `${path} was removed while it was opened`);
  } catch (error) {
    db?.close();
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("unavailable", `${path} cannot be opened as a registry: ${reason}`, { cause: error });
  }
}

/** Opens what `dataDir` points at; nothing there is no error. */
export function openRegistry(dataDir: string, onError: (error: Error) => void = () => {}): Registry {
  let current: Snapshot | undefined;
  let servedName: string | undefined;
  let reportedName: string | undefined;
  const swappedOut = new Set<Snapshot>();
  const pins = new Map<Snapshot, number>();

  function closeUnpinned(): void {
    const unpinned = [...swappedOut].filter((snapshot) => !pins.has(snapshot));
    for (const snapshot of unpinned) {
      swappedOut.delete(snapshot);
      snapshot.close();
    }
    // What was kept of them in memory; a thread with little to do would not look for it in days.
    if (unpinned.length > 0) Bun.gc(true);
  }

  function swapTo(name: string): void {
    const next = openSnapshot(join(dataDir, checkedFileName(name)), current && SERVING_WAIT_MS);
    if (current !== undefined) swappedOut.add(current);
    current = next;
    servedName = name;
    reportedName = undefined;
  }

  const registry: Registry = {
    current: () => current,
    pin() {
      if (current !== undefined) pins.set(current, (pins.get(current) ?? 0) + 1);
      return current;
    },
    unpin(snapshot) {
      if (snapshot === undefined) return;
      const rest = (pins.get(snapshot) ?? 0) - 1;
      if (rest > 0) pins.set(snapshot, rest);
      else pins.delete(snapshot);
    },
    refresh() {
      closeUnpinned();
      let name = readPointer(dataDir);
      while (name !== undefined && name !== servedName) {
        try {
          swapTo(name);
          return true;
        } catch (error) {
          const tried = name;
          name = readPointer(dataDir);
          // Moved on meanwhile: what it named before may be gone, and need not open.
          if (name !== tried) continue;
          if (reportedName !== tried) onError(error as Error);
          reportedName = tried;
          return false;
        }
      }
      return false;
    },
    closeUnpinned,
    close() {
      for (const snapshot of swappedOut) snapshot.close();
      swappedOut.clear();
      pins.clear();
      current?.close();
      current = servedName = undefined;
    },
  };
  registry.refresh();
  return registry;
}

function snapshotOf(db: Database, path: string): Snapshot {
  const application = db.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id;
  if (application !== GEOPACKAGE_APPLICATION_ID) {
    throw new AppError("unavailable", `${path} is not a registry: it is no GeoPackage`);
  }
  const meta = readMeta(db, path);
  const statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();
  return {
    db,
    path,
    version: basename(path, ".gpkg"),
    meta,
    areas: readAreas(db),
    statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]> {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = db.prepare(sql);
        statements.set(sql, statement);
      }
      return statement as Statement<Row, SQLQueryBindings[]>;
    },
    close() {
      for (const statement of statements.values()) statement.finalize();
      statements.clear();
      db.close();
    },
  };
}

function checkedFileName(name: string): string {
  if (name === basename(name) && name !== "..") return name;
  throw new AppError("unavailable", `${POINTER_FILE} must hold a file name, not ${JSON.stringify(name)}`);
}
