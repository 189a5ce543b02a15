import { basename, dirname } from "node:path";
import { AppError, messageOf } from "../../base/errors.ts";
import { memoizePerObject } from "../../base/memoize.ts";
import { type Database, openReadOnly, type SQLQueryBindings, type Statement } from "../../base/sqlite.ts";
import type { Box } from "../../geo/geometry.ts";
import { GEOPACKAGE_APPLICATION_ID } from "../schema/schema.ts";
import { type Areas, readAreas } from "./areas.ts";
import { type HistoryFile, openHistory, StatementCache } from "./history-file.ts";
import { type RegistryMeta, readRegistryMeta } from "./registry-meta.ts";
import { fileIdentityOf } from "./stable-link.ts";

export type { RegistryMeta };

/**
 * One open, immutable data version. All reads take it as first argument and are synchronous, so a request that gets a
 * snapshot once never mixes versions. Its file is not removed while it is open (old-registries.ts).
 */
export interface Snapshot {
  readonly db: Database;
  readonly path: string;
  /** Base name of the file without extension; unique for every publish in a folder. */
  readonly version: string;
  /**
   * Unique key of this data, which differs from other data under the same name too: the key for caches of a snapshot's
   * data outside the snapshot or on another thread.
   */
  readonly identity: string;
  /** Identity of the file, a part of `identity` (`fileIdentityOf`), to check whether `path` is still the same file. */
  readonly fileIdentity: string | undefined;
  readonly meta: RegistryMeta;
  readonly areas: Areas;
  /** Every voorkomen of the history; undefined when the registry keeps no history. */
  readonly history: HistoryFile | undefined;
  /** Returns a prepared statement, compiled and cached once per snapshot. Never pass text that contains user input. */
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
  /** Closes the database; every later read of the snapshot throws. */
  close(): void;
}

export interface OpenOptions {
  readonly lockTimeoutMs?: number | undefined;
  /** Folders in which the files attached to the registry may be; by default its own. */
  readonly attachedIn?: readonly string[] | undefined;
}

/**
 * Opens a registry with the files attached to it; takes milliseconds. Throws AppError `unavailable` for a file that is
 * not a registry of this schema version, and when a file that the registry names is missing or another file.
 */
export function openSnapshot(path: string, options: OpenOptions = {}): Snapshot {
  let db: Database | undefined;
  try {
    const fileIdentity = fileIdentityOf(path);
    db = openReadOnly(path, options.lockTimeoutMs);
    // Keeps the shared lock: acquiring and releasing it costs 4.5 of the 5 µs of a read by key, and this file is never
    // written. The lock also protects the file from removal (old-registries.ts).
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    const snapshot = createSnapshot(db, path, { ...options, fileIdentity });
    const { history } = snapshot;
    const isHistorySame = history === undefined || fileIdentityOf(history.path) === history.fileIdentity;
    if (fileIdentityOf(path) === fileIdentity && isHistorySame) {
      return snapshot;
    }
    history?.close();
    throw new AppError("unavailable", `${path} was removed or replaced while it was opened`);
  } catch (error) {
    db?.close();
    if (error instanceof AppError) {
      throw error;
    }
    const reason = messageOf(error);
    throw new AppError("unavailable", `${path} cannot be opened as a registry: ${reason}`, { cause: error });
  }
}

interface OpenedFile extends OpenOptions {
  readonly fileIdentity: string | undefined;
}

function createSnapshot(
  db: Database,
  path: string,
  { fileIdentity, lockTimeoutMs, attachedIn = [dirname(path)] }: OpenedFile,
): Snapshot {
  const application = db.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id;
  if (application !== GEOPACKAGE_APPLICATION_ID) {
    throw new AppError("unavailable", `${path} is not a registry: it is not a GeoPackage`);
  }
  const meta = readRegistryMeta(db, path);
  const version = basename(path, ".gpkg");
  const areas = readAreas(db);
  const statements = new StatementCache((sql) => db.prepare(sql));
  const history = openHistory(attachedIn, meta.attached, lockTimeoutMs);
  return {
    db,
    path,
    version,
    identity: `${version} ${meta.importedAt} ${fileIdentity} ${history?.fileIdentity ?? ""}`,
    fileIdentity,
    meta,
    areas,
    history,
    statement: (sql) => statements.get(sql),
    close() {
      history?.close();
      statements.close();
      db.close();
    },
  };
}

const BOX = `SELECT min(min_x) AS minX, min(min_y) AS minY, max(max_x) AS maxX, max(max_y) AS maxY
  FROM gpkg_contents WHERE min_x IS NOT NULL`;
const NOTHING: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

/** Returns the RD box around all objects and borders of a registry; inverted when there are none. */
export const extentOf = memoizePerObject(({ db }: Snapshot): Box => {
  const box = db.query<{ [Side in keyof Box]: number | null }, []>(BOX).get();
  return box === null || box.minX === null ? NOTHING : (box as Box);
});
