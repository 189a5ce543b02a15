import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { Awaitable } from "../base/awaitable.ts";
import { DRAFT_SUFFIX, type DraftFile } from "../base/draft-file.ts";
import { createGzippedDraft, gzipNameOf } from "./gzipped-draft.ts";

/**
 * Folder with the files of export jobs, each with its gzip-compressed form, inside the data folder. Created again
 * when it is missing.
 */
export interface ExportFolder {
  pathOf(name: string): string;
  createDraft(name: string): Promise<DraftFile>;
  /** Removes a file and its compressed form. */
  remove(name: string): void;
  /**
   * Removes files, their compressed forms and drafts that no job owns. Lists the folder before the owned files: a file
   * that another server begins meanwhile is either owned by then or not in the listing.
   */
  removeUnowned(listOwned: () => Awaitable<ReadonlySet<string>>): Promise<void>;
  freeBytes(): number;
}

export function openExportFolder(dataDir: string): ExportFolder {
  const folder = join(dataDir, "exports");
  // The folder may be deleted while the server runs. The data folder itself is never created here.
  const makeFolder = () => {
    if (!existsSync(folder) && existsSync(dataDir)) {
      mkdirSync(folder, { recursive: true });
    }
  };
  const pathOf = (name: string) => join(folder, name);
  makeFolder();
  return {
    pathOf,
    createDraft(name) {
      makeFolder();
      return createGzippedDraft(pathOf(name));
    },
    remove(name) {
      for (const each of [name, gzipNameOf(name)]) {
        rmSync(pathOf(each), { force: true });
      }
    },
    async removeUnowned(listOwned) {
      makeFolder();
      const names = readdirSync(folder);
      const owned = new Set([...(await listOwned())].flatMap((name) => [name, gzipNameOf(name)]));
      for (const name of names) {
        const file = name.endsWith(DRAFT_SUFFIX) ? name.slice(0, -DRAFT_SUFFIX.length) : name;
        if (!owned.has(file)) {
          rmSync(pathOf(name), { force: true });
        }
      }
    },
    freeBytes() {
      makeFolder();
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
  };
}
