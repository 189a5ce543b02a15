import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createDraft, DRAFT_SUFFIX } from "../base/draft-file.ts";
import type { ExportFiles, StoredFile } from "./export-files.ts";
import { createExportDraft, gzipNameOf } from "./gzipped-draft.ts";
import { isJobFileName } from "./job.ts";
import { isScratchFolder } from "./scratch-folder.ts";

export interface ExportFolderOptions {
  /** Folder that must exist for the folder to be made in it, again when it is missing; undefined: always made. */
  readonly parent: string | undefined;
  /** Age in milliseconds from which a file that no job owns is removed. */
  readonly unownedMs: number;
}

/** Opens export files in a folder. */
export function openExportFolder(folder: string, { parent, unownedMs }: ExportFolderOptions): ExportFiles {
  const makeFolder = () => {
    if (!existsSync(folder) && (parent === undefined || existsSync(parent))) {
      mkdirSync(folder, { recursive: true });
    }
  };
  const pathOf = (name: string) => join(folder, name);
  const isOld = (name: string) => Date.now() - (modifiedAtMs(pathOf(name)) ?? Date.now()) >= unownedMs;
  makeFolder();
  return {
    createDraft(name, form) {
      makeFolder();
      return createExportDraft(name, form, (each) => createDraft(pathOf(each)));
    },
    find(name) {
      const plain = toStoredFile(pathOf(name));
      return plain && { plain, gzip: toStoredFile(pathOf(gzipNameOf(name))) };
    },
    remove(name) {
      for (const each of [name, gzipNameOf(name)]) {
        rmSync(pathOf(each), { force: true });
      }
    },
    async removeUnowned(listOwned) {
      makeFolder();
      const names = readdirSync(folder).filter((name) => !isScratchFolder(name));
      const owned = new Set([...(await listOwned())].flatMap((name) => [name, gzipNameOf(name)]));
      for (const name of names) {
        const file = name.endsWith(DRAFT_SUFFIX) ? name.slice(0, -DRAFT_SUFFIX.length) : name;
        if (!owned.has(file) && (unownedMs === 0 || (isJobFileName(name) && isOld(name)))) {
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

function toStoredFile(path: string): StoredFile | undefined {
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (sizeBytes === undefined) {
    return undefined;
  }
  return {
    sizeBytes,
    open(range) {
      const file = Bun.file(path);
      return range === undefined ? file : file.slice(range.first, range.last + 1);
    },
  };
}

function modifiedAtMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
