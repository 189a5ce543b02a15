/** Links nummeraanduidingen to objects, and addresses to panden. */
import type { Database } from "../../../base/sqlite.ts";
import { ADDRESSABLE_TYPES, type AddressableType } from "../../../registry/object-types.ts";
import type { ImportReport } from "../../report.ts";
import { ALL_ROWS, type RowsOf } from "./rows-of.ts";
import {
  deriveUnlinkedPairs,
  storeUnresolvedNummeraanduidingen,
  storeUnresolvedPanden,
} from "./unresolved-references.ts";

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
  reportEach(
    "openbare ruimte of the nummeraanduiding does not exist",
    `(SELECT fid AS id, openbare_ruimte_id AS o FROM ${rowsOf("nummeraanduiding")}) r
      WHERE NOT EXISTS (SELECT 1 FROM openbare_ruimte o WHERE o.fid = r.o)`,
  );
  reportEach(
    "woonplaats of the nummeraanduiding does not exist",
    `(SELECT n.fid AS id, coalesce(n.woonplaats_id, o.woonplaats_id) AS w FROM ${rowsOf("nummeraanduiding")} n
      CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id) r
      WHERE NOT EXISTS (SELECT 1 FROM woonplaats w WHERE w.fid = r.w)`,
  );
}

/**
 * Fills `pand_adres` and `work.pand_tally`, which has per pand the number of addresses, the number of
 * verblijfsobjecten, and the woonplaats of the address with the lowest identificatie. An object in several panden
 * counts in each.
 */
export function derivePandLinks(db: Database): void {
  derivePandAdres(db);
  db.run(`CREATE TABLE work.pand_tally (
    pand_id INTEGER PRIMARY KEY,
    adres_count INTEGER NOT NULL,
    verblijfsobject_count INTEGER NOT NULL,
    woonplaats_id INTEGER)`);
  db.run(`INSERT INTO work.pand_tally
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, 0, count(*), NULL
    FROM verblijfsobject v LEFT JOIN work.object_pand m ON m.object_id = v.fid
    WHERE pand IS NOT NULL GROUP BY pand`);
  db.run(`INSERT INTO work.pand_tally
    SELECT p.pand_id, p.count, 0, l.woonplaats_id
    FROM (SELECT pand_id, count(*) AS count, min(adres_id) AS first_adres_id FROM pand_adres GROUP BY pand_id) p
    JOIN work.adres_link l ON l.nummeraanduiding_id = p.first_adres_id WHERE true
    ON CONFLICT (pand_id) DO UPDATE SET
      adres_count = excluded.adres_count, woonplaats_id = excluded.woonplaats_id`);
}

/** Fills `pand_adres` from `work.adres_link`, including panden that do not exist: choosePanden removes those. */
export function derivePandAdres(db: Database, rowsOf: RowsOf = ALL_ROWS): void {
  deriveMultiplePanden(db, rowsOf);
  db.run(`INSERT INTO pand_adres
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, l.nummeraanduiding_id
    FROM work.adres_link l CROSS JOIN verblijfsobject v ON v.fid = l.object_id
    LEFT JOIN work.object_pand m ON m.object_id = v.fid
    WHERE l.type = 'verblijfsobject' AND pand IS NOT NULL ORDER BY 1, 2`);
  storeUnresolvedPanden(db);
}

/**
 * Creates `work.object_pand`: the panden of the objects for which `pand_id` is not complete, as they have `pand_ids`.
 */
function deriveMultiplePanden(db: Database, rowsOf: RowsOf): void {
  db.run(`CREATE TABLE work.object_pand (
    object_id INTEGER, pand_id INTEGER, PRIMARY KEY (object_id, pand_id)) WITHOUT ROWID`);
  const insert = db.query("INSERT OR IGNORE INTO work.object_pand VALUES (?, ?)");
  for (const row of listWithMultiplePanden(db, rowsOf)) {
    for (const id of listNamedPanden(row)) {
      insert.run(row.fid, id);
    }
  }
}

/** Columns of a verblijfsobject's row that refer to its panden. */
export interface PandReference {
  readonly fid: number;
  readonly pand_id: number | null;
  readonly pand_ids: string | null;
}

/** Returns all panden a verblijfsobject names, whether they exist or not. */
export function listNamedPanden({ pand_id, pand_ids }: Omit<PandReference, "fid">): number[] {
  if (pand_ids !== null) {
    return pand_ids.split("|").map(Number);
  }
  return pand_id === null ? [] : [pand_id];
}

/** Returns the verblijfsobjecten in several panden, or (in an update) in one that did not exist. */
export function listWithMultiplePanden(db: Database, rowsOf: RowsOf = ALL_ROWS): PandReference[] {
  return db
    .query<PandReference, []>(
      `SELECT fid, pand_id, pand_ids FROM ${rowsOf("verblijfsobject")} WHERE pand_ids IS NOT NULL`,
    )
    .all();
}
