import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { AppError } from "../base/errors.ts";
import { type Database, openReadOnly, type SQLQueryBindings, type Statement } from "../base/sqlite.ts";
import { type Areas, readAreas } from "./areas.ts";
import { type RegistryMeta, readMeta } from "./registry-meta.ts";
import { GEOPACKAGE_APPLICATION_ID } from "./schema.ts";

export type { RegistryMeta };

/**
 * One data version, open and immutable. All reads take it first and are synchronous, so a request that takes
 * `registry.current()` once never mixes versions.
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

/** The file of a data folder that names the registry to serve: one line, a file name in the same folder. */
export const POINTER_FILE = "current";

/** The registry a data folder points at, followed while the pointer moves. One per thread. */
export interface Registry {
  /** `undefined` until there is a registry that opens. Take it once for each request. */
  current(): Snapshot | undefined;
  /**
   * Looks at the pointer (microseconds when it has not moved) and opens what it names; true when that swapped. What
   * cannot be opened is reported once for each name and tried again at the next call; what served keeps serving.
   */
  refresh(): boolean;
  close(): void;
}

/** Throws AppError `unavailable` for what is not a registry of this schema version. Costs milliseconds. */
export function openSnapshot(path: string): Snapshot {
  let db: Database | undefined;
  try {
    db = openReadOnly(path);
    // Keeps the read lock: taking and leaving it costs 4.5 of the 5 µs of a read by key, and nobody writes this file.
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    return snapshotOf(db, path);
  } catch (error) {
    db?.close();
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("unavailable", `${path} cannot be opened as a registry: ${reason}`, { cause: error });
  }
}

/**
 * Opens what `dataDir` points at; nothing there is no error. A snapshot that was swapped out stays open until the next
 * swap, for whoever still holds it.
 */
export function openRegistry(dataDir: string, onError: (error: Error) => void = () => {}): Registry {
  let current: Snapshot | undefined;
  let previous: Snapshot | undefined;
  let servedName: string | undefined;
  let reportedName: string | undefined;

  const registry: Registry = {
    current: () => current,
    refresh() {
      const name = readPointer(dataDir);
      if (name === undefined || name === servedName) return false;
      try {
        const next = openSnapshot(join(dataDir, checkedFileName(name)));
        previous?.close();
        previous = current;
        current = next;
        servedName = name;
        reportedName = undefined;
        return true;
      } catch (error) {
        if (reportedName !== name) onError(error as Error);
        reportedName = name;
        return false;
      }
    },
    close() {
      previous?.close();
      current?.close();
      previous = current = servedName = undefined;
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

function readPointer(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, POINTER_FILE), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

function checkedFileName(name: string): string {
  if (name === basename(name) && name !== "..") return name;
  throw new AppError("unavailable", `${POINTER_FILE} must hold a file name, not ${JSON.stringify(name)}`);
}
