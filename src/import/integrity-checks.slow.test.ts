/** Checks files of about a gibibyte: from that size on, files contain a page that SQLite never uses. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly, openScratch } from "../base/sqlite.ts";
import { verifyIntegrity } from "./integrity-checks.ts";

const GIBIBYTE = 2 ** 30;
const PAGE_BYTES = 4096;
const folder = mkdtempSync(join(tmpdir(), "baken-gibibyte-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a sound file of this size: rows that take a page each at the end. */
function makeFile(bytes: number): string {
  const path = join(folder, `${bytes}.db`);
  using db = openScratch(path);
  db.run("CREATE TABLE filling (id INTEGER PRIMARY KEY, bytes BLOB)");
  const insert = db.query("INSERT INTO filling (bytes) VALUES (zeroblob(?))");
  const size = () => (db.query("PRAGMA page_count").values()[0]![0] as number) * PAGE_BYTES;
  db.run("BEGIN");
  for (let missing = bytes - size(); missing > 0; missing = bytes - size()) {
    insert.run(missing > 20e6 ? 16e6 : 3_000);
  }
  db.run("COMMIT");
  return path;
}

test.each([GIBIBYTE, GIBIBYTE + 2 * PAGE_BYTES])(
  "a sound file of %d bytes passes",
  async (bytes) => {
    const path = makeFile(bytes);
    expect(statSync(path).size).toBe(bytes);
    await verifyIntegrity(path, 2);
    using db = openReadOnly(path);
    expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    rmSync(path);
  },
  60_000,
);
