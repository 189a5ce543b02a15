/** Writes a file under another name first, so that it appears whole or not at all, and survives a power failure. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { watchGrowth } from "./disk-space.ts";

/** Suffix of the name of an unfinished file. */
export const DRAFT_SUFFIX = ".tmp";

/** Temporary file that is renamed to its final name only once it is complete and on disk. */
export interface DraftFile {
  /** Appends bytes. Throws a DiskShortage when the disk has no space for them in addition to its reserve. */
  write(bytes: Uint8Array): Promise<void>;
  /** Syncs the file and renames it to its final name; returns its size in bytes. */
  publish(): Promise<number>;
  /** Closes the file; removes it unless it was published. */
  close(): Promise<void>;
}

/** Creates the draft of the file at `path`. Throws when a file of the draft's name exists: it may be the user's. */
export async function createDraft(path: string, mode = 0o666): Promise<DraftFile> {
  const draft = path + DRAFT_SUFFIX;
  const file = await open(draft, "wx", mode);
  let sizeBytes = 0;
  let isPublished = false;
  const onGrowth = watchGrowth(path);
  return {
    async write(bytes) {
      const isSyncDue = onGrowth(bytes.length);
      for (let written = 0; written < bytes.length; ) {
        written += (await file.write(bytes, written)).bytesWritten;
      }
      sizeBytes += bytes.length;
      if (isSyncDue) {
        await file.datasync();
      }
    },
    async publish() {
      await file.sync();
      renameSync(draft, path);
      isPublished = true;
      syncPath(dirname(path));
      return sizeBytes;
    },
    async close() {
      await file.close();
      if (!isPublished) {
        rmSync(draft, { force: true });
      }
    },
  };
}

/** Writes the whole content of a draft, publishes it and closes it. */
export async function writeWhole(
  draft: DraftFile,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      await draft.write(piece);
    }
    await draft.publish();
  } finally {
    await draft.close();
  }
}

/** Syncs a file or a folder to disk. Without the sync of its folder, a rename may be lost in a power failure. */
export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
