import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { DRAFT, type DraftFile } from "./draft-file.ts";
import { createGzippedDraft, gzipNameOf } from "./gzipped-draft.ts";

/** The files of export jobs, below the data folder, each with its compressed form beside it. */
export interface ExportFolder {
  pathOf(name: string): string;
  createDraft(name: string): Promise<DraftFile>;
  /** Removes a file and its compressed form. */
  remove(name: string): void;
  /** Removes what belongs to no file that is to be kept: files, their compressed forms and drafts. */
  removeOthers(keep: ReadonlySet<string>): void;
  freeBytes(): number;
}

export function openExportFolder(dataDir: string): ExportFolder {
  const folder = join(dataDir, "exports");
  mkdirSync(folder, { recursive: true });
  const pathOf = (name: string) => join(folder, name);
  return {
    pathOf,
    createDraft: (name) => createGzippedDraft(pathOf(name)),
    remove(name) {
      for (const each of [name, gzipNameOf(name)]) rmSync(pathOf(each), { force: true });
    },
    removeOthers(keep) {
      const kept = new Set([...keep].flatMap((name) => [name, gzipNameOf(name)]));
      for (const name of readdirSync(folder)) {
        const owned = name.endsWith(DRAFT) ? name.slice(0, -DRAFT.length) : name;
        if (!kept.has(owned)) rmSync(pathOf(name), { force: true });
      }
    },
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
  };
}
