import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { watchGrowth } from "../base/disk-space.ts";
import type { StorageLocation } from "../base/storage-location.ts";
import { type ObjectStore, StorageFault } from "../storage/object-store.ts";
import { openStore } from "../storage/open-storage.ts";
import type { ExportFiles, StoredFile } from "./export-files.ts";
import { openExportFolder } from "./export-folder.ts";
import { createExportDraft, gzipNameOf } from "./gzipped-draft.ts";
import { isJobFileName } from "./job.ts";

export interface ExportFilesOptions {
  readonly dataDir: string;
  /** Absent: the folder `exports` of the data folder. */
  readonly exportStore?: StorageLocation | undefined;
  /** Longest wait for an answer of S3 storage in milliseconds, for threads that serve requests. */
  readonly storeAnswerMs?: number | undefined;
}

/** Milliseconds for which a file that no job owns stays where servers with other jobs may write too. */
const UNOWNED_MS = 24 * 3_600_000;

/** Opens the files without reading anything. Throws `usage` when credentials are missing. */
export function openExportFiles({ dataDir, exportStore, storeAnswerMs }: ExportFilesOptions): ExportFiles {
  if (exportStore === undefined) {
    return openExportFolder(join(dataDir, "exports"), { parent: dataDir, unownedMs: 0 });
  }
  if (exportStore.kind === "folder") {
    return openExportFolder(exportStore.path, { parent: undefined, unownedMs: UNOWNED_MS });
  }
  return openExportBucket(openStore(exportStore, storeAnswerMs), UNOWNED_MS);
}

/** Opens export files as objects of a bucket; a killed upload leaves none under its name. */
function openExportBucket(store: ObjectStore, unownedMs: number): ExportFiles {
  const toStoredFile = async (name: string): Promise<StoredFile | undefined> => {
    const sizeBytes = await store.sizeOf(name);
    return sizeBytes === undefined
      ? undefined
      : { sizeBytes, open: (range = { first: 0, last: sizeBytes - 1 }) => store.read(name, range) };
  };
  return {
    createDraft: (name, form) => createExportDraft(name, form, (each) => store.createDraft(each)),
    async storeInput(name, path) {
      // Storage that does not answer is noticed soon by a question, but late by an upload.
      await store.sizeOf(name);
      const draft = await store.createDraft(name);
      try {
        for await (const piece of Bun.file(path).stream()) {
          await draft.write(piece);
        }
        await draft.publish();
      } finally {
        await draft.close();
      }
      rmSync(path);
    },
    fetchInput: (name, copy) => copyObject(store, name, copy),
    async find(name) {
      const [plain, gzip] = await Promise.all([toStoredFile(name), toStoredFile(gzipNameOf(name))]);
      return plain && { plain, gzip };
    },
    async remove(name) {
      await Promise.all([store.remove(name), store.remove(gzipNameOf(name))]);
    },
    async removeUnowned(listOwned) {
      const objects = await store.list();
      const owned = new Set([...(await listOwned())].flatMap((name) => [name, gzipNameOf(name)]));
      const oldest = Date.now() - unownedMs;
      for (const { name, modifiedAtMs } of objects) {
        // Others may keep objects below the same prefix.
        if (isJobFileName(name) && !owned.has(name) && modifiedAtMs < oldest) {
          await store.remove(name);
        }
      }
    },
    spaceLeft: () => undefined,
  };
}

const OWNER_ONLY = 0o600;

/** Writes an object to a file of this machine, anew when there is one; returns its path. */
async function copyObject(store: ObjectStore, name: string, path: string): Promise<string> {
  const sizeBytes = await store.sizeOf(name);
  if (sizeBytes === undefined) {
    throw new StorageFault(`${store.describe(name)} does not exist`);
  }
  rmSync(path, { force: true });
  const file = await open(path, "wx", OWNER_ONLY);
  try {
    const onGrowth = watchGrowth(path);
    for await (const piece of store.read(name, { first: 0, last: sizeBytes - 1 })) {
      const isSyncDue = onGrowth(piece.length);
      await file.writeFile(piece);
      if (isSyncDue) {
        await file.datasync();
      }
    }
  } finally {
    await file.close();
  }
  return path;
}
