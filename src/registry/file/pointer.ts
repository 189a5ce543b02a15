/** The pointer file `current` of a data folder: one line, the name of the registry to serve. */

import { lstatSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, messageOf } from "../../base/errors.ts";

export const POINTER_FILE = "current";
/** Link to the registry that the pointer names (stable-link.ts). */
export const LINK_FILE = "current.gpkg";

export type Pointer =
  | { readonly kind: "absent" }
  | { readonly kind: "name"; readonly name: string }
  | UnusablePointer;

export interface UnusablePointer {
  readonly kind: "unusable";
  /** Completes a sentence about the file: `is empty`. */
  readonly reason: string;
  /**
   * Repair that the file needs:
   * - `write`: write a name into it
   * - `unlink`: remove it first: it is a symbolic link, and writing would change its target
   * - `move`: move it away: it is not a pointer but a file or folder of the user, which must not be overwritten
   * - `permit`: change its permissions: it cannot be read
   */
  readonly repair: "write" | "unlink" | "move" | "permit";
  /** Base name of its path: probably the intended file. */
  readonly intendedName?: string;
}

/**
 * Maximum size that is read; no file name is longer. A larger file may be a served registry under another name, whose
 * locks this process would drop by closing it.
 */
const MAX_BYTES = 4096;

export function readPointer(dataDir: string): Pointer {
  const path = join(dataDir, POINTER_FILE);
  try {
    const stats = statSync(path);
    if (!stats.isFile()) {
      return toUnusablePointer(path, stats.isDirectory() ? "is a folder" : "is not a regular file");
    }
    if (stats.size > MAX_BYTES) {
      return toUnusablePointer(path, `has ${stats.size} bytes, too many for a file name`);
    }
    return parsePointer(readFileSync(path, "utf8").trim(), path);
  } catch (error) {
    if (isNotFoundError(error)) {
      if (!isLink(path)) {
        return { kind: "absent" };
      }
      return { kind: "unusable", reason: "is a broken symbolic link", repair: "unlink" };
    }
    const reason = `cannot be read: ${messageOf(error)}`;
    return { kind: "unusable", reason, repair: "permit" };
  }
}

/** Returns the name in `current`; undefined when it is absent or unusable. */
export function readPointedName(dataDir: string): string | undefined {
  const pointer = readPointer(dataDir);
  return pointer.kind === "name" ? pointer.name : undefined;
}

/** Returns true when a file system error means that the file does not exist. */
export function isNotFoundError(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function parsePointer(text: string, path: string): Pointer {
  const unusable = { kind: "unusable", repair: isLink(path) ? "unlink" : "write" } as const;
  if (text === "") {
    return { ...unusable, reason: "is empty" };
  }
  const link = join(dirname(path), LINK_FILE);
  if (text === LINK_FILE && isLink(link)) {
    const intendedName = basename(readlinkSync(link));
    return { ...unusable, reason: `names ${LINK_FILE}, the link that follows it`, intendedName };
  }
  const isName = text === basename(text) && text !== "." && text !== ".." && !/[\0\n\r]/.test(text);
  if (isName) {
    return { kind: "name", name: text };
  }
  const reason = `must hold a file name of the same folder, not ${JSON.stringify(text.slice(0, 200))}`;
  return { ...unusable, reason, intendedName: basename(text) };
}

function toUnusablePointer(path: string, reason: string): UnusablePointer {
  return { kind: "unusable", reason, repair: isLink(path) ? "unlink" : "move" };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
