/** Compares the checks of damaged files with SQLite's own single-threaded check of the whole file. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly, openScratch, openWithoutDefensiveMode } from "../base/sqlite.ts";
import { verifyIntegrity } from "./integrity-checks.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-integrity-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Makes a sound file with two tables, an index, a reference and an R*Tree. */
function makeFile(): string {
  const path = join(folder, `${++files}.db`);
  using db = openScratch(path);
  db.run("CREATE TABLE street (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  db.run("CREATE INDEX street_name ON street (name)");
  db.run("CREATE TABLE house (id INTEGER PRIMARY KEY, street_id INTEGER REFERENCES street(id))");
  db.run("CREATE VIRTUAL TABLE boxes USING rtree(id, minx, maxx, miny, maxy)");
  db.run("INSERT INTO street VALUES (1, 'Needle street'), (2, 'Other street')");
  db.run("INSERT INTO house VALUES (1, 1), (2, 2)");
  db.run("INSERT INTO boxes VALUES (1, 0, 1, 0, 1), (2, 5, 6, 5, 6)");
  return path;
}

function changeSchema(path: string, sql: string): void {
  const db = openWithoutDefensiveMode(path);
  db.exec("PRAGMA writable_schema = ON");
  db.exec(sql);
  db.close();
}

/** Replaces every occurrence of a text in a file except the first. */
function replaceLater(path: string, text: string, by: string): void {
  const bytes = readFileSync(path, "latin1");
  const first = bytes.indexOf(text) + text.length;
  writeFileSync(path, bytes.slice(0, first) + bytes.slice(first).replaceAll(text, by), "latin1");
}

const DAMAGES: Record<string, (path: string) => void> = {
  "an index that differs from its table": (path) => replaceLater(path, "Needle street", "Noodle street"),
  "a page that two tables use": (path) =>
    changeSchema(
      path,
      `UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'street')
       WHERE name = 'house'`,
    ),
  "a page that no table uses": (path) => changeSchema(path, "DELETE FROM sqlite_schema WHERE name = 'house'"),
  "an R*Tree that misses a row": (path) => changeSchema(path, "DELETE FROM boxes_rowid WHERE rowid = 2"),
};

describe.each([
  ["in this thread", Infinity],
  ["in threads", 0],
])("%s", (_where, minBytesForThreads) => {
  test("a sound file passes", async () => {
    await verifyIntegrity(makeFile(), 2, minBytesForThreads);
  });

  test.each(Object.keys(DAMAGES))("%s is refused", async (damage) => {
    const path = makeFile();
    DAMAGES[damage]!(path);
    using db = openReadOnly(path);
    expect(db.query("PRAGMA integrity_check").values()).not.toEqual([["ok"]]);
    await expect(verifyIntegrity(path, 2, minBytesForThreads)).rejects.toThrow(
      "the new registry is damaged: ",
    );
  });

  test("a broken reference is refused by table, row and what is missing", async () => {
    const path = makeFile();
    {
      using db = openScratch(path);
      db.run("INSERT INTO house VALUES (3, 4)");
    }
    await expect(verifyIntegrity(path, 2, minBytesForThreads)).rejects.toThrow(
      "the new registry has a broken reference: house 3 refers to a missing street",
    );
  });
});
