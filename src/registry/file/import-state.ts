/** State of imports and updates in a data folder, read from their files by other processes. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readLockedNumber } from "../../base/file-lock.ts";
import { POINTER_FILE } from "./pointer.ts";

/** Work folder with all unfinished files of an import or update. */
export const WORK_FOLDER = ".import";
/**
 * File that an import or update locks while it runs (base/file-lock.ts). Its number, of the last publish,
 * survives removal of the registries and `current`, so that no file name is reused for other data.
 */
export const LOCK_FILE = "import.lock";
/** Folder of a registry that is being fetched from another machine, and of the hashes of fetched ones. */
export const FETCH_FOLDER = ".fetch";
/**
 * Subfolder of the work folder with the source files of the sample, or of an invented country. A work folder with this
 * subfolder contains nothing of value.
 */
export const SAMPLE_FOLDER = "sample";

/** Returns "under way" while an import or update holds the lock, "killed" when one left its work folder. */
export function readImportState(dataDir: string): "under way" | "killed" | "none" {
  if (readLock(dataDir) === "locked") {
    return "under way";
  }
  return existsSync(join(dataDir, WORK_FOLDER)) ? "killed" : "none";
}

/** Returns a sentence about traces of an import in a folder without registries; undefined when there are none. */
export function describeImportTraces(dataDir: string, names: readonly string[]): string | undefined {
  const lock = readLock(dataDir);
  if (lock === "locked") {
    return "an import is under way: wait until it is done";
  }
  const work = names.includes(WORK_FOLDER) ? listWork(dataDir) : [];
  const isOfSample = work.includes(SAMPLE_FOLDER);
  // A publish of a sample that was killed may have stored its number.
  if (lock > 0 && !isOfSample) {
    return "all registries published in it were removed";
  }
  if (work.length > 0 && !isOfSample) {
    return "an import was killed before it published";
  }
  if (names.includes(FETCH_FOLDER)) {
    return "a fetch from --registry-source was not completed";
  }
  return names.includes("downloads") ? "it contains only the downloads of import --download" : undefined;
}

/**
 * Returns the file name of the registry at which a running or killed publish has yet to point `current`; undefined for
 * none. If the file is in the folder, it is complete and was never served.
 */
export function findUnfinishedPublish(dataDir: string): string | undefined {
  try {
    return readFileSync(nextPointerPath(dataDir), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Returns the path at which a publish writes the new pointer before it renames it to `current`. */
export function nextPointerPath(dataDir: string): string {
  return join(dataDir, WORK_FOLDER, POINTER_FILE);
}

/** Lists the work folder; one that cannot be read counts as a file in it. */
function listWork(dataDir: string): string[] {
  try {
    return readdirSync(join(dataDir, WORK_FOLDER));
  } catch {
    return [WORK_FOLDER];
  }
}

/** Returns the number of the last publish, or 0 when there was none or it cannot be read; "locked" during an import. */
function readLock(dataDir: string): number | "locked" {
  try {
    return readLockedNumber(join(dataDir, LOCK_FILE));
  } catch {
    return 0;
  }
}
