/** Links nummeraanduidingen to the objects that name them: each link is an address. */
import type { Database } from "../../../base/sqlite.ts";
import { ADDRESSABLE_TYPES, type AddressableType } from "../../../registry/schema/object-types.ts";
import type { ImportReport } from "../../report.ts";
import { ALL_ROWS, type RowsOf } from "./rows-of.ts";
import { deriveUnlinkedPairs, storeUnresolvedNummeraanduidingen } from "./unresolved-references.ts";

/**
 * Fills `work.adres_link`, one row per address. Where a nummeraanduiding is named more than once, a hoofdadres takes
 * precedence over a nevenadres, then a verblijfsobject over a ligplaats over a standplaats, then the lowest object.
 * Includes only references that resolve to an existing nummeraanduiding, openbare ruimte and woonplaats; reports the
 * rest.
 */
export function deriveLinks(db: Database, report: ImportReport, rowsOf: RowsOf = ALL_ROWS): void {
  createLinkTables(db);
  for (const type of ADDRESSABLE_TYPES) {
    expandNevenadressen(db, type, rowsOf);
    linkNummeraanduidingen(
      db,
      type,
      `SELECT hoofdadres_id AS num, fid AS object, 0 AS is_nevenadres FROM ${rowsOf(type)}`,
    );
  }
  for (const type of ADDRESSABLE_TYPES) {
    linkNummeraanduidingen(
      db,
      type,
      `SELECT nummeraanduiding_id AS num, object_id AS object, 1 AS is_nevenadres FROM work.nevenadres WHERE type = '${type}'`,
    );
  }
  deriveUnlinkedPairs(db, rowsOf);
  storeUnresolvedNummeraanduidingen(db);
  reportUnresolved(db, report, rowsOf);
}

function createLinkTables(db: Database): void {
  db.run(`CREATE TABLE work.adres_link (
    nummeraanduiding_id INTEGER PRIMARY KEY,
    object_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    is_nevenadres INTEGER NOT NULL,
    woonplaats_id INTEGER NOT NULL)`);
  db.run(`CREATE TABLE work.nevenadres (
    object_id INTEGER, nummeraanduiding_id INTEGER, type TEXT, PRIMARY KEY (object_id, nummeraanduiding_id)) WITHOUT ROWID`);
}

/**
 * Adds references to `work.adres_link`. CROSS JOIN fixes the join order, however few references SQLite's planner
 * expects.
 */
function linkNummeraanduidingen(db: Database, type: AddressableType, references: string): void {
  db.run(`INSERT OR IGNORE INTO work.adres_link
    SELECT r.num, r.object, '${type}', r.is_nevenadres, w.fid FROM (${references}) r
    CROSS JOIN nummeraanduiding n ON n.fid = r.num
    CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id
    CROSS JOIN woonplaats w ON w.fid = coalesce(n.woonplaats_id, o.woonplaats_id)
    ORDER BY r.num, r.object`);
}

function expandNevenadressen(db: Database, type: AddressableType, rowsOf: RowsOf): void {
  const insert = db.query("INSERT OR IGNORE INTO work.nevenadres VALUES (?, ?, ?)");
  const rows = db.query<{ fid: number; ids: string }, []>(
    `SELECT fid, nevenadres_ids AS ids FROM ${rowsOf(type)} WHERE nevenadres_ids IS NOT NULL`,
  );
  for (const { fid, ids } of rows.all()) {
    for (const id of ids.split("|")) {
      insert.run(fid, Number(id), type);
    }
  }
}

/** Reports broken references. Nummeraanduidingen that no object names are no addresses and are not reported. */
function reportUnresolved(db: Database, report: ImportReport, rowsOf: RowsOf): void {
  const reportEach = (reason: string, from: string) => {
    for (const { id } of db
      .query<{ id: string }, []>(`SELECT printf('%016d', r.id) AS id FROM ${from}`)
      .all()) {
      report.add("adres", "noticed", reason, id);
    }
  };
  for (const type of ADDRESSABLE_TYPES) {
    reportEach(
      `hoofdadres of a ${type} is not an existing nummeraanduiding`,
      `(SELECT t.hoofdadres_id AS id FROM work.without_adres w CROSS JOIN ${type} t
        ON t.fid = w.object_id AND t.hoofdadres_id = w.nummeraanduiding_id) r
       WHERE NOT EXISTS (SELECT 1 FROM nummeraanduiding n WHERE n.fid = r.id)`,
    );
  }
  reportEach(
    "nevenadres is not an existing nummeraanduiding",
    "(SELECT nummeraanduiding_id AS id FROM work.nevenadres) r WHERE NOT EXISTS (SELECT 1 FROM nummeraanduiding n WHERE n.fid = r.id)",
  );
  reportNummeraanduidingen(db, report, rowsOf);
}

/** Reports nummeraanduidingen whose openbare ruimte or woonplaats is missing; the country's are read once for both. */
function reportNummeraanduidingen(db: Database, report: ImportReport, rowsOf: RowsOf): void {
  const broken = db.query<{ id: string; missing: string }, []>(
    `SELECT printf('%016d', n.fid) AS id, iif(o.fid IS NULL, 'openbare ruimte', 'woonplaats') AS missing
     FROM ${rowsOf("nummeraanduiding")} n
     LEFT JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id
     LEFT JOIN woonplaats w ON w.fid = coalesce(n.woonplaats_id, o.woonplaats_id)
     WHERE o.fid IS NULL OR w.fid IS NULL ORDER BY missing, n.fid`,
  );
  for (const { id, missing } of broken.all()) {
    report.add("adres", "noticed", `${missing} of the nummeraanduiding does not exist`, id);
  }
}
