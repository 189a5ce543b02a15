/** Stores the search index in the registry, loads it into memory and shares it between threads. */
import { memoizePerObject } from "../../base/memoize.ts";
import { type Database, openReadOnly } from "../../base/sqlite.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { fileIdentityOf } from "../../registry/file/stable-link.ts";
import { buildIndex } from "./assemble-index.ts";
import { ARRAYS, type ArrayName, type IndexArrays, StreetIndex } from "./street-index.ts";

const ARRAY_NAMES = Object.keys(ARRAYS) as ArrayName[];

/** Writes the arrays to the registry that is being made, replacing any it has. */
export function storeIndex(db: Database, arrays: IndexArrays): void {
  db.run("DELETE FROM search_index");
  const insert = db.query("INSERT INTO search_index (name, data) VALUES (?, ?)");
  for (const name of ARRAY_NAMES) {
    const { buffer, byteOffset, byteLength } = arrays[name];
    insert.run(name, new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength));
  }
}

/**
 * All arrays in one SharedArrayBuffer: the thread that loads it posts it to the others, which open it with openIndex.
 * Takes milliseconds: nothing is parsed.
 */
export interface IndexBuffer {
  readonly buffer: SharedArrayBuffer;
  readonly offsets: Readonly<Record<string, readonly [offset: number, byteLength: number]>>;
}

export function loadIndexBuffer(db: Database): IndexBuffer {
  const select = db.query<{ data: Uint8Array }, [string]>("SELECT data FROM search_index WHERE name = ?");
  const blobs = ARRAY_NAMES.map((name) => select.get(name)!.data);
  const offsets: Record<string, [number, number]> = {};
  let size = 0;
  ARRAY_NAMES.forEach((name, i) => {
    offsets[name] = [size, blobs[i]!.byteLength];
    size += Math.ceil(blobs[i]!.byteLength / 8) * 8;
  });
  const buffer = new SharedArrayBuffer(size);
  ARRAY_NAMES.forEach((name, i) => {
    new Uint8Array(buffer, offsets[name]![0]).set(blobs[i]!);
  });
  return { buffer, offsets };
}

export function openIndex({ buffer, offsets }: IndexBuffer): StreetIndex {
  const views = Object.entries(ARRAYS).map(([name, View]) => {
    const [offset, byteLength] = offsets[name]!;
    return [name, new View(buffer as unknown as ArrayBuffer, offset, byteLength / View.BYTES_PER_ELEMENT)];
  });
  return new StreetIndex(Object.fromEntries(views) as IndexArrays);
}

/** Index of the data with this identity, in memory that all threads of a process share. */
export interface SharedIndex {
  readonly identity: string;
  readonly index: IndexBuffer;
}

/** Returns the index for threads started while `snapshot` is served: `known` if it has the same data, else reads it. */
export function sharedIndexOf(
  snapshot: Snapshot | undefined,
  known: SharedIndex | undefined,
): SharedIndex | undefined {
  if (snapshot === undefined || snapshot.identity === known?.identity) {
    return known;
  }
  const index = readStoredIndex(snapshot);
  return index && { identity: snapshot.identity, index };
}

/** Returns `undefined` for a registry that was not made by import/. */
function readStoredIndex(snapshot: Snapshot): IndexBuffer | undefined {
  return readSeparately(snapshot, (db) => (hasStoredIndex(db) ? loadIndexBuffer(db) : undefined));
}

let sharedIndex: SharedIndex | undefined;

/** Makes this thread use an index that another thread loaded, for the data of that identity. */
export function useSharedIndex(shared: SharedIndex): void {
  sharedIndex = shared;
}

/** Returns the index of a snapshot: the shared one, else loaded at first use (a second at national size). */
export const streetIndexOf = memoizePerObject((snapshot: Snapshot) =>
  sharedIndex?.identity === snapshot.identity ? openIndex(sharedIndex.index) : loadFromFile(snapshot),
);

/** Loads the stored index, or builds it from the tables of a registry without one, which import/ did not make. */
function loadFromFile(snapshot: Snapshot): StreetIndex {
  const stored = readStoredIndex(snapshot);
  if (stored !== undefined) {
    return openIndex(stored);
  }
  return readSeparately(snapshot, (db) => new StreetIndex(buildIndex(db)));
}

/**
 * Reads over a separate connection, as the pages read would only evict better ones from the snapshot's cache. Uses the
 * snapshot's connection when its file was replaced or removed meanwhile.
 */
function readSeparately<T>(snapshot: Snapshot, read: (db: Database) => T): T {
  const separate = openIfUnchanged(snapshot);
  try {
    return read(separate ?? snapshot.db);
  } finally {
    separate?.close();
  }
}

function openIfUnchanged({ path, fileIdentity }: Snapshot): Database | undefined {
  let db: Database | undefined;
  try {
    db = openReadOnly(path);
    if (fileIdentityOf(path) === fileIdentity) {
      return db;
    }
  } catch {
    // The file was removed; the snapshot still has it open.
  }
  db?.close();
  return undefined;
}

/** Returns true when the registry has all arrays that this version reads. */
function hasStoredIndex(db: Database): boolean {
  const table = db.query("SELECT 1 FROM sqlite_schema WHERE name = 'search_index'").get();
  if (table === null) {
    return false;
  }
  const stored = new Set(
    db
      .query<{ name: string }, []>("SELECT name FROM search_index")
      .all()
      .map(({ name }) => name),
  );
  return ARRAY_NAMES.every((name) => stored.has(name));
}
