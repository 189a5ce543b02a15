/** The file `current` of a data folder: one line, the name of the registry to serve. */
import { lstatSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

export const POINTER_FILE = "current";

export type Pointer =
  | { readonly kind: "absent" }
  | { readonly kind: "name"; readonly name: string }
  | UnusablePointer;

export interface UnusablePointer {
  readonly kind: "unusable";
  /** Completes a sentence about the file: `is empty`. */
  readonly reason: string;
  /**
   * - `write`: writing a name into it mends it
   * - `unlink`: it is a link, and writing would change what it leads to
   * - `move`: it is no pointer but something of the user's, which nothing may take the place of
   * - `permit`: this user may not read it
   */
  readonly mend: "write" | "unlink" | "move" | "permit";
  /** The file that it seems to mean. */
  readonly meant?: string;
}

/** No name of a file is longer. What is larger is not read: it may be a registry that serves, under another name. */
const MAX_BYTES = 4096;

export function readPointer(dataDir: string): Pointer {
  const path = join(dataDir, POINTER_FILE);
  try {
    const stats = statSync(path);
    if (!stats.isFile())
      return noPointer(path, stats.isDirectory() ? "is a folder" : "is not a regular file");
    if (stats.size > MAX_BYTES) return noPointer(path, `has ${stats.size} bytes and holds no file name`);
    return parsePointer(readFileSync(path, "utf8").trim(), path);
  } catch (error) {
    if (isAbsence(error)) {
      if (!isLink(path)) return { kind: "absent" };
      return { kind: "unusable", reason: "is a link to nothing", mend: "unlink" };
    }
    const reason = `cannot be read: ${error instanceof Error ? error.message : error}`;
    return { kind: "unusable", reason, mend: "permit" };
  }
}

/** The name that `current` holds; undefined where it is absent or unusable. */
export function pointedName(dataDir: string): string | undefined {
  const pointer = readPointer(dataDir);
  return pointer.kind === "name" ? pointer.name : undefined;
}

/** Whether an error of the file system says that nothing is there. */
export function isAbsence(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR";
}

function parsePointer(text: string, path: string): Pointer {
  const fault = { kind: "unusable", mend: isLink(path) ? "unlink" : "write" } as const;
  if (text === "") return { ...fault, reason: "is empty" };
  const isName = text === basename(text) && text !== "." && text !== ".." && !/[\0\n\r]/.test(text);
  if (isName) return { kind: "name", name: text };
  const reason = `must hold a file name of the same folder, not ${JSON.stringify(text.slice(0, 200))}`;
  return { ...fault, reason, meant: basename(text) };
}

function noPointer(path: string, reason: string): UnusablePointer {
  return { kind: "unusable", reason, mend: isLink(path) ? "unlink" : "move" };
}

function isLink(path: string): boolean {
  try {
    try {
      return lstatSync(path).isSymbolicLink();
    } catch {
      return false;
    }
  } catch {
    return false;
  }
}
