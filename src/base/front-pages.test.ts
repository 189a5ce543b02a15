import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { releaseFront, reserveFront } from "./front-pages.ts";
import { openFinished, openScratch } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-front-pages-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGE = 4096;
let files = 0;

/** Makes a file with two empty tables: a schema on page 1, roots on pages 2 and 3. */
function makeFile(): string {
  const path = join(folder, `${++files}.db`);
  const db = openScratch(path);
  db.run("CREATE TABLE early (x)");
  db.run("CREATE TABLE late (x)");
  db.close();
  return path;
}

/** Adds rows; each takes about a page. */
function fill(path: string, table: string, rows: number): void {
  const db = openScratch(path);
  const insert = db.query(`INSERT INTO ${table} VALUES (zeroblob(4000))`);
  db.transaction(() => {
    for (let i = 0; i < rows; i++) {
      insert.run();
    }
  })();
  db.close();
}

function inspect(path: string) {
  const db = openFinished(path);
  const pagesOf = (table: string) =>
    db
      .query("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
      .values(table)
      .flat() as number[];
  const found = {
    early: pagesOf("early"),
    late: pagesOf("late"),
    free: db.query("PRAGMA freelist_count").values()[0]![0],
    faults: db.query("PRAGMA integrity_check").values().flat(),
  };
  db.close();
  return found;
}

test("what is written late takes the reserved pages in order, and then pages at the end", () => {
  const path = makeFile();
  const range = reserveFront(path, 3000 * PAGE, Infinity);
  fill(path, "early", 100);
  releaseFront(path, range);
  fill(path, "late", 3100);
  const { early, late, free, faults } = inspect(path);
  expect(range).toEqual({ first: 4, count: 3000 });
  // Pages 4 to 3003 are reserved.
  expect(Math.min(...early)).toBeGreaterThan(3003);
  const reserved = late.filter((page) => page <= 3003);
  // Inner pages of the tree take the few others.
  expect(reserved.length).toBeGreaterThan(2990);
  expect(reserved).toEqual(reserved.toSorted((a, b) => a - b));
  expect(late.slice(0, reserved.length)).toEqual(reserved);
  expect(late).toHaveLength(3100);
  expect([free, faults]).toEqual([0, ["ok"]]);
});

test("pages that are not needed stay free, beside those that were free before", () => {
  const path = makeFile();
  fill(path, "early", 50);
  const db = openScratch(path);
  db.run("DELETE FROM early");
  const before = Number(db.query("PRAGMA freelist_count").values()[0]![0]);
  db.close();
  const range = reserveFront(path, 2500 * PAGE, Infinity);
  releaseFront(path, range);
  expect(before).toBeGreaterThan(45);
  expect(inspect(path)).toMatchObject({ free: before + 2500, faults: ["ok"] });
});

test("no page is reserved that ends beyond the given place", () => {
  const path = makeFile();
  expect(reserveFront(path, 100 * PAGE, 10 * PAGE)).toEqual({ first: 4, count: 7 });
  expect(reserveFront(path, 100 * PAGE, 11 * PAGE - 1)).toEqual({ first: 11, count: 0 });
  expect(reserveFront(path, PAGE - 1, Infinity)).toEqual({ first: 11, count: 0 });
  expect(statSync(path).size).toBe(10 * PAGE);
});

test("the page around the bytes that SQLite locks is never used", () => {
  const path = makeFile();
  const range = reserveFront(path, 2 ** 30 + 100 * PAGE, Infinity);
  releaseFront(path, range);
  // 2^18 pages (2^30 bytes) and 100 more, without the locked page.
  expect(inspect(path)).toMatchObject({ free: 2 ** 18 + 99, faults: ["ok"] });
  expect(statSync(path).blocks * 512).toBeLessThan(4 * 1024 * 1024);
});
