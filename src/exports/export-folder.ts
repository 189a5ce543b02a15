import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { spaceLeft } from "../base/disk-space.ts";
import { createDraft, DRAFT_SUFFIX } from "../base/draft-file.ts";
import { codeOf } from "../base/errors.ts";
import { syncPath } from "../base/sync-path.ts";
import type { ExportFiles, StoredFile } from "./export-files.ts";
import { createExportDraft, gzipNameOf } from "./gzipped-draft.ts";
import { isInputName, isJobFileName } from "./job.ts";

/** Mode of files with the data of a user. */
const OWNER_ONLY = 0o600;

export interface ExportFolderOptions {
  /** Folder that must exist for the folder to be made in it, again when it is missing; undefined: never made. */
  readonly parent: string | undefined;
  /** Age in milliseconds from which a file that no job owns is removed. */
  readonly unownedMs: number;
}

/** Milliseconds for which an input stays that no job owns: its job is made once it is here. */
const UNOWNED_INPUT_MS = 600_000;

/** Opens export files in a folder. */
export function openExportFolder(folder: string, { parent, unownedMs }: ExportFolderOptions): ExportFiles {
  const makeFolder = () => {
    if (parent !== undefined && !existsSync(folder) && existsSync(parent)) {
      mkdirSync(folder, { recursive: true });
    }
  };
  const pathOf = (name: string) => join(folder, name);
  const isOlder = (name: string, ms: number) => Date.now() - (modifiedAtMs(pathOf(name)) ?? Date.now()) >= ms;
  const isLeftOver = (name: string) => {
    if (isInputName(name)) {
      return isOlder(name, Math.max(unownedMs, UNOWNED_INPUT_MS));
    }
    return unownedMs === 0 || (isJobFileName(name) && isOlder(name, unownedMs));
  };
  makeFolder();
  return {
    createDraft(name, form) {
      makeFolder();
      const mode = form.isPrivate ? OWNER_ONLY : undefined;
      return createExportDraft(name, form, (each) => createDraft(pathOf(each), mode));
    },
    async storeInput(name, path) {
      makeFolder();
      await moveFile(path, pathOf(name));
    },
    fetchInput: async (name) => pathOf(name),
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
      const names = readdirSync(folder);
      const owned = new Set([...(await listOwned())].flatMap((name) => [name, gzipNameOf(name)]));
      for (const name of names) {
        const file = name.endsWith(DRAFT_SUFFIX) ? name.slice(0, -DRAFT_SUFFIX.length) : name;
        if (!owned.has(file) && isLeftOver(name)) {
          rmSync(pathOf(name), { force: true });
        }
      }
    },
    spaceLeft() {
      makeFolder();
      return spaceLeft(folder);
    },
  };
}

/** Moves a file, also to another file system; it has its final name only when it is whole. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    const now = new Date();
    utimesSync(from, now, now);
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") {
      throw error;
    }
    const draft = await createDraft(to, OWNER_ONLY);
    try {
      for await (const piece of Bun.file(from).stream()) {
        await draft.write(piece);
      }
      await draft.publish();
    } finally {
      await draft.close();
    }
    rmSync(from);
  }
  syncPath(dirname(to));
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
