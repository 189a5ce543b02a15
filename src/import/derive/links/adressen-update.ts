/** Updates addresses, and the object and pand of each, after the objects that they are made of have changed. */
import type { Database } from "../../../base/sqlite.ts";
import type { ImportReport } from "../../report.ts";
import type { TouchedRows } from "../touched.ts";
import { deriveAdressen } from "./adressen-derive.ts";
import {
  affectedRowsSql,
  findAffected,
  listNamedNummeraanduidingen,
  type NummeraanduidingReferences,
} from "./find-affected.ts";
import { deriveLinks } from "./links-derive.ts";
import { choosePanden, derivePandAdres, listNamedPanden, type PandReference } from "./panden-derive.ts";

/**
 * Brings `adres`, `pand_adres`, `unresolved_reference` (except for panden outside all woonplaatsen) and the panden of
 * verblijfsobjecten up to date with the touched rows: removes whatever may have changed and derives it as an import
 * does, from the rows in `work.affected` only. Fills `work.affected_pand` with the panden whose addresses may have
 * changed.
 */
export function updateAdressen(db: Database, touched: TouchedRows, report: ImportReport): void {
  findAffected(db);
  db.run("CREATE TABLE work.affected_pand (fid INTEGER PRIMARY KEY)");
  removeLinks(db);
  deriveLinks(db, report, affectedRowsSql);
  derivePandAdres(db, affectedRowsSql);
  const touch = (fid: number) => touched.touch("verblijfsobject", fid);
  choosePanden(db, report, { rowsOf: affectedRowsSql, touch });
  addAffectedPanden(db, listReferences(db, `SELECT * FROM ${affectedRowsSql("verblijfsobject")}`));
  replaceAdressen(db, touched);
}

/**
 * Removes the affected rows from `pand_adres`, based on the rows before the update, and from `unresolved_reference`.
 */
function removeLinks(db: Database): void {
  const before = listReferences(
    db,
    `SELECT * FROM work.old_verblijfsobject UNION ALL
     SELECT v.* FROM work.affected CROSS JOIN verblijfsobject v ON v.fid = affected.fid
     WHERE NOT EXISTS (SELECT 1 FROM work.touched_verblijfsobject t WHERE t.fid = v.fid)`,
  );
  addAffectedPanden(db, before);
  const remove = db.query("DELETE FROM pand_adres WHERE pand_id = ? AND adres_id = ?");
  for (const object of before) {
    for (const pand of listNamedPanden(object)) {
      for (const adres of listNamedNummeraanduidingen(object)) {
        remove.run(pand, adres);
      }
    }
  }
  db.run("DELETE FROM unresolved_reference WHERE source_id IN (SELECT fid FROM work.affected)");
}

type ObjectReferences = PandReference & NummeraanduidingReferences;

function listReferences(db: Database, from: string): ObjectReferences[] {
  return db
    .query<ObjectReferences, []>(
      `SELECT fid, pand_id, pand_ids, hoofdadres_id, nevenadres_ids FROM (${from})`,
    )
    .all();
}

function addAffectedPanden(db: Database, objects: readonly ObjectReferences[]): void {
  const insert = db.query("INSERT OR IGNORE INTO work.affected_pand VALUES (?)");
  for (const object of objects) {
    for (const pand of listNamedPanden(object)) {
      insert.run(pand);
    }
  }
}

/** Writes the rows that differ from the stored ones, and touches them. */
function replaceAdressen(db: Database, touched: TouchedRows): void {
  const columns = db
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('adres')")
    .all()
    .map(({ name }) => name);
  db.run(`CREATE TABLE work.new_adres AS SELECT ${columns.join(", ")} FROM adres WHERE false`);
  deriveAdressen(db, "work.new_adres");
  db.run("CREATE UNIQUE INDEX work.new_adres_fid ON new_adres (fid)");
  const valuesOf = (alias: string) => columns.map((column) => `${alias}.${column}`).join(", ");
  const changed = db.query<{ fid: number }, []>(
    `SELECT affected.fid FROM work.affected LEFT JOIN adres a ON a.fid = affected.fid
     LEFT JOIN work.new_adres n ON n.fid = affected.fid WHERE (${valuesOf("a")}) IS NOT (${valuesOf("n")})`,
  );
  const remove = db.query("DELETE FROM adres WHERE fid = ?");
  const insert = db.query(`INSERT INTO adres SELECT * FROM work.new_adres WHERE fid = ?`);
  for (const { fid } of changed.all()) {
    touched.touch("adres", fid);
    remove.run(fid);
    insert.run(fid);
  }
}
