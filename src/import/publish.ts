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
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Database } from "../base/sqlite.ts";
import { POINTER_FILE } from "../registry/snapshot.ts";
import { refuse } from "./refuse.ts";

const WORK = ".import";
const REGISTRY = /^registry-(\d{4}-\d{2}-\d{2})(?:\.(\d+))?\.gpkg$/;

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

/** Takes the data folder for one import; refuses when another import has it or it cannot be written. */
export function openImportFolder(dataDir: string): ImportFolder {
  const workDir = join(dataDir, WORK);
  const lock = takeLock(dataDir, workDir);
  const draft = join(workDir, "registry.gpkg");
  return {
    workDir,
    draft,
    publish: (referenceDate) => publish(dataDir, draft, referenceDate),
    close() {
      rmSync(workDir, { recursive: true, force: true });
      lock.close();
    },
  };
}

/** The lock is SQLite's own on a file: it goes with the process that holds it, however that ends. */
function takeLock(dataDir: string, workDir: string): Database {
  let lock: Database | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    lock = new Database(join(dataDir, "import.lock"), { create: true, readwrite: true });
    lock.run("BEGIN EXCLUSIVE");
    // Left by an import that was killed: no reader has ever looked here.
    rmSync(workDir, { recursive: true, force: true });
    mkdirSync(workDir);
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")
      return refuse(`another import is running in ${dataDir}; wait until it is done`, error);
    return refuse(
      `the data folder ${dataDir} cannot be written: ${error instanceof Error ? error.message : error}`,
      error,
    );
  }
}

function publish(dataDir: string, draft: string, referenceDate: string): string {
  const name = freeName(dataDir, referenceDate);
  const previous = readPointer(dataDir);
  // All that takes space comes before the first rename: a full disk leaves the folder as it was.
  const next = join(dataDir, WORK, POINTER_FILE);
  writeFileSync(next, `${name}\n`);
  syncPath(next);
  syncPath(draft);
  renameSync(draft, join(dataDir, name));
  syncPath(dataDir);
  renameSync(next, join(dataDir, POINTER_FILE));
  syncPath(dataDir);
  removeOld(dataDir, [name, previous]);
  return name;
}

/**
 * Every publish gets a name that never served before, also for a date that was imported before: readers tell
 * versions by their name.
 */
function freeName(dataDir: string, referenceDate: string): string {
  const used = readdirSync(dataDir)
    .map((name) => REGISTRY.exec(name))
    .filter((match) => match?.[1] === referenceDate)
    .map((match) => Number(match![2] ?? 1));
  const number = Math.max(0, ...used) + 1;
  return `registry-${referenceDate}${number === 1 ? "" : `.${number}`}.gpkg`;
}

function readPointer(dataDir: string): string | undefined {
  const path = join(dataDir, POINTER_FILE);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

/** Keeps the new registry and the one before it, which a server may still be reading. */
function removeOld(dataDir: string, keep: (string | undefined)[]): void {
  for (const name of readdirSync(dataDir))
    if (REGISTRY.test(name) && !keep.includes(name)) rmSync(join(dataDir, name), { force: true });
}

function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
