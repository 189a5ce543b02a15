/**
 * The link `current.gpkg` of a data folder: the registry that `current` names, under a name that stays, for programs
 * that open files, such as a GIS. baken itself never reads through it, and nothing that serves depends on it.
 */
import {
  type BigIntStats,
  fstatSync,
  lstatSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../base/errors.ts";
import { isNotFoundError, LINK_FILE, readPointedName } from "./pointer.ts";

/** Name under which a new link is made; the next link removes one that a killed process left. */
const NEXT_LINK = ".current.gpkg.tmp";

export interface LinkFault {
  /**
   * - `missing`: there is no such name
   * - `stale`: a link to another file of the folder
   * - `foreign`: something that baken does not make, and does not replace: a file, a folder, a link to another folder
   */
  readonly kind: "missing" | "stale" | "foreign";
  /** Sentences: the fault, and what to do. */
  readonly reason: string;
}

/** Returns the text of the link; undefined when `current.gpkg` is no link. */
export function readStableLink(dataDir: string): string | undefined {
  return readLink(join(dataDir, LINK_FILE));
}

/** Returns why the link does not lead to the registry that `current` names; undefined when it does. */
export function findLinkFault(dataDir: string): LinkFault | undefined {
  const name = readPointedName(dataDir);
  const target = readStableLink(dataDir);
  if (name === undefined || name === target || name === LINK_FILE) {
    return undefined;
  }
  const path = join(dataDir, LINK_FILE);
  const remedy = "The next publish or start of a server corrects it.";
  if (target !== undefined && /^[^/]+\.gpkg$/.test(target)) {
    return { kind: "stale", reason: `${path} leads to ${target}, not to ${name}. ${remedy}` };
  }
  if (target === undefined && isAbsent(path)) {
    return { kind: "missing", reason: `${path}, the link to ${name}, is missing. ${remedy}` };
  }
  const found = target === undefined ? "is no link" : `is a link to ${target}`;
  const reason = `${path} ${found}, so it stays unchanged. Move it away to have a link to ${name} there.`;
  return { kind: "foreign", reason };
}

/**
 * Makes the link lead to the registry that `current` names, in one step. Returns a sentence with the reason when that
 * fails, else undefined. Throws nothing.
 */
export function updateStableLink(dataDir: string): string | undefined {
  const fault = findLinkFault(dataDir);
  if (fault === undefined || fault.kind === "foreign") {
    return fault?.reason;
  }
  const name = readPointedName(dataDir)!;
  try {
    replaceLink(dataDir, name);
    return undefined;
  } catch (error) {
    return `There is no link ${LINK_FILE} to ${name} (${messageOf(error)}): programs must open ${name} itself.`;
  }
}

function replaceLink(dataDir: string, name: string): void {
  const next = join(dataDir, NEXT_LINK);
  if (readLink(next) !== undefined) {
    rmSync(next);
  }
  symlinkSync(name, next);
  try {
    renameSync(next, join(dataDir, LINK_FILE));
  } catch (error) {
    // Another process has renamed it, to the same registry or to a later one.
    if (!isNotFoundError(error)) {
      rmSync(next, { force: true });
      throw error;
    }
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the identity of a file, which differs when another file replaces it under the same name: device, inode, time
 * of the last write (ns) and size, as one string. Returns undefined when the file is absent or stat fails. Never opens
 * the file: closing it again would drop the POSIX locks that this process holds on it.
 */
export function fileIdentityOf(path: string): string | undefined {
  try {
    return toIdentity(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** Returns the identity of an open file, which stays its own when the file is removed or replaced under its name. */
export function openFileIdentityOf(fd: number): string {
  return toIdentity(fstatSync(fd, { bigint: true }));
}

function toIdentity({ dev, ino, mtimeNs, size }: BigIntStats): string {
  return `${dev}:${ino}:${mtimeNs}:${size}`;
}

/** Returns true when a file that had an identity is shorter now. */
export function isTruncated(path: string, identity: string | undefined): boolean {
  const [dev, ino, , size] = identity?.split(":") ?? [];
  const [devNow, inoNow, , sizeNow] = fileIdentityOf(path)?.split(":") ?? [];
  return dev === devNow && ino === inoNow && Number(sizeNow) < Number(size);
}
