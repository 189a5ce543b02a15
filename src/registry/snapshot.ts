import { basename, join } from "node:path";
import { AppError } from "../base/errors.ts";
import { type Database, openReadOnly, type SQLQueryBindings, type Statement } from "../base/sqlite.ts";
import { type Areas, readAreas } from "./areas.ts";
import { identityOf } from "./file-identity.ts";
import { POINTER_FILE, readPointer } from "./pointer.ts";
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
  /** The file's base name without its ending; every publish of a folder makes a new one. */
  readonly version: string;
  /**
   * Tells this data from any other, also from other data under the same name: what is kept of a snapshot outside of it, or
   * on another thread, is kept by this.
   */
  readonly identity: string;
  /** The file's own part of that (file-identity.ts), to tell whether `path` still leads to it. */
  readonly file: string | undefined;
  readonly meta: RegistryMeta;
  readonly areas: Areas;
  /** The prepared form of a constant text: compiled once per snapshot. Never pass text that holds user input. */
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
  /** After this every read of the snapshot throws. */
  close(): void;
}

/** The registry that serves, followed wherever it is. One per thread. */
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
   * Looks at the pointer and the file (microseconds when neither has changed) and opens what it names; true when that
   * swapped. What cannot be opened is reported once as long as it stays the same, and tried again at the next call; what
   * served keeps serving. What was swapped out closes at the first call that finds it unpinned.
   */
  refresh(): boolean;
  /** The part of `refresh` that closes. */
  closeUnpinned(): void;
  close(): void;
}

/** A registry to serve, or why none can be told. */
export type Target = { readonly path: string } | { readonly fault: string };

/** How long a thread that serves waits for the lock of a new registry; it looks again soon. */
const SERVING_WAIT_MS = 40;

/** Throws AppError `unavailable` for what is not a registry of this schema version. Costs milliseconds. */
export function openSnapshot(path: string, waitMs?: number): Snapshot {
  let db: Database | undefined;
  try {
    const file = identityOf(path);
    db = openReadOnly(path, waitMs);
    // Keeps the read lock: taking and leaving it costs 4.5 of the 5 µs of a read by key, and nobody writes this file.
    // It also keeps the file: who removes old registries looks for this lock.
    db.run("PRAGMA locking_mode = EXCLUSIVE");
    const snapshot = snapshotOf(db, path, file);
    if (identityOf(path) === file) return snapshot;
    throw new AppError("unavailable", `${path} was removed or replaced while it was opened`);
  } catch (error) {
    db?.close();
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("unavailable", `${path} cannot be opened as a registry: ${reason}`, { cause: error });
  }
}

/** Opens what `dataDir` points at; nothing there is no error. */
export function openRegistry(dataDir: string, onError?: (error: Error) => void): Registry {
  return followTarget(() => targetOf(dataDir), onError);
}

function targetOf(dataDir: string): Target | undefined {
  const pointer = readPointer(dataDir);
  if (pointer.kind === "name") return { path: join(dataDir, pointer.name) };
  return pointer.kind === "absent"
    ? undefined
    : { fault: `${join(dataDir, POINTER_FILE)} ${pointer.reason}` };
}

/** Opens what `look` gives, and follows it; undefined before there ever was a registry is no error. */
export function followTarget(
  look: () => Target | undefined,
  onError: (error: Error) => void = () => {},
): Registry {
  let current: Snapshot | undefined;
  let served: string | undefined;
  let reported: string | undefined;
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

  function swapTo(target: Target | undefined): void {
    if (target === undefined) throw new AppError("unavailable", `there is no file ${POINTER_FILE} any more`);
    if ("fault" in target) throw new AppError("unavailable", target.fault);
    const next = openSnapshot(target.path, current && SERVING_WAIT_MS);
    if (current !== undefined) swappedOut.add(current);
    current = next;
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
      let target = look();
      let seen = keyOf(target);
      // Said before anything reads on: that may end the process.
      if (seen !== served && seen !== reported && isCutOff(current)) onError(cutOffError(current));
      while (seen !== served && (target ?? current) !== undefined) {
        try {
          swapTo(target);
          served = seen;
          reported = undefined;
          return true;
        } catch (error) {
          const tried = seen;
          target = look();
          seen = keyOf(target);
          // Moved on meanwhile: what it named before may be gone, and need not open.
          if (seen !== tried) continue;
          if (reported !== tried) onError(withWhatServes(error as Error, current));
          reported = tried;
          return false;
        }
      }
      reported = undefined;
      return false;
    },
    closeUnpinned,
    close() {
      for (const snapshot of swappedOut) snapshot.close();
      swappedOut.clear();
      pins.clear();
      current?.close();
      current = served = undefined;
    },
  };
  registry.refresh();
  return registry;
}

/** Whether its file was made shorter while it is mapped into memory: reading what is gone is a bus error. */
function isCutOff(current: Snapshot | undefined): current is Snapshot {
  if (current?.file === undefined) return false;
  const [dev, ino, , size] = current.file.split(":");
  const [devNow, inoNow, , sizeNow] = identityOf(current.path)?.split(":") ?? [];
  return dev === devNow && ino === inoNow && Number(sizeNow) < Number(size);
}

function cutOffError({ path }: Snapshot): Error {
  return new AppError(
    "unavailable",
    `${path} was cut off in place while it serves, so that this process may end with a bus error; never overwrite a registry, put a new file beside it and rename`,
  );
}

function withWhatServes(error: Error, current: Snapshot | undefined): Error {
  if (current === undefined) return error;
  return new AppError("unavailable", `${error.message}; ${current.path} keeps serving`, { cause: error });
}

/** Equal for two looks that found the same file under the same name, or the same fault. */
function keyOf(target: Target | undefined): string {
  if (target === undefined) return "";
  return "fault" in target ? target.fault : `${target.path}\n${identityOf(target.path)}`;
}

function snapshotOf(db: Database, path: string, file: string | undefined): Snapshot {
  const application = db.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id;
  if (application !== GEOPACKAGE_APPLICATION_ID) {
    throw new AppError("unavailable", `${path} is not a registry: it is no GeoPackage`);
  }
  const meta = readMeta(db, path);
  const version = basename(path, ".gpkg");
  const statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();
  return {
    db,
    path,
    version,
    identity: `${version} ${meta.importedAt} ${file}`,
    file,
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
