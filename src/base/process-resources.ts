/** Resources of this process: memory, priority, open files. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { AppError } from "./errors.ts";

const ROWS_PER_COLLECTION = 50_000;

/**
 * Collects the garbage of a loop over all rows of a table, every 50,000 of them: a row with a geometry leaves a
 * kilobyte or more, which JavaScriptCore lets grow to a gigabyte.
 */
export function collectGarbageAt(row: number): void {
  if (row % ROWS_PER_COLLECTION === 0) {
    Bun.gc(true);
  }
}

/**
 * Collects the garbage of a step over `rows` rows, including its columns. Only for large countries, because it takes
 * time.
 */
export function collectGarbageAfter(rows: number): void {
  if (rows >= ROWS_PER_COLLECTION) {
    Bun.gc(true);
  }
}

/** Nice value of threads that work next to serving ones. */
const LOW_PRIORITY = 10;

/**
 * Lowers the priority of this thread, so that requests go first. On Linux only: elsewhere that would apply to the whole
 * process. Returns the reason when the call is denied, as containers and systemd may do.
 */
export function lowerPriority(): string | undefined {
  try {
    if (process.platform === "linux") {
      setPriority(0, LOW_PRIORITY);
    }
    return undefined;
  } catch (error) {
    return String(error);
  }
}

let lastMemoryBytes = 0;

/** Returns the memory of all threads; the last value while the process has no file descriptor left to read /proc. */
export function measureMemory(): number {
  try {
    lastMemoryBytes = process.memoryUsage.rss();
  } catch {}
  return lastMemoryBytes;
}

/** Open files of this process; every connection is one. Linux lists them below /proc. */
export interface OpenFiles {
  readonly open: number;
  readonly limit: number;
}

/** Returns undefined where the system does not tell. */
export function countOpenFiles(): OpenFiles | undefined {
  try {
    const limit = readOpenFilesLimit();
    return limit === undefined ? undefined : { open: readdirSync("/proc/self/fd").length, limit };
  } catch {
    return undefined;
  }
}

export const RAISE_OPEN_FILES = "raise the limit (ulimit -n 65536, or LimitNOFILE=65536 in the unit)";

/** Descriptors that a serving process has open without any connection, rounded up; each thread adds some. */
const OWN_FILES = 64;
const FILES_PER_THREAD = 10;

/**
 * Throws `unavailable` when the limit of open files is too low for a server to start: it would fail later, at any of
 * its files.
 */
export function assertOpenFilesFor(threads: number): void {
  const limit = readOpenFilesLimit();
  const needed = OWN_FILES + FILES_PER_THREAD * threads;
  if (limit !== undefined && limit < needed) {
    throw new AppError(
      "unavailable",
      `This process may open ${limit} files and connections; a server with ${threads} threads needs ${needed}, and one ` +
        `for each connection. To have more, ${RAISE_OPEN_FILES}.`,
    );
  }
}

/** Returns the most files that this process may open; undefined where the system does not tell. */
export function readOpenFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** Folder of the Debian package with the program that an upgrade kept (release/debian/preinst). */
const KEPT_PROGRAM = "/usr/libexec/baken/previous/";

/**
 * Returns true when an upgrade has replaced the program of this process: its file is gone, or is the file that the
 * upgrade kept. False where the system does not tell.
 */
export function isProgramReplaced(): boolean {
  try {
    const path = readlinkSync("/proc/self/exe");
    return path.endsWith(" (deleted)") || path.startsWith(KEPT_PROGRAM);
  } catch {
    return false;
  }
}
