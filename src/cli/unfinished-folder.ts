/**
 * Folder next to an output with all files of an unfinished command, under a lock that ends with its process. The next
 * command takes over files that a killed one has left there.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../base/errors.ts";
import { FileLock } from "../base/file-lock.ts";

const LOCK = "lock";
/** The lock, and SQLite's files next to it while it is held. */
const LOCK_FILES = [LOCK, `${LOCK}-journal`];

export class UnfinishedFolder {
  readonly path: string;
  readonly #lock: FileLock;

  private constructor(path: string, lock: FileLock) {
    this.path = path;
    this.#lock = lock;
  }

  /** Creates or takes over the folder. Throws AppError when it is in use or contains something else. */
  static open(out: string): UnfinishedFolder {
    const path = unfinishedFolderOf(out);
    makeFolder(path);
    const lock = FileLock.acquire(join(path, LOCK), { create: true });
    if (lock === undefined) {
      throw new AppError("unavailable", `Another command is writing ${out}: it uses ${path}.`);
    }
    return new UnfinishedFolder(path, lock);
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  /** Makes a folder for temporary files of a writer. */
  makeScratchFolder(): string {
    return mkdtempSync(this.pathOf("scratch-"));
  }

  /** Lists its files besides the lock. */
  list(): string[] {
    return readdirSync(this.path).filter((name) => !LOCK_FILES.includes(name));
  }

  /** Removes its files except the lock and these. */
  removeAllBut(...kept: readonly string[]): void {
    for (const name of this.list().filter((name) => !kept.includes(name))) {
      rmSync(this.pathOf(name), { recursive: true, force: true });
    }
  }

  /** Removes the folder, while its lock is held: it is not the folder of a command that has just started. */
  remove(): void {
    removeFolder(this.path);
  }

  /** Releases the lock. */
  close(): void {
    this.#lock.close();
  }
}

/**
 * Removes the folder of a command that was killed while it removed it: next to the output are only its lock and the
 * files of the lock, or an empty folder.
 */
export function removeRemains(out: string): void {
  const path = unfinishedFolderOf(out);
  const lockFile = join(path, LOCK);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!existsSync(out) || !found?.isDirectory()) {
    return;
  }
  const names = readdirSync(path);
  if (names.length === 0) {
    rmdirSync(path);
    return;
  }
  const isOfLock = names.includes(LOCK) && names.every((name) => LOCK_FILES.includes(name));
  if (!isOfLock || statSync(lockFile).size > 0) {
    return;
  }
  using lock = FileLock.acquire(lockFile);
  if (lock !== undefined) {
    removeFolder(path);
  }
}

/** Removes a folder that has its lock alone. The lock goes last: without it the folder is empty. */
function removeFolder(path: string): void {
  for (const name of LOCK_FILES.toReversed()) {
    rmSync(join(path, name), { force: true });
  }
  rmdirSync(path);
}

export function unfinishedFolderOf(out: string): string {
  return `${out}.unfinished`;
}

/** Throws `usage` when there is something else under the name of the folder, which is not to be lost. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    mkdirSync(path);
    return;
  }
  const names = found.isDirectory() ? readdirSync(path) : undefined;
  if (names === undefined || (names.length > 0 && !names.includes(LOCK))) {
    throw new AppError("usage", `${path} is needed for the run and holds something else: rename it.`);
  }
}
