import { dlopen, FFIType } from "bun:ffi";
import { afterAll, expect, test } from "bun:test";
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adviseReads } from "./random-reads.ts";
import { openFinished, openScratch } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-reads-"));
const path = join(folder, "rows.gpkg");
const ROWS = 20_000;
const PAGE_BYTES = 4_096;
const LOOKUPS = 40;
afterAll(() => rmSync(folder, { recursive: true }));

function makeFile(): void {
  using db = openScratch(path);
  db.run("CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)");
  db.run(`WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${ROWS})
    INSERT INTO row SELECT id, hex(zeroblob(1700)) FROM n`);
}

/** Drops the file from the page cache. */
function evict(): void {
  const { posix_fadvise } = dlopen("libc.so.6", {
    posix_fadvise: { args: [FFIType.i32, FFIType.i64, FFIType.i64, FFIType.i32], returns: FFIType.i32 },
  }).symbols;
  const file = openSync(path, "r+");
  fsyncSync(file);
  posix_fadvise(file, 0, 0, 4);
  closeSync(file);
}

/** Bytes that this process had the disks read. */
const bytesRead = () => Number(/^read_bytes: (\d+)/m.exec(readFileSync("/proc/self/io", "utf8"))![1]);

/** Reads distant rows that are not in memory; returns the bytes that came from the disk. */
function readCold(order: "random" | "normal"): number {
  evict();
  using db = openFinished(path);
  const find = db.query<{ id: number }, [number]>("SELECT id, text FROM row WHERE id = ?");
  find.get(1);
  adviseReads(path, "random");
  adviseReads(path, order);
  const before = bytesRead();
  for (let i = 1; i <= LOOKUPS; i++) {
    find.get(Math.floor((i * ROWS) / (LOOKUPS + 1)));
  }
  return bytesRead() - before;
}

test.if(process.platform === "linux")(
  "advised of random reads, the disk reads little more than was asked for",
  () => {
    makeFile();
    const unadvised = readCold("normal");
    if (unadvised === 0) {
      // A file system in memory.
      return;
    }
    const advised = readCold("random");
    process.stderr.write(`${LOOKUPS} rows: ${unadvised} bytes without advice, ${advised} with it\n`);
    // Each row is on a page of its own; the inner pages of the tree come in addition.
    expect(advised).toBeLessThan(4 * LOOKUPS * PAGE_BYTES);
    expect(advised).toBeLessThan(unadvised / 5);
  },
);
