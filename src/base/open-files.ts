/** Open files of this process, of which every connection is one. Linux tells them below /proc. */
import { readdirSync, readFileSync } from "node:fs";

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

/** Returns the most files that this process may open; undefined where the system does not tell. */
export function readOpenFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
