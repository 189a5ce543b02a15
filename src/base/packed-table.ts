/**
 * Fills tables WITHOUT ROWID of a SQLite file bottom-up, from records in order of their key: pages are full and follow
 * one another, at a tenth of the cost of inserts. No connection may be open on the file meanwhile. The result is an
 * ordinary file: `integrity_check` accepts it, and later inserts and deletes work (SQLite file format, §1.6).
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { writeSqliteVarint } from "./sqlite-record.ts";

/** Offsets in the header of the file. */
export const HEADER = { bytes: 100, pageSize: 16, pageCount: 28, firstTrunk: 32, freeCount: 36 } as const;
/** Offset of the bytes that SQLite locks; it never uses the page around them. */
export const LOCK_BYTES_OFFSET = 2 ** 30;
const LEAF = 10;
const INTERIOR = 2;
const LEAF_HEADER = 8;
const INTERIOR_HEADER = 12;
const POINTER_BYTES = 2;
const CHILD_BYTES = 4;
/** Pages that are written at once. */
const BUFFERED_PAGES = 256;

/** Appends pages to a file of SQLite. */
export class PageFile {
  readonly #fd: number;
  readonly pageSize: number;
  readonly #buffer: Uint8Array;
  #buffered = 0;
  #pageCount: number;

