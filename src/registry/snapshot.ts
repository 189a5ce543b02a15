import { basename, join } from "node:path";
import { AppError, messageOf } from "../base/errors.ts";
import { type Database, openReadOnly, type SQLQueryBindings, type Statement } from "../base/sqlite.ts";
import { type Areas, readAreas } from "./areas.ts";
import { fileIdentityOf } from "./file-identity.ts";
import { POINTER_FILE, readPointer } from "./pointer.ts";
import { type RegistryMeta, readRegistryMeta } from "./registry-meta.ts";
import { GEOPACKAGE_APPLICATION_ID } from "./schema.ts";

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
  /** Identity of the file, a part of `identity` (file-identity.ts), to check whether `path` is still the same file. */
  readonly fileIdentity: string | undefined;
  readonly meta: RegistryMeta;
  readonly areas: Areas;
  /** Returns a prepared statement, compiled and cached once per snapshot. Never pass text that contains user input. */
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
  /** Closes the database; every later read of the snapshot throws. */
  close(): void;
}

/** The served registry; `refresh` follows the pointer to new versions. One per thread. */
export interface Registry {
  /**
   * Returns the current snapshot; `undefined` until a registry opens. Use it synchronously only: the next refresh may
   * swap it out and the one after close it. Asynchronous work must use `pin`.
   */
  current(): Snapshot | undefined;
  /** Returns the current snapshot and keeps it open until `unpin`; `undefined` until a registry opens. */
  pin(): Snapshot | undefined;
  /** Releases the snapshot of one `pin` call. */
  unpin(snapshot: Snapshot | undefined): void;
  /**
   * Checks the pointer and the file (microseconds when neither has changed) and opens the registry that it names;
   * returns true when it swapped the current snapshot. A registry that cannot be opened is reported once, until its
   * state changes, and retried at the next call; the current snapshot keeps serving. Closes swapped-out snapshots that
   * are unpinned.
   */
  refresh(): boolean;
  /** Closes swapped-out snapshots that are unpinned, as `refresh` does. */
  closeUnpinned(): void;
  close(): void;
}

/** Path of the registry to serve, or the fault of the pointer. */
export type RegistryTarget = { readonly path: string } | { readonly fault: string };

/** Lock timeout for a new registry on a thread that is already serving; the next refresh retries. */
const SERVING_LOCK_TIMEOUT_MS = 40;

