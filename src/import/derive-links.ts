/** Which nummeraanduiding belongs to which object, and which address to which pand. */
import type { Database } from "../base/sqlite.ts";
import { ADDRESSABLE_TYPES, type AddressableType } from "../registry/object-types.ts";
import type { ImportReport } from "./report.ts";

/**
 * `work.koppeling` has one row per address: hoofdadres before nevenadres, then verblijfsobject, ligplaats,
 * standplaats, then the lowest object, where a nummeraanduiding is named more than once. Only what resolves to an
 * existing nummeraanduiding, openbare ruimte and woonplaats gets in; the rest is reported.
 */
export function deriveLinks(db: Database, report: ImportReport): void {
  db.run(`CREATE TABLE work.koppeling (
    nummeraanduiding_id INTEGER PRIMARY KEY,
    object_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    is_nevenadres INTEGER NOT NULL,
    woonplaats_id INTEGER NOT NULL)`);
  db.run("CREATE TABLE work.nevenadres (object_id INTEGER, type TEXT, nummeraanduiding_id INTEGER)");
  for (const type of ADDRESSABLE_TYPES) {
    expandNevenadressen(db, type);
    linkNummeraanduidingen(db, type, `SELECT hoofdadres_id AS num, fid AS object, 0 AS neven FROM ${type}`);
  }
  for (const type of ADDRESSABLE_TYPES)
    linkNummeraanduidingen(
      db,
      type,
      `SELECT nummeraanduiding_id AS num, object_id AS object, 1 AS neven FROM work.nevenadres WHERE type = '${type}'`,
    );
  reportUnresolved(db, report);
}

function linkNummeraanduidingen(db: Database, type: AddressableType, references: string): void {
  db.run(`INSERT OR IGNORE INTO work.koppeling
    SELECT r.num, r.object, '${type}', r.neven, w.fid FROM (${references}) r
    JOIN nummeraanduiding n ON n.fid = r.num
    JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id
    JOIN woonplaats w ON w.fid = coalesce(n.woonplaats_id, o.woonplaats_id)
    ORDER BY r.num, r.object`);
}

function expandNevenadressen(db: Database, type: AddressableType): void {
  const insert = db.query("INSERT INTO work.nevenadres VALUES (?, ?, ?)");
  const rows = db.query<{ fid: number; ids: string }, []>(
    `SELECT fid, nevenadres_ids AS ids FROM ${type} WHERE nevenadres_ids IS NOT NULL`,
  );
  for (const { fid, ids } of rows.all()) for (const id of ids.split("|")) insert.run(fid, type, Number(id));
}

/** Nummeraanduidingen that no object names are not addresses and no trouble; broken references are noticed. */
function reportUnresolved(db: Database, report: ImportReport): void {
  const unresolved = (reason: string, from: string) => {
    for (const { id } of db
      .query<{ id: string }, []>(`SELECT printf('%016d', r.id) AS id FROM ${from}`)
      .all())
      report.add("adres", "noticed", reason, id);
  };
  for (const type of ADDRESSABLE_TYPES)
    unresolved(
      `hoofdadres of a ${type} is not an existing nummeraanduiding`,
      `(SELECT hoofdadres_id AS id FROM ${type}) r WHERE NOT EXISTS (SELECT 1 FROM nummeraanduiding n WHERE n.fid = r.id)`,
    );
  unresolved(
    "nevenadres is not an existing nummeraanduiding",
    "(SELECT nummeraanduiding_id AS id FROM work.nevenadres) r WHERE NOT EXISTS (SELECT 1 FROM nummeraanduiding n WHERE n.fid = r.id)",
  );
  unresolved(
    "openbare ruimte of the nummeraanduiding does not exist",
    "(SELECT fid AS id, openbare_ruimte_id AS o FROM nummeraanduiding) r WHERE NOT EXISTS (SELECT 1 FROM openbare_ruimte o WHERE o.fid = r.o)",
  );
  unresolved(
    "woonplaats of the nummeraanduiding does not exist",
    `(SELECT n.fid AS id, coalesce(n.woonplaats_id, o.woonplaats_id) AS w FROM nummeraanduiding n
      JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id) r WHERE NOT EXISTS (SELECT 1 FROM woonplaats w WHERE w.fid = r.w)`,
  );
}

/**
 * `pand_adres`, and in `work.pand_telling` what a pand's row needs of its addresses: their number, that of its
 * verblijfsobjecten, and the woonplaats of the address with the lowest identificatie. An object in several panden
 * counts in each.
 */
export function derivePandLinks(db: Database): void {
  deriveSeveralPanden(db);
  db.run(`INSERT INTO pand_adres
    SELECT coalesce(m.pand_id, v.pand_id), k.nummeraanduiding_id
    FROM work.koppeling k CROSS JOIN verblijfsobject v ON v.fid = k.object_id
    LEFT JOIN work.meervoudig m ON m.object_id = v.fid
    WHERE k.type = 'verblijfsobject' AND v.pand_id IS NOT NULL ORDER BY 1, 2`);
  db.run(`CREATE TABLE work.pand_telling (
    pand_id INTEGER PRIMARY KEY,
    adres_aantal INTEGER NOT NULL,
    verblijfsobject_aantal INTEGER NOT NULL,
    woonplaats_id INTEGER)`);
  db.run(`INSERT INTO work.pand_telling
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, 0, count(*), NULL
    FROM verblijfsobject v LEFT JOIN work.meervoudig m ON m.object_id = v.fid
    WHERE v.pand_id IS NOT NULL GROUP BY pand`);
  db.run(`INSERT INTO work.pand_telling
    SELECT p.pand_id, p.aantal, 0, k.woonplaats_id
    FROM (SELECT pand_id, count(*) AS aantal, min(adres_id) AS eerste FROM pand_adres GROUP BY pand_id) p
    JOIN work.koppeling k ON k.nummeraanduiding_id = p.eerste WHERE true
    ON CONFLICT (pand_id) DO UPDATE SET
      adres_aantal = excluded.adres_aantal, woonplaats_id = excluded.woonplaats_id`);
}

/** `work.meervoudig`: the panden of the objects that lie in more than one. */
function deriveSeveralPanden(db: Database): void {
  db.run(`CREATE TABLE work.meervoudig (
    object_id INTEGER, pand_id INTEGER, PRIMARY KEY (object_id, pand_id)) WITHOUT ROWID`);
  const insert = db.query("INSERT INTO work.meervoudig VALUES (?, ?)");
  for (const { fid, ids } of severalPanden(db)) for (const id of ids) insert.run(fid, id);
}

/** Verblijfsobjecten in several panden, with those panden. */
export function severalPanden(db: Database): { fid: number; ids: number[] }[] {
  const rows = db.query<{ fid: number; ids: string }, []>(
    "SELECT fid, pand_ids AS ids FROM verblijfsobject WHERE pand_ids IS NOT NULL",
  );
  return rows.all().map(({ fid, ids }) => ({ fid, ids: ids.split("|").map(Number) }));
}
