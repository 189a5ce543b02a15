/** First bytes of given files, which tell their formats. */
import { closeSync, openSync, readSync } from "node:fs";
import { messageOf } from "../base/errors.ts";
import { refuseImport } from "./refuse.ts";

export const HEAD_BYTES = 4096;
const SQLITE_MAGIC = Buffer.from("SQLite format 3\0");

/** Returns the first bytes of a file. Throws `import_refused` for one that cannot be read. */
export function readHead(path: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const file = openSync(path, "r");
    try {
      return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return refuseImport(`${path} cannot be read: ${messageOf(error)}`, error);
  }
}

/** Returns true for the head of an SQLite database, such as a GeoPackage. */
export function isSqlite(head: Uint8Array): boolean {
  return SQLITE_MAGIC.equals(head.subarray(0, SQLITE_MAGIC.length));
}
