/** Tests which rows an update collects, for each statement that can change a row. */
import { expect, test } from "bun:test";
import { Database } from "../../base/sqlite.ts";
import { createTables } from "../../registry/schema/schema.ts";
import { collectTouchedRows, differencesSql } from "./touched.ts";

/** Returns a registry with streets 1 and 2 that collects its touched rows. */
function newRegistry(): Database {
  const db = new Database(":memory:", { strict: true });
  createTables(db);
  db.run("ATTACH ':memory:' AS work");
  insert(db, "INSERT", 1, "een");
  insert(db, "INSERT", 2, "twee");
  collectTouchedRows(db);
  return db;
}

function insert(db: Database, verb: string, fid: number, naam: string, onConflict = ""): void {
  db.query(`${verb} INTO openbare_ruimte (fid, naam, type, woonplaats_id, status, voorkomen_identificatie, name_key)
    VALUES (?1, ?2, 'Weg', 9001, 0, 1, ?2) ${onConflict}`).run(fid, naam);
}

/** Returns the names of the touched streets: the current ones (weight 1) and the previous ones (-1). */
function touchedOf(db: Database): unknown[] {
  const rows = `SELECT fid, naam, weight FROM ${differencesSql("openbare_ruimte")} ORDER BY fid, weight`;
  return db.query(rows).values();
}

test.each<[string, (db: Database) => void, unknown[]]>([
  ["no change", () => undefined, []],
  ["an insert", (db) => insert(db, "INSERT", 3, "drie"), [[3, "drie", 1]]],
  [
    "an update",
    (db) => db.run("UPDATE openbare_ruimte SET naam = 'x' WHERE fid = 1"),
    [
      [1, "een", -1],
      [1, "x", 1],
    ],
  ],
  ["a delete", (db) => db.run("DELETE FROM openbare_ruimte WHERE fid = 1"), [[1, "een", -1]]],
  [
    "two upserts of an existing row",
    (db) => {
      insert(db, "INSERT", 1, "x", "ON CONFLICT (fid) DO UPDATE SET naam = excluded.naam");
      insert(db, "INSERT", 1, "y", "ON CONFLICT (fid) DO UPDATE SET naam = excluded.naam");
    },
    [
      [1, "een", -1],
      [1, "y", 1],
    ],
  ],
  [
    "two replacements of a row",
    (db) => {
      insert(db, "INSERT OR REPLACE", 1, "x");
      insert(db, "INSERT OR REPLACE", 1, "y");
    },
    [
      [1, "een", -1],
      [1, "y", 1],
    ],
  ],
  [
    "a row that is removed and added again",
    (db) => {
      db.run("DELETE FROM openbare_ruimte WHERE fid = 2");
      insert(db, "INSERT", 2, "x");
    },
    [
      [2, "twee", -1],
      [2, "x", 1],
    ],
  ],
  [
    "a row that is added and removed again",
    (db) => {
      insert(db, "INSERT", 3, "drie");
      db.run("DELETE FROM openbare_ruimte WHERE fid = 3");
    },
    [],
  ],
  ["a count of another table's rows", (db) => db.run("UPDATE openbare_ruimte SET adres_count = 7"), []],
])("%s", (_what, change, expected) => {
  const db = newRegistry();
  change(db);
  expect(touchedOf(db)).toEqual(expected);
});
