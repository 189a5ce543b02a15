/**
 * Folder on this machine for the work of jobs: files that are being uploaded, copies of files that are stored
 * elsewhere, journals, temporary files of writers. Nobody else may read it: it holds addresses of users' files.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { SessionFolders } from "../sessions/session-folder.ts";
import { isAbandonedUpload } from "./upload-names.ts";

const OWNER_ONLY = 0o700;
/** Age from which a file of no job is left over: an upload that is still coming in was changed more recently. */
const LEFT_OVER_MS = 3_600_000;
/** Length of a UUID, with which the name of every file begins. */
const ID_LENGTH = 36;
/** Part of the name of a folder for temporary files, between the id of its job and random letters. */
const SCRATCH = ".scratch-";

interface WorkFile {
  readonly name: string;
  readonly sizeBytes: number;
}

export interface WorkFolder {
  /** Sessions of the page for files, in another folder next to this one. */
  readonly sessions: SessionFolders;
  /** Returns the path of a file of a job, whose name begins with the job's id. */
  pathOf(name: string): string;
  /** Lists the files with their sizes in bytes. */
  list(): readonly WorkFile[];
  /** Makes a folder for temporary files of a job. */
  makeScratchFolder(id: string): string;
  /** Removes the folders for temporary files that earlier attempts of a job have left: their processes were killed. */
  removeScratchOf(id: string): void;
  /** Removes the files of a job. */
  removeFilesOf(id: string): void;
  /**
   * Removes uploads whose process has ended, and files that belong to none of these jobs and have not changed for an
   * hour.
   */
  removeLeftOver(ids: ReadonlySet<string>): void;
}

/** Opens the folder `geocoding` of a data folder, which is made when the first file is written to it. */
export function openWorkFolder(dataDir: string): WorkFolder {
  const path = join(dataDir, "geocoding");
  const makeFolder = () => mkdirSync(path, { recursive: true, mode: OWNER_ONLY });
  const listNames = () => (existsSync(path) ? readdirSync(path) : []);
  const remove = (name: string) => rmSync(join(path, name), { force: true, recursive: true });
  const removeAll = (prefix: string) => {
    for (const name of listNames().filter((each) => each.startsWith(prefix))) {
      remove(name);
    }
  };
  const pathOf = (name: string) => {
    makeFolder();
    return join(path, name);
  };
  return {
    sessions: new SessionFolders(dataDir),
    pathOf,
    list: () =>
      listNames().map((name) => {
        const sizeBytes = statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0;
        return { name, sizeBytes };
      }),
    makeScratchFolder: (id) => mkdtempSync(pathOf(id + SCRATCH)),
    removeScratchOf: (id) => removeAll(id + SCRATCH),
    removeFilesOf: removeAll,
    removeLeftOver(ids) {
      for (const name of listNames()) {
        const changedAtMs = statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
        const isOld = !ids.has(name.slice(0, ID_LENGTH)) && Date.now() - changedAtMs > LEFT_OVER_MS;
        if (isOld || isAbandonedUpload(name)) {
          remove(name);
        }
      }
    },
  };
}

/** Returns the ids of the jobs that own files with these names. */
export function jobIdsOf(names: Iterable<string>): Set<string> {
  return new Set(Array.from(names, (name) => name.slice(0, ID_LENGTH)));
}