/** Opens a registry; takes milliseconds. Throws AppError `unavailable` for any file but one of this schema version. */
export function openSnapshot(path: string, lockTimeoutMs?: number): Snapshot {
  let db: Database | undefined;
  try {
    const fileIdentity = fileIdentityOf(path);
    db = openReadOnly(path, lockTimeoutMs);
    // Keeps the shared lock: acquiring and releasing it costs 4.5 of the 5 µs of a read by key, and nobody writes this
    // file. The lock also protects the file from removal (old-registries.ts).
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    const snapshot = createSnapshot(db, path, fileIdentity);
    if (fileIdentityOf(path) === fileIdentity) {
      return snapshot;
    }
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

/** Opens the registry that `dataDir` points at and follows its pointer; an absent pointer is no error. */
export function openRegistry(dataDir: string, onError?: (error: Error) => void): Registry {
  return openRegistryFrom(() => readPointerTarget(dataDir), onError);
}

function readPointerTarget(dataDir: string): RegistryTarget | undefined {
  const pointer = readPointer(dataDir);
  if (pointer.kind === "name") {
    return { path: join(dataDir, pointer.name) };
  }
  return pointer.kind === "absent"
    ? undefined
    : { fault: `${join(dataDir, POINTER_FILE)} ${pointer.reason}` };
}

/**
 * Opens the target that `readTarget` returns and follows it; an undefined target is no error before the first
 * snapshot.
 */
export function openRegistryFrom(
  readTarget: () => RegistryTarget | undefined,
  onError: (error: Error) => void = () => {},
): Registry {
  let current: Snapshot | undefined;
  let servedKey: string | undefined;
  let reportedKey: string | undefined;
  const swappedOut = new Set<Snapshot>();
  const pins = new Map<Snapshot, number>();

  function closeUnpinned(): void {
    const unpinned = [...swappedOut].filter((snapshot) => !pins.has(snapshot));
    for (const snapshot of unpinned) {
      swappedOut.delete(snapshot);
      snapshot.close();
    }
    // Frees the caches of closed snapshots: an idle thread would not collect garbage for days.
    if (unpinned.length > 0) {
      Bun.gc(true);
    }
  }

  function swapTo(target: RegistryTarget | undefined): void {
    if (target === undefined) {
      throw new AppError("unavailable", `the file ${POINTER_FILE} no longer exists`);
    }
    if ("fault" in target) {
      throw new AppError("unavailable", target.fault);
    }
    const next = openSnapshot(target.path, current && SERVING_LOCK_TIMEOUT_MS);
    if (current !== undefined) {
      swappedOut.add(current);
    }
    current = next;
  }

  const registry: Registry = {
    current: () => current,
    pin() {
      if (current !== undefined) {
        pins.set(current, (pins.get(current) ?? 0) + 1);
      }
      return current;
    },
    unpin(snapshot) {
      if (snapshot === undefined) {
        return;
      }
      const pinCount = (pins.get(snapshot) ?? 0) - 1;
      if (pinCount > 0) {
        pins.set(snapshot, pinCount);
      } else {
        pins.delete(snapshot);
      }
    },
    refresh() {
      closeUnpinned();
      let target = readTarget();
      let targetKey = keyOfTarget(target);
      // Reported before any other read, because a read of the truncated file may end the process.
      if (targetKey !== servedKey && targetKey !== reportedKey && isTruncated(current)) {
        onError(truncationError(current));
      }
      while (targetKey !== servedKey && (target ?? current) !== undefined) {
        try {
          swapTo(target);
          servedKey = targetKey;
          reportedKey = undefined;
          return true;
        } catch (error) {
          const attemptedKey = targetKey;
          target = readTarget();
          targetKey = keyOfTarget(target);
          // The pointer moved during the attempt: the earlier target may be removed, so its error does not matter.
          if (targetKey !== attemptedKey) {
            continue;
          }
          if (reportedKey !== attemptedKey) {
            onError(withServedPath(error as Error, current));
          }
          reportedKey = attemptedKey;
          return false;
        }
      }
      reportedKey = undefined;
      return false;
    },
    closeUnpinned,
    close() {
      for (const snapshot of swappedOut) {
        snapshot.close();
      }
      swappedOut.clear();
      pins.clear();
      current?.close();
      current = servedKey = undefined;
    },
  };
  registry.refresh();
  return registry;
}

/** Returns true when the file was truncated while it is memory-mapped: reading beyond its end is a bus error. */
function isTruncated(current: Snapshot | undefined): current is Snapshot {
  if (current?.fileIdentity === undefined) {
    return false;
  }
  const [dev, ino, , size] = current.fileIdentity.split(":");
  const [devNow, inoNow, , sizeNow] = fileIdentityOf(current.path)?.split(":") ?? [];
  return dev === devNow && ino === inoNow && Number(sizeNow) < Number(size);
}

function truncationError({ path }: Snapshot): Error {
  return new AppError(
    "unavailable",
    `${path} was truncated while it was being served; this process may end with a bus error. Never overwrite a registry: write a new file beside it, then rename that`,
  );
}

function withServedPath(error: Error, current: Snapshot | undefined): Error {
  if (current === undefined) {
    return error;
  }
  return new AppError("unavailable", `${error.message}; ${current.path} keeps serving`, { cause: error });
}

/** Returns a key that is equal for the same file under the same name, or for the same fault. */
function keyOfTarget(target: RegistryTarget | undefined): string {
  if (target === undefined) {
    return "";
  }
  return "fault" in target ? target.fault : `${target.path}\n${fileIdentityOf(target.path)}`;
}

function createSnapshot(db: Database, path: string, fileIdentity: string | undefined): Snapshot {
  const application = db.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id;
  if (application !== GEOPACKAGE_APPLICATION_ID) {
    throw new AppError("unavailable", `${path} is not a registry: it is not a GeoPackage`);
  }
  const meta = readRegistryMeta(db, path);
  const version = basename(path, ".gpkg");
  const statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();
  return {
    db,
    path,
    version,
    identity: `${version} ${meta.importedAt} ${fileIdentity}`,
    fileIdentity,
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
      for (const statement of statements.values()) {
        statement.finalize();
      }
      statements.clear();
      db.close();
    },
  };
}
