/**
 * The data folder of an import: one import at a time, everything unfinished under names that no reader looks
 * at, and one rename that makes a finished registry the current one.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../base/config.ts";
import { Database } from "../base/sqlite.ts";
import {
  nextFileName,
  POINTER_FILE,
  removeOldRegistries,
  removeUnserved,
} from "../registry/registry-files.ts";
import { refuse } from "./refuse.ts";

const WORK = ".import";
const LOCK = "import.lock";
/** For whoever asks whether an import is under way, which takes microseconds. */
const LOCK_TIMEOUT_MS = 500;

export interface ImportFolder {
  /** Empty folder for what the import makes on its way; gone afterwards. */
  readonly workDir: string;
  /** Where to write the new registry; unreadable for others until published. */
  readonly draft: string;
  /** Makes the draft the current registry of the given date (YYYY-MM-DD); returns its file name. */
  publish(referenceDate: string): string;
  /** Removes what is unfinished and lets others import. */
  close(): void;
}

/** Takes the data folder for one import or update; refuses when another one has it or it cannot be written. */
export function openImportFolder(
  dataDir: string,
  keepRegistries = Number(SETTINGS.keepRegistries.default),
): ImportFolder {
  const workDir = join(dataDir, WORK);
  const lock = takeLock(dataDir, workDir);
  const draft = join(workDir, "registry.gpkg");
  return {
    workDir,
    draft,
    publish(referenceDate) {
      const name = publish(dataDir, draft, referenceDate);
      removeOldRegistries(dataDir, keepRegistries);
      return name;
    },
    close() {
      rmSync(workDir, { recursive: true, force: true });
      lock.close();
    },
  };
}

/** Whether an import or update works in the folder, or was killed there and left what the next one clears away. */
export function importStateOf(dataDir: string): "under way" | "killed" | "none" {
  if (isLocked(join(dataDir, LOCK))) return "under way";
  return existsSync(join(dataDir, WORK)) ? "killed" : "none";
}

function isLocked(path: string): boolean {
  let lock: Database | undefined;
  try {
    lock = new Database(path, { readonly: true });
    lock.query("SELECT 1 FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
  } finally {
    lock?.close();
  }
}

/** The lock is SQLite's own on a file: it goes with the process that holds it, however that ends. */
function takeLock(dataDir: string, workDir: string): Database {
  let lock: Database | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    lock = new Database(join(dataDir, LOCK), { create: true, readwrite: true });
    lock.run(`PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS}`);
    lock.run("BEGIN EXCLUSIVE");
    // Left by an import that was killed: no reader has ever looked here.
    rmSync(workDir, { recursive: true, force: true });
    mkdirSync(workDir);
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")
      return refuse(`another import or update is running in ${dataDir}; wait until it is done`, error);
    return refuse(
      `the data folder ${dataDir} cannot be written: ${error instanceof Error ? error.message : error}`,
      error,
    );
  }
}

function publish(dataDir: string, draft: string, referenceDate: string): string {
  const name = nextFileName(dataDir, referenceDate);
  // All that takes space comes before the first rename: a full disk leaves the folder as it was.
  const next = join(dataDir, WORK, POINTER_FILE);
  writeFileSync(next, `${name}\n`);
  syncPath(next);
  syncPath(draft);
  renameSync(draft, join(dataDir, name));
  syncPath(dataDir);
  removeUnserved(dataDir, name);
  renameSync(next, join(dataDir, POINTER_FILE));
  syncPath(dataDir);
  return name;
}

function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
