/**
 * Keeps the front of a SQLite file free for tables that are written late: of a large file, readers map the front. No
 * connection may be open on the file during a call (SQLite file format, §1.5). Larger page caches do not make up for
 * pages that are not mapped: ten times the cache saves less than half of the reads.
 */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { HEADER, LOCK_BYTES_OFFSET } from "./packed-table.ts";

/** Pages that follow one another. */
export interface PageRange {
  readonly first: number;
  readonly count: number;
}

/** Entries of the list of free pages that a trunk page has; SQLite itself writes no more. */
const LEAVES = 1016;

/**
 * Enlarges a file by pages that SQLite leaves alone until {@link releaseFront}: at most `bytes`, and not beyond
 * `endBytes` of the file. They are a hole, which takes no disk.
 */
export function reserveFront(path: string, bytes: number, endBytes: number): PageRange {
  return withHeader(path, (header, file) => {
    const size = header.getUint16(HEADER.pageSize);
    const pageCount = header.getUint32(HEADER.pageCount);
    const count = Math.max(0, Math.min(Math.floor(bytes / size), Math.floor(endBytes / size) - pageCount));
    header.setUint32(HEADER.pageCount, pageCount + count);
    ftruncateSync(file, (pageCount + count) * size);
    return { first: pageCount + 1, count };
  });
}

/** Adds reserved pages to the free pages of the file, in the order in which SQLite then takes them: ascending. */
export function releaseFront(path: string, { first, count }: PageRange): void {
  withHeader(path, (header, file) => {
    const size = header.getUint16(HEADER.pageSize);
    const lockPage = LOCK_BYTES_OFFSET / size + 1;
    const pages = Array.from({ length: count }, (_, i) => first + i).filter((page) => page !== lockPage);
    let next = header.getUint32(HEADER.firstTrunk);
    for (let end = pages.length; end > 0; ) {
      // All trunks but the last are full; each names the next one, which is written before it.
      const begin = end - (end % (LEAVES + 1) || LEAVES + 1);
      const leaves = pages.slice(begin, end);
      const trunk = leaves.pop()!;
      // SQLite takes the first leaf, puts the last in its place, and so on; at last the trunk itself.
      const taken = [...leaves.slice(0, 1), ...leaves.slice(1).reverse()];
      writeTrunk(file, { page: trunk, size }, [next, taken.length, ...taken]);
      next = trunk;
      end = begin;
    }
    header.setUint32(HEADER.firstTrunk, next);
    header.setUint32(HEADER.freeCount, header.getUint32(HEADER.freeCount) + pages.length);
  });
}

function writeTrunk(
  file: number,
  { page, size }: { readonly page: number; readonly size: number },
  numbers: readonly number[],
): void {
  const view = new DataView(new ArrayBuffer(size));
  numbers.forEach((number, i) => void view.setUint32(4 * i, number));
  writeSync(file, view, 0, size, (page - 1) * size);
}

/** Changes the header of a file, and the bytes after it. */
function withHeader<T>(path: string, change: (header: DataView, file: number) => T): T {
  const file = openSync(path, "r+");
  try {
    const header = new DataView(new ArrayBuffer(HEADER.bytes));
    readSync(file, header, 0, HEADER.bytes, 0);
    const result = change(header, file);
    writeSync(file, header, 0, HEADER.bytes, 0);
    return result;
  } finally {
    closeSync(file);
  }
}
