import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { Awaitable } from "../base/awaitable.ts";
import { DRAFT, type DraftFile } from "./draft-file.ts";
import { createGzippedDraft, gzipNameOf } from "./gzipped-draft.ts";

/**
 * The files of export jobs, each with its compressed form beside it, in a folder of the data folder that is made again
 * when it is gone.
 */
export interface ExportFolder {
  pathOf(name: string): string;
  createDraft(name: string): Promise<DraftFile>;
  /** Removes a file and its compressed form. */
  remove(name: string): void;
  /**
   * Removes files, their compressed forms and drafts that nobody owns. Owners are asked for after the folder was looked
   * at: what another server begins meanwhile has an owner by then, or was not seen.
   */
  removeUnowned(listOwned: () => Awaitable<ReadonlySet<string>>): Promise<void>;
  freeBytes(): number;
}

export function openExportFolder(dataDir: string): ExportFolder {
  const folder = join(dataDir, "exports");
  // Somebody may clear it away while the server runs. The data folder itself is never made here.
  const makeFolder = () => {
    if (!existsSync(folder) && existsSync(dataDir)) mkdirSync(folder, { recursive: true });
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
      for (const each of [name, gzipNameOf(name)]) rmSync(pathOf(each), { force: true });
    },
    async removeUnowned(listOwned) {
      makeFolder();
      const names = readdirSync(folder);
      const owned = new Set([...(await listOwned())].flatMap((name) => [name, gzipNameOf(name)]));
      for (const name of names) {
        const file = name.endsWith(DRAFT) ? name.slice(0, -DRAFT.length) : name;
        if (!owned.has(file)) rmSync(pathOf(name), { force: true });
      }
    },
    freeBytes() {
      makeFolder();
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
  };
}
