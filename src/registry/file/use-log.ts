/**
 * Log of `baken use` in a data folder: which registry was made current, when and why. Its last line protects that
 * registry from removal and, where it pins it, keeps others from becoming current (docs/data-folder.md).
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncPath } from "../../base/draft-file.ts";
import { AppError, codeOf, messageOf } from "../../base/errors.ts";
import { FileLock } from "../../base/file-lock.ts";
import { givePathToFolderOwner } from "../../base/folder-owner.ts";
import { inspectRegistry } from "./inspect-registry.ts";
import { readPointedName } from "./pointer.ts";

const USE_LOG = "use.log";
/** File that is locked while `current` and the log change together. */
const POINTER_LOCK = "current.lock";
/** Another process holds the lock for two renames. */
const LOCK_WAIT_MS = 10_000;
/** Lines that are kept. */
export const MAX_USES = 100;
/** Characters of a reason. */
export const MAX_REASON_LENGTH = 500;

export interface Use {
  /** Name of the registry in the data folder. */
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly usedAt: string;
  readonly isPinned: boolean;
  readonly reason: string | null;
}

/**
 * Returns the reason of a use on one line; null for none. Throws `usage` for a reason that is too long, and for a pin
 * without one: others must know when it may end.
 */
export function readReason(text: string | undefined, isPinned: boolean): string | null {
  const reason = text?.replaceAll(/[\p{Cc}\s]+/gu, " ").trim() || null;
  if (isPinned && reason === null) {
    throw new AppError("usage", "A pin needs a reason, so that others know when it may end.");
  }
  if (reason !== null && reason.length > MAX_REASON_LENGTH) {
    throw new AppError("usage", `A reason may have ${MAX_REASON_LENGTH} characters, not ${reason.length}.`);
  }
  return reason;
}

/** Lists the registries made current, newest first. Throws `unavailable` for a log that cannot be read. */
export function listUses(dataDir: string): Use[] {
  const path = join(dataDir, USE_LOG);
  try {
    const lines = readFileSync(path, "utf8").split("\n");
    return lines
      .filter((line) => line !== "")
      .map(parseUse)
      .reverse();
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") {
      return [];
    }
    throw new AppError(
      "unavailable",
      `${path}, which names the pinned registry, cannot be read: ${messageOf(error)}. Repair it, or remove it: ` +
        "then no registry is pinned or protected",
      { cause: error },
    );
  }
}

function parseUse(line: string): Use {
  const { file, usedAt, isPinned, reason } = JSON.parse(line);
  const isUse =
    typeof file === "string" &&
    !Number.isNaN(Date.parse(usedAt)) &&
    typeof isPinned === "boolean" &&
    (reason === null || typeof reason === "string");
  if (!isUse) {
    throw new Error(`it holds ${line.slice(0, 200)}`);
  }
  return { file, usedAt, isPinned, reason };
}

/**
 * Returns the pin in force; undefined for none. It ends when `current` names another registry, and has no effect in a
 * program that cannot serve the pinned one: after an upgrade, the next import must serve.
 */
export function findPin(dataDir: string): Use | undefined {
  return findPinIn(listUses(dataDir), dataDir);
}

/** Returns the pin in force from a log that was already read. */
export function findPinIn([last]: readonly Use[], dataDir: string): Use | undefined {
  const isInForce =
    last?.isPinned === true &&
    last.file === readPointedName(dataDir) &&
    inspectRegistry(join(dataDir, last.file)).state === "valid";
  return isInForce ? last : undefined;
}

/** Says which registry is pinned, since when and why. */
export function describePin({ file, usedAt, reason }: Use): string {
  return `${file} is pinned since ${usedAt}${reason === null ? "" : `: ${reason}`}`;
}

/** Appends to the log; to be called under {@link lockPointer}. */
export function logUse(dataDir: string, use: Use): void {
  const uses = [use, ...listUses(dataDir)].slice(0, MAX_USES).reverse();
  const path = join(dataDir, USE_LOG);
  const draft = `${path}.tmp`;
  writeFileSync(draft, uses.map((one) => `${JSON.stringify(one)}\n`).join(""));
  givePathToFolderOwner(draft, dataDir);
  syncPath(draft);
  renameSync(draft, path);
}

/** Locks `current` and the log against other processes until the lock is disposed. Throws `unavailable`. */
export function lockPointer(dataDir: string): FileLock {
  const path = join(dataDir, POINTER_LOCK);
  const lock = FileLock.acquire(path, { create: true, waitMs: LOCK_WAIT_MS });
  if (lock === undefined) {
    throw new AppError("unavailable", `another process holds ${path}: try again`);
  }
  return lock;
}
