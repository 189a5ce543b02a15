/** Which nummeraanduiding belongs to which object, and which address to which pand. */
import type { Database } from "../base/sqlite.ts";
import { ADDRESSABLE_TYPES, type AddressableType } from "../registry/object-types.ts";
import {
  deriveAddressless,
  keepLooseNummeraanduidingen,
  keepLoosePanden,
} from "./derive-loose-references.ts";
import type { ImportReport } from "./report.ts";
import { type RowsOf, WHOLE_TABLE } from "./rows-of.ts";

/**
 * `work.koppeling` has one row per address: hoofdadres before nevenadres, then verblijfsobject, ligplaats,
 * standplaats, then the lowest object, where a nummeraanduiding is named more than once. Only what resolves to an
 * existing nummeraanduiding, openbare ruimte and woonplaats gets in; the rest is reported.
 */
export function deriveLinks(db: Database, report: ImportReport, rowsOf: RowsOf = WHOLE_TABLE): void {
  createLinkTables(db);
  for (const type of ADDRESSABLE_TYPES) {
    expandNevenadressen(db, type, rowsOf);
    linkNummeraanduidingen(
      db,
      type,
      `SELECT hoofdadres_id AS num, fid AS object, 0 AS neven FROM ${rowsOf(type)}`,
    );
  }
  for (const type of ADDRESSABLE_TYPES)
    linkNummeraanduidingen(
      db,
      type,
      `SELECT nummeraanduiding_id AS num, object_id AS object, 1 AS neven FROM work.nevenadres WHERE type = '${type}'`,
    );
  deriveAddressless(db, rowsOf);
  keepLooseNummeraanduidingen(db);
  reportUnresolved(db, report, rowsOf);
}

function createLinkTables(db: Database): void {
  db.run(`CREATE TABLE work.koppeling (
    nummeraanduiding_id INTEGER PRIMARY KEY,
    object_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    is_nevenadres INTEGER NOT NULL,
    woonplaats_id INTEGER NOT NULL)`);
  db.run(`CREATE TABLE work.nevenadres (
    object_id INTEGER, nummeraanduiding_id INTEGER, type TEXT, PRIMARY KEY (object_id, nummeraanduiding_id)) WITHOUT ROWID`);
}

