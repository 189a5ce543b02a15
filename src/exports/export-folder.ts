import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { createDraft, DRAFT, type DraftFile } from "./draft-file.ts";

/** The files of export jobs, in a folder of the data folder that is made again when it is gone. */
export interface ExportFolder {
  pathOf(name: string): string;
  createDraft(name: string): Promise<DraftFile>;
  remove(name: string): void;
  /** Removes every file and draft whose name is not to be kept. */
  removeOthers(keep: ReadonlySet<string>): void;
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
      return createDraft(pathOf(name));
    },
    remove: (name) => rmSync(pathOf(name), { force: true }),
    removeOthers(keep) {
      makeFolder();
      for (const name of readdirSync(folder)) {
        const owned = name.endsWith(DRAFT) ? name.slice(0, -DRAFT.length) : name;
        if (!keep.has(owned)) rmSync(pathOf(name), { force: true });
      }
    },
    freeBytes() {
      makeFolder();
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
  };
}
