/** Named objects outside the data folder, which several machines read: immutable under a name that is used once. */
import type { DraftFile } from "../base/draft-file.ts";
import { AppError } from "../base/errors.ts";

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
   * Streams a part of an object, as fast as it is read; retries what fails on the way. The stream errors with
   * `StorageFault` when the bytes cannot be had, and never ends early.
   */
  read(name: string, range: ByteRange): ReadableStream<Uint8Array>;
  /** Returns a whole object of at most `maxBytes`; undefined when there is none. Throws `StorageFault`. */
  readSmall(name: string, maxBytes: number): Promise<Uint8Array | undefined>;
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

/** Writes a whole object. */
export async function writeObject(store: ObjectStore, name: string, bytes: Uint8Array): Promise<void> {
  const draft = await store.createDraft(name);
  try {
    await draft.write(bytes);
    await draft.publish();
  } finally {
    await draft.close();
  }
}