/** The joins are CROSS because their order must be this one, however few rows SQLite expects of the references. */
function linkNummeraanduidingen(db: Database, type: AddressableType, references: string): void {
  db.run(`INSERT OR IGNORE INTO work.koppeling
    SELECT r.num, r.object, '${type}', r.neven, w.fid FROM (${references}) r
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
  for (const { fid, ids } of rows.all()) for (const id of ids.split("|")) insert.run(fid, Number(id), type);
}

/** Nummeraanduidingen that no object names are not addresses and no trouble; broken references are noticed. */
function reportUnresolved(db: Database, report: ImportReport, rowsOf: RowsOf): void {
  const unresolved = (reason: string, from: string) => {
    for (const { id } of db
      .query<{ id: string }, []>(`SELECT printf('%016d', r.id) AS id FROM ${from}`)
      .all())
      report.add("adres", "noticed", reason, id);
  };
  for (const type of ADDRESSABLE_TYPES)
    unresolved(
      `hoofdadres of a ${type} is not an existing nummeraanduiding`,
      `(SELECT t.hoofdadres_id AS id FROM work.zonder_adres z CROSS JOIN ${type} t
        ON t.fid = z.object_id AND t.hoofdadres_id = z.nummeraanduiding_id) r
       WHERE NOT EXISTS (SELECT 1 FROM nummeraanduiding n WHERE n.fid = r.id)`,
    );
  unresolved(
    "nevenadres is not an existing nummeraanduiding",
    "(SELECT nummeraanduiding_id AS id FROM work.nevenadres) r WHERE NOT EXISTS (SELECT 1 FROM nummeraanduiding n WHERE n.fid = r.id)",
  );
  unresolved(
    "openbare ruimte of the nummeraanduiding does not exist",
    `(SELECT fid AS id, openbare_ruimte_id AS o FROM ${rowsOf("nummeraanduiding")}) r
      WHERE NOT EXISTS (SELECT 1 FROM openbare_ruimte o WHERE o.fid = r.o)`,
  );
  unresolved(
    "woonplaats of the nummeraanduiding does not exist",
    `(SELECT n.fid AS id, coalesce(n.woonplaats_id, o.woonplaats_id) AS w FROM ${rowsOf("nummeraanduiding")} n
      CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id) r
      WHERE NOT EXISTS (SELECT 1 FROM woonplaats w WHERE w.fid = r.w)`,
  );
}

/**
 * `pand_adres`, and in `work.pand_telling` what a pand's row needs of its addresses: their number, that of its
 * verblijfsobjecten, and the woonplaats of the address with the lowest identificatie. An object in several panden
 * counts in each.
 */
export function derivePandLinks(db: Database): void {
  linkPanden(db);
  db.run(`CREATE TABLE work.pand_telling (
    pand_id INTEGER PRIMARY KEY,
    adres_aantal INTEGER NOT NULL,
    verblijfsobject_aantal INTEGER NOT NULL,
    woonplaats_id INTEGER)`);
  db.run(`INSERT INTO work.pand_telling
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, 0, count(*), NULL
    FROM verblijfsobject v LEFT JOIN work.meervoudig m ON m.object_id = v.fid
    WHERE pand IS NOT NULL GROUP BY pand`);
  db.run(`INSERT INTO work.pand_telling
    SELECT p.pand_id, p.aantal, 0, k.woonplaats_id
    FROM (SELECT pand_id, count(*) AS aantal, min(adres_id) AS eerste FROM pand_adres GROUP BY pand_id) p
    JOIN work.koppeling k ON k.nummeraanduiding_id = p.eerste WHERE true
    ON CONFLICT (pand_id) DO UPDATE SET
      adres_aantal = excluded.adres_aantal, woonplaats_id = excluded.woonplaats_id`);
}

/** `pand_adres` of what is in `work.koppeling`, panden that do not exist included: choosePanden takes those out. */
export function linkPanden(db: Database, rowsOf: RowsOf = WHOLE_TABLE): void {
  deriveSeveralPanden(db, rowsOf);
  db.run(`INSERT INTO pand_adres
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, k.nummeraanduiding_id
    FROM work.koppeling k CROSS JOIN verblijfsobject v ON v.fid = k.object_id
    LEFT JOIN work.meervoudig m ON m.object_id = v.fid
    WHERE k.type = 'verblijfsobject' AND pand IS NOT NULL ORDER BY 1, 2`);
  keepLoosePanden(db);
}

/** `work.meervoudig`: the panden of the objects whose `pand_id` is not the whole truth. */
function deriveSeveralPanden(db: Database, rowsOf: RowsOf): void {
  db.run(`CREATE TABLE work.meervoudig (
    object_id INTEGER, pand_id INTEGER, PRIMARY KEY (object_id, pand_id)) WITHOUT ROWID`);
  const insert = db.query("INSERT OR IGNORE INTO work.meervoudig VALUES (?, ?)");
  for (const row of severalPanden(db, rowsOf)) for (const id of namedPanden(row)) insert.run(row.fid, id);
}

/** What a verblijfsobject's row says of its panden. */
export interface PandReference {
  readonly fid: number;
  readonly pand_id: number | null;
  readonly pand_ids: string | null;
}

/** All panden a verblijfsobject names, whether they exist or not. */
export function namedPanden({ pand_id, pand_ids }: Omit<PandReference, "fid">): number[] {
  if (pand_ids !== null) return pand_ids.split("|").map(Number);
  return pand_id === null ? [] : [pand_id];
}

/** Verblijfsobjecten in several panden, or (in an update) in one that did not exist. */
export function severalPanden(db: Database, rowsOf: RowsOf = WHOLE_TABLE): PandReference[] {
  return db
    .query<PandReference, []>(
      `SELECT fid, pand_id, pand_ids FROM ${rowsOf("verblijfsobject")} WHERE pand_ids IS NOT NULL`,
    )
    .all();
}