  /** Opens a file that SQLite has made and closed. */
  constructor(path: string) {
    this.#fd = openSync(path, "r+");
    const header = new DataView(new ArrayBuffer(HEADER.bytes));
    readSync(this.#fd, header, 0, HEADER.bytes, 0);
    this.pageSize = header.getUint16(HEADER.pageSize);
    this.#pageCount = header.getUint32(HEADER.pageCount);
    this.#buffer = new Uint8Array(BUFFERED_PAGES * this.pageSize);
  }

  /** Appends a page and returns its number. */
  append(page: Uint8Array): number {
    if (this.#pageCount * this.pageSize === LOCK_BYTES_OFFSET) {
      this.#add(new Uint8Array(this.pageSize));
    }
    return this.#add(page);
  }

  /** Number of the page that `append` writes next. */
  get nextPage(): number {
    return this.#pageCount + 1 + Number(this.#pageCount * this.pageSize === LOCK_BYTES_OFFSET);
  }

  /** Replaces a page that the file had when it was opened. */
  replace(number: number, page: Uint8Array): void {
    writeSync(this.#fd, page, 0, this.pageSize, (number - 1) * this.pageSize);
  }

  /** Makes the pages part of the file, and closes it. */
  close(): void {
    this.#flush();
    const count = new DataView(new ArrayBuffer(4));
    count.setUint32(0, this.#pageCount);
    writeSync(this.#fd, count, 0, 4, HEADER.pageCount);
    closeSync(this.#fd);
  }

  #add(page: Uint8Array): number {
    this.#buffer.set(page, this.#buffered * this.pageSize);
    this.#buffered++;
    this.#pageCount++;
    if (this.#buffered === BUFFERED_PAGES) {
      this.#flush();
    }
    return this.#pageCount;
  }

  #flush(): void {
    const from = (this.#pageCount - this.#buffered) * this.pageSize;
    writeSync(this.#fd, this.#buffer, 0, this.#buffered * this.pageSize, from);
    this.#buffered = 0;
  }
}

/** Fills one table. */
export class PackedTable {
  readonly #file: PageFile;
  readonly #root: number;
  readonly #leaves: Level;
  readonly #maxLocal: number;
  readonly #minLocal: number;
  #cell: Uint8Array;

  /** `root`: number of the root page of the table, which is empty. */
  constructor(file: PageFile, root: number) {
    this.#file = file;
    this.#root = root;
    this.#leaves = new Level(file, LEAF);
    this.#maxLocal = Math.floor(((file.pageSize - 12) * 64) / 255) - 23;
    this.#minLocal = Math.floor(((file.pageSize - 12) * 32) / 255) - 23;
    this.#cell = new Uint8Array(file.pageSize);
  }

  /** Adds the record whose key follows the keys of all before. */
  add(record: Uint8Array): void {
    const local = this.#localBytes(record.length);
    const cell = this.#cell;
    const at = writeSqliteVarint(cell, 0, record.length);
    copyBytes(record, local, cell, at);
    let bytes = at + local;
    if (local < record.length) {
      setUint32(cell, bytes, this.#addOverflow(record.subarray(local)));
      bytes += CHILD_BYTES;
    }
    this.#leaves.add(cell, bytes);
  }

  /** Completes the table. */
  finish(): void {
    this.#file.replace(this.#root, this.#leaves.finish());
  }

  /** Returns the bytes of a record of a given size that its page holds; the rest is in pages of their own. */
  #localBytes(bytes: number): number {
    if (bytes <= this.#maxLocal) {
      return bytes;
    }
    const fitting = this.#minLocal + ((bytes - this.#minLocal) % (this.#file.pageSize - CHILD_BYTES));
    return fitting <= this.#maxLocal ? fitting : this.#minLocal;
  }

  /** Writes the bytes that exceed a page into a chain of pages; returns the number of the first. */
  #addOverflow(rest: Uint8Array): number {
    const first = this.#file.nextPage;
    const capacity = this.#file.pageSize - CHILD_BYTES;
    for (let at = 0; at < rest.length; at += capacity) {
      const page = new Uint8Array(this.#file.pageSize);
      page.set(rest.subarray(at, at + capacity), CHILD_BYTES);
      const isLast = at + capacity >= rest.length;
      setUint32(page, 0, isLast ? 0 : this.#nextAfter(this.#file.nextPage));
      this.#file.append(page);
    }
    return first;
  }

  #nextAfter(page: number): number {
    return page * this.#file.pageSize === LOCK_BYTES_OFFSET ? page + 2 : page + 1;
  }
}

/**
 * One level of a tree: the page that is being filled, and the full page before it. The full page waits with the record
 * that follows it, because the next page must not stay empty. That record is in the level above, between the two pages.
 */
class Level {
  readonly #file: PageFile;
  readonly #kind: typeof LEAF | typeof INTERIOR;
  #page: Page;
  #full: Page | undefined;
  #divider: Uint8Array | undefined;
  #above: Level | undefined;

  constructor(file: PageFile, kind: typeof LEAF | typeof INTERIOR) {
    this.#file = file;
    this.#kind = kind;
    this.#page = new Page(file.pageSize, kind);
  }

  /** Adds the cell in the first `length` bytes; `child`: of a level of interior pages, the page before it. */
  add(cell: Uint8Array, length: number, child = 0): void {
    if (this.#page.add(cell, length, child)) {
      this.#storeFull();
      return;
    }
    this.#page.setLastChild(child);
    this.#full = this.#page;
    this.#divider = cell.slice(0, length);
    this.#page = new Page(this.#file.pageSize, this.#kind);
  }

  /** Returns the root of the tree, whose levels below are written; `child` is the last page of the level below. */
  finish(child = 0): Uint8Array {
    if (this.#full !== undefined) {
      // The page is empty: the last record of the full one becomes the divider.
      const { cell, child: before } = this.#full.removeLast();
      const last = this.#full.lastChild;
      this.#full.setLastChild(before);
      this.#page.add(this.#divider!, this.#divider!.length, last);
      this.#divider = cell;
      this.#storeFull();
    }
    this.#page.setLastChild(child);
    return this.#above === undefined
      ? this.#page.bytes()
      : this.#above.finish(this.#file.append(this.#page.bytes()));
  }

  #storeFull(): void {
    if (this.#full === undefined) {
      return;
    }
    this.#above ??= new Level(this.#file, INTERIOR);
    this.#above.add(this.#divider!, this.#divider!.length, this.#file.append(this.#full.bytes()));
    this.#full = undefined;
  }
}

/** A page of a tree: cells from its end backwards, their places from its header on. */
class Page {
  readonly #bytes: Uint8Array;
  readonly #header: number;
  #count = 0;
  #contentAt: number;

  constructor(pageSize: number, kind: typeof LEAF | typeof INTERIOR) {
    this.#bytes = new Uint8Array(pageSize);
    this.#bytes[0] = kind;
    this.#header = kind === LEAF ? LEAF_HEADER : INTERIOR_HEADER;
    this.#contentAt = pageSize;
  }

  /** Returns false, and adds nothing, when the cell has no room. */
  add(cell: Uint8Array, length: number, child: number): boolean {
    const bytes = length + (this.#isLeaf ? 0 : CHILD_BYTES);
    const pointer = this.#header + POINTER_BYTES * this.#count;
    if (pointer + POINTER_BYTES + bytes > this.#contentAt) {
      return false;
    }
    this.#contentAt -= bytes;
    copyBytes(cell, length, this.#bytes, this.#contentAt + bytes - length);
    if (!this.#isLeaf) {
      setUint32(this.#bytes, this.#contentAt, child);
    }
    setUint16(this.#bytes, pointer, this.#contentAt);
    this.#count++;
    return true;
  }

  /** Removes the last of at least two cells. */
  removeLast(): { cell: Uint8Array; child: number } {
    this.#count--;
    const at = this.#contentAt;
    const before = this.#header + POINTER_BYTES * (this.#count - 1);
    this.#contentAt = getUint16(this.#bytes, before);
    const cell = this.#bytes.slice(at + (this.#isLeaf ? 0 : CHILD_BYTES), this.#contentAt);
    const child = this.#isLeaf ? 0 : getUint32(this.#bytes, at);
    this.#bytes.fill(0, at, this.#contentAt);
    setUint16(this.#bytes, before + POINTER_BYTES, 0);
    return { cell, child };
  }

  get lastChild(): number {
    return this.#isLeaf ? 0 : getUint32(this.#bytes, LEAF_HEADER);
  }

  setLastChild(child: number): void {
    if (!this.#isLeaf) {
      setUint32(this.#bytes, LEAF_HEADER, child);
    }
  }

  bytes(): Uint8Array {
    setUint16(this.#bytes, 3, this.#count);
    setUint16(this.#bytes, 5, this.#contentAt);
    return this.#bytes;
  }

  get #isLeaf(): boolean {
    return this.#header === LEAF_HEADER;
  }
}

/** Copies bytes one by one: for the few of most records faster than a view of them. */
function copyBytes(from: Uint8Array, count: number, to: Uint8Array, at: number): void {
  for (let i = 0; i < count; i++) {
    to[at + i] = from[i]!;
  }
}

function setUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8;
  bytes[at + 1] = value;
}

function getUint16(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!;
}

function setUint32(bytes: Uint8Array, at: number, value: number): void {
  setUint16(bytes, at, value >>> 16);
  setUint16(bytes, at + 2, value);
}

function getUint32(bytes: Uint8Array, at: number): number {
  return getUint16(bytes, at) * 65_536 + getUint16(bytes, at + 2);
}
