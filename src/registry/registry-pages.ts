import { closeSync, openSync, readSync, statSync } from "node:fs";
import { messageOf } from "../base/errors.ts";
import { openReadOnly } from "../base/sqlite.ts";

/** Bytes of the header of a SQLite file: page size at 16, number of pages at 28. */
const HEADER_BYTES = 32;

/** Returns the fault of a registry that has fewer bytes than its header says; undefined when it is complete. */
export function findMissingPages(path: string): string | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, "r");
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  const storedSize = header.readUInt16BE(16);
  const expected = (storedSize === 1 ? 65_536 : storedSize) * header.readUInt32BE(28);
  const { size } = statSync(path);
  return size < expected ? `has ${size} bytes of ${expected}: it is cut off` : undefined;
}

/** Reads every page of a registry, some seconds for each gigabyte; returns its faults. */
export function listPageFaults(path: string): string[] {
  try {
    using db = openReadOnly(path);
    const rows = db.query<{ quick_check: string }, []>("PRAGMA quick_check(5)").all();
    return rows.map(({ quick_check }) => quick_check).filter((fault) => fault !== "ok");
  } catch (error) {
    return [messageOf(error)];
  }
}
