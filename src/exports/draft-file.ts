import { renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

/** What an unfinished file's name ends with. */
export const DRAFT = ".tmp";

/** A file that has its name only once it is whole and on disk. */
export interface DraftFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Gives it its name; returns its size in bytes. */
  publish(): Promise<number>;
  /** Ends it: unless published it is removed. */
  close(): Promise<void>;
}

/** Creates the draft of the file at `path`. Throws when a file of the draft's name exists: it may be the user's. */
export async function createDraft(path: string): Promise<DraftFile> {
  const draft = path + DRAFT;
  const file = await open(draft, "wx");
  let sizeBytes = 0;
  let isPublished = false;
  return {
    async write(bytes) {
      for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
      sizeBytes += bytes.length;
    },
    async publish() {
      await file.sync();
      renameSync(draft, path);
      isPublished = true;
      await syncFolder(dirname(path));
      return sizeBytes;
    },
    async close() {
      await file.close();
      if (!isPublished) rmSync(draft, { force: true });
    },
  };
}

/** Without this a rename may be forgotten when the power fails. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}
