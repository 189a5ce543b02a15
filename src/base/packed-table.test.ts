import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PackedTable, PageFile } from "./packed-table.ts";
import { openFinished, openScratch } from "./sqlite.ts";
import { RecordsBuilder, type RecordValue, readRecord } from "./sqlite-record.ts";

type Row = readonly [id: number, nr: number, value: RecordValue];

const DDL = "CREATE TABLE t (id INTEGER, nr INTEGER, value BLOB, PRIMARY KEY (id, nr)) WITHOUT ROWID";

function recordsOf(rows: readonly (readonly RecordValue[])[]): Uint8Array[] {
  const builder = new RecordsBuilder();
  rows.forEach((row) => void builder.add(row));
  const { bytes, ends } = builder.build();
  return rows.map((_, i) => bytes.subarray(ends[i - 1] ?? 0, ends[i]));
}

/** Fills a table with rows; SQLite inserts the rows of `insert`. Returns the rows that SQLite reads, and faults. */
function fill(rows: readonly Row[], insert: readonly Row[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "baken-packed-table-"));
  const path = join(folder, "file.db");
  const empty = openScratch(path);
  empty.run(DDL);
  empty.run("CREATE TABLE other (x INTEGER)");
  const { rootpage } = empty
    .query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    .get()!;
  empty.close();
  const file = new PageFile(path);
  const table = new PackedTable(file, rootpage);
  recordsOf(rows).forEach((record) => void table.add(record));
  table.finish();
  file.close();
  const db = openScratch(path);
  for (const row of insert) {
    db.query("INSERT INTO t VALUES (?, ?, ?)").run(...row);
  }
  db.close();
  const read = openFinished(path);
  const found = {
    rows: read.query("SELECT * FROM t ORDER BY id, nr").values() as unknown as Row[],
    faults: read.query("PRAGMA integrity_check").values().flat(),
    unused: read
      .query("SELECT count(*) - (SELECT page_count FROM pragma_page_count) FROM dbstat")
      .values()[0]![0],
  };
  read.close();
  rmSync(folder, { recursive: true });
  return found;
}

const rowsOf = (count: number, value: (i: number) => RecordValue): Row[] =>
  Array.from({ length: count }, (_, i) => [363_010_000_000_000 + Math.floor(i / 3), i % 3, value(i)]);

const blob = (bytes: number) => new Uint8Array(bytes).fill(7);

test.each<[string, Row[]]>([
  ["none", []],
  ["one", rowsOf(1, () => "x")],
  ["many of one page", rowsOf(50, (i) => `text ${i}`)],
  ["pages of every fill", rowsOf(1_000, (i) => blob(i))],
  ["a tree of three levels", rowsOf(30_000, (i) => blob(100 + (i % 7)))],
  ["records as long as a page holds, and longer", rowsOf(60, (i) => blob(960 + i))],
  ["chains of pages", rowsOf(20, (i) => blob(4_000 * i + 1))],
])("%s are read by SQLite", (_, rows) => {
  expect(fill(rows)).toEqual({ rows, faults: ["ok"], unused: 0 });
});

test("whatever the number of rows, no page stays empty", () => {
  for (let count = 0; count < 200; count++) {
    const rows = rowsOf(count, () => blob(900));
    expect(fill(rows)).toEqual({ rows, faults: ["ok"], unused: 0 });
  }
});

test("SQLite inserts among them", () => {
  const rows = rowsOf(3_000, (i) => blob(50 + (i % 90)));
  const [even, odd] = [rows.filter((_, i) => i % 2 === 0), rows.filter((_, i) => i % 2 === 1)];
  expect(fill(even, odd)).toMatchObject({ rows, faults: ["ok"] });
});

const NUMBERS = [7, 8, 15, 16, 23, 24, 31, 32, 47, 48, 52]
  .flatMap((bits) => [2 ** bits - 1, 2 ** bits, -(2 ** bits) - 1, -(2 ** bits)])
  .concat(0, 1, 2, -1, 9_999_010_000_000_002, 1.5, -0.25, 1e300, 2 ** 63);
const VALUES: RecordValue[] = [
  null,
  ...NUMBERS,
  "",
  "é€𝄞 ë",
  "ÿ\u07ff ë",
  "x".repeat(70),
  blob(0),
  blob(3),
  blob(20_000),
];

test("values of every kind and size are as SQLite stores them", () => {
  const rows = VALUES.map((value, i): Row => [i, 1, value]);
  expect(fill(rows)).toMatchObject({ rows, faults: ["ok"] });
  const types = openScratch(":memory:");
  types.run(DDL);
  rows.forEach((row) => void types.query("INSERT INTO t VALUES (?, ?, ?)").run(...row));
  expect(fill(rows).rows.map(([, , value]) => typeof value)).toEqual(
    types
      .query("SELECT value FROM t ORDER BY id")
      .values()
      .map(([value]) => typeof value),
  );
  types.close();
});

test("records are read back, also in part", () => {
  const [record] = recordsOf([VALUES]);
  expect(readRecord(record!)).toEqual(VALUES);
  expect(readRecord(record!, 3)).toEqual(VALUES.slice(0, 3));
});
