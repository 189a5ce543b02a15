/** What the files of an import or update tell those who are none: whether one is under way, was killed, or ever published. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../base/sqlite.ts";
import { POINTER_FILE } from "./pointer.ts";

/** Folder of all that is unfinished. */
export const WORK_FOLDER = ".import";
/**
 * A SQLite database that whoever imports holds locked. Its `user_version` is the number of the last publish: it stays when
 * the registries and `current` are removed, so that no name comes back for other data.
 */
export const LOCK_FILE = "import.lock";
/** In the work folder, what a demo is made from: its leftovers are nobody's loss. */
export const DEMO_FOLDER = "demo";

/** Whether an import or update works in the folder, or was killed there and left what the next one clears away. */
export function importStateOf(dataDir: string): "under way" | "killed" | "none" {
  if (readLock(dataDir) === "locked") return "under way";
  return existsSync(join(dataDir, WORK_FOLDER)) ? "killed" : "none";
}

/** What there is of an earlier registry, or of one that never was finished, where none is left; undefined for nothing. */
export function findTraces(dataDir: string, names: readonly string[]): string | undefined {
  const lock = readLock(dataDir);
  if (lock === "locked") return "an import is under way: wait until it is done";
  if (lock > 0) return "the registries that were published in it are gone";
  if (names.includes(WORK_FOLDER) && !isDemoWork(dataDir)) return "an import was killed before it published";
  return names.includes("downloads") ? "only what import --download fetched" : undefined;
}

/**
 * The registry that a publish was about to point at when it was killed, or is about to; undefined for none. It is in the
 * folder, complete, and has never served.
 */
export function findUnfinishedPublish(dataDir: string): string | undefined {
  try {
    return readFileSync(nextPointerOf(dataDir), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Where a publish writes the pointer that it then renames. */
export function nextPointerOf(dataDir: string): string {
  return join(dataDir, WORK_FOLDER, POINTER_FILE);
}

function isDemoWork(dataDir: string): boolean {
  try {
    const names = readdirSync(join(dataDir, WORK_FOLDER));
    return names.length === 0 || names.includes(DEMO_FOLDER);
  } catch {
    return false;
  }
}

/** The number of the last publish, 0 where there was none or nobody can tell. */
function readLock(dataDir: string): number | "locked" {
  const path = join(dataDir, LOCK_FILE);
  if (!existsSync(path)) return 0;
  let lock: Database | undefined;
  try {
    lock = new Database(path, { readonly: true });
    return readPublishNumber(lock);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY" ? "locked" : 0;
  } finally {
    lock?.close();
  }
}

export function readPublishNumber(lock: Database): number {
  return lock.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}
