/** Named objects outside the data folder, which several machines read: immutable under a name that is used once. */
import type { DraftFile } from "../base/draft-file.ts";
import { AppError } from "../base/errors.ts";

/** Largest small object: the manifest of a registry of 8 GB has 45 kB. */
export const MAX_SMALL_BYTES = 4 * 1024 * 1024;

/** Positions of the first and the last byte, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface ReadableStore {
  /** Names an object in messages; holds no credentials. */
  describe(name: string): string;
  /** Returns the size in bytes; undefined when there is no such object. Throws `StorageFault`. */
  sizeOf(name: string): Promise<number | undefined>;
  /**
   * Streams a part of an object, at the pace of its reader; retries failed requests. The stream errors with
   * `StorageFault` when the bytes cannot be had, and never ends early.
   */
  read(name: string, range: ByteRange): ReadableStream<Uint8Array>;
  /** Returns a whole object; undefined when there is none. Throws `StorageFault`, also for one that is not small. */
  readSmall(name: string): Promise<Uint8Array | undefined>;
}

export interface StoredObject {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

export interface ObjectStore extends ReadableStore {
  /**
   * Starts an object. It exists under its name once `publish` has resolved, whole; never before, and not after
   * `close` without `publish`. `write` resolves when the store has taken the bytes, so that a slow store slows the
   * writer.
   */
  createDraft(name: string): Promise<DraftFile>;
  /**
   * Puts a small object in place of the content `before` (undefined: there is none). Returns false, and changes
   * nothing, when the present content differs. Of two writers at once one gets false. Exception: on S3 storage that
   * ignores conditions a writer may replace an object written in the milliseconds since it looked.
   */
  replaceSmall(name: string, bytes: Uint8Array, before: Uint8Array | undefined): Promise<boolean>;
  /** Removes an object; does nothing when there is none. Throws `StorageFault`. */
  remove(name: string): Promise<void>;
  list(): Promise<StoredObject[]>;
}

/** The store cannot be reached or refuses: later the same call may work. */
export class StorageFault extends AppError {
  constructor(message: string, cause?: unknown) {
    super("unavailable", message, cause === undefined ? {} : { cause });
    this.name = "StorageFault";
  }
}

/** Returns true for the same bytes, and for two absent objects. */
export function isSameContent(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}
