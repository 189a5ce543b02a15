/**
 * Files of export jobs, each with its gzip-compressed form. By default in the data folder; in a bucket or a shared
 * folder any node sends what another one wrote.
 */
import type { Awaitable } from "../base/awaitable.ts";
import type { DraftFile } from "../base/draft-file.ts";
import type { ByteRange } from "../storage/object-store.ts";

export interface ExportFiles {
  /** Starts a file. */
  createDraft(name: string, form: FileForm): Promise<DraftFile>;
  /** Takes over a file of this machine that a user has uploaded; `path` no longer exists afterwards. */
  storeInput(name: string, path: string): Promise<void>;
  /**
   * Returns the path of an uploaded file on this machine. If the file is stored elsewhere, copies it to `copy` and
   * returns that.
   */
  fetchInput(name: string, copy: string): Promise<string>;
  /** Returns a file with its compressed form; undefined when it does not exist. */
  find(name: string): Awaitable<FoundFile | undefined>;
  /** Removes a file and its compressed form. */
  remove(name: string): Awaitable<void>;
  /**
   * Removes files, their compressed forms and drafts that no job owns. Lists the files before the owned ones: a file
   * that another server begins meanwhile is either owned by then or not in the listing.
   */
  removeUnowned(listOwned: () => Awaitable<ReadonlySet<string>>): Promise<void>;
  /** Returns the bytes that may be written where the files are; undefined where that has no limit. */
  spaceLeft(): number | undefined;
}

export interface FileForm {
  /** Makes the compressed form too. */
  readonly isGzipped: boolean;
  /** Lets only the owner of the process read the file. */
  readonly isPrivate: boolean;
}

export interface FoundFile {
  readonly plain: StoredFile;
  /** Absent for formats that are not compressed again, and for jobs of older versions. */
  readonly gzip: StoredFile | undefined;
}

/** Finished file, which never changes. */
export interface StoredFile {
  readonly sizeBytes: number;
  /** Returns the content or a part of it, to send. Reads nothing before the result is read. */
  open(range?: ByteRange): Blob | ReadableStream<Uint8Array>;
}
