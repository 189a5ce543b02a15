/**
 * Links addresses with the object and pand of each: all of them in an import, and those whose objects have changed in
 * an update.
 */
import type { Database } from "../../../base/sqlite.ts";
import { encodeGpkgPoint, GPKG_POINT_BYTES } from "../../../geo/gpkg-geometry.ts";
import type { ColumnName } from "../../../registry/schema/field-types.ts";
import { ADDRESSABLE_TYPES } from "../../../registry/schema/object-types.ts";
import type { ADDRESS } from "../../../registry/schema/record-fields.ts";
import { hasBuurten } from "../../companions/cbs-areas.ts";
import type { ImportReport } from "../../report.ts";
import { formerAffectedRowsSql } from "../touched.ts";
import { deriveBuurten } from "./buurten.ts";
import {
  affectedRowsSql,
  findAffected,
  listNamedNummeraanduidingen,
  type NummeraanduidingReferences,
} from "./find-affected.ts";
import { choosePanden, derivePandAdres, listNamedPanden, type PandReference } from "./link-panden.ts";
import { deriveLinks } from "./links-derive.ts";

/**
 * Brings `adres`, `pand_adres`, `unresolved_reference` (except for panden outside all woonplaatsen) and the panden of
 * verblijfsobjecten up to date with the touched rows: removes whatever may have changed and derives it as an import
 * does, from the rows in `work.affected` only. Fills `work.affected_pand` with the panden whose addresses may have
 * changed.
 */
export function updateAdressen(db: Database, report: ImportReport): void {
  findAffected(db);
  db.run("CREATE TABLE work.affected_pand (fid INTEGER PRIMARY KEY)");
  removeLinks(db);
  deriveLinks(db, report, affectedRowsSql);
  derivePandAdres(db, affectedRowsSql);
  choosePanden(db, report, affectedRowsSql);
  deriveBuurten(db, report);
  addAffectedPanden(db, listReferences(db, `SELECT * FROM ${affectedRowsSql("verblijfsobject")}`));
  replaceAdressen(db);
}

/**
 * Removes the affected rows from `pand_adres`, based on the rows before the update, and from `unresolved_reference`.
 */
function removeLinks(db: Database): void {
  const before = listReferences(db, `SELECT * FROM ${formerAffectedRowsSql("verblijfsobject")}`);
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

/** Writes the rows that differ from the stored ones. */
function replaceAdressen(db: Database): void {
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
    remove.run(fid);
    insert.run(fid);
  }
}

/** Columns that an address copies from its object and the object's pand. */
const VERBLIJFSOBJECT_COLUMNS = {
  gebruiksdoel: "v.gebruiksdoel",
  oppervlakte: "v.oppervlakte",
  pand_id: "p.fid",
  bouwjaar: "p.bouwjaar",
} as const;

/** Column of registries with a map of buurten. */
const BUURT_COLUMN = { buurt_id: "b.buurt_id" } as const;
const BUURT_JOIN = "LEFT JOIN work.adres_buurt b ON b.nummeraanduiding_id = n.fid";

/** The other columns of `adres` and the SQL for their values, from a link and the rows that it joins. */
const ADRES_COLUMNS = {
  fid: "n.fid",
  type: "l.type",
  huisnummer: "n.huisnummer",
  huisletter: "n.huisletter",
  huisnummertoevoeging: "n.huisnummertoevoeging",
  postcode: "n.postcode",
  straatnaam: "o.naam",
  verkorte_straatnaam: "o.verkorte_naam",
  openbare_ruimte_id: "o.fid",
  woonplaats_id: "l.woonplaats_id",
  is_nevenadres: "l.is_nevenadres",
  adresseerbaar_object_id: "v.fid",
  object_status: "v.status",
  latitude: "v.latitude",
  longitude: "v.longitude",
  rd_x: "v.rd_x",
  rd_y: "v.rd_y",
  sort_key: "n.sort_key",
  geom: "v.geom",
} as const satisfies Record<
  | Exclude<ColumnName<typeof ADDRESS>, keyof typeof VERBLIJFSOBJECT_COLUMNS | keyof typeof BUURT_COLUMN>
  | "fid"
  | "sort_key"
  | "geom",
  string
>;

/** Fills `adres` (or a table with its columns): everything a record needs of an address, joined once. */
export function deriveAdressen(db: Database, into = "adres"): void {
  const hasMap = hasBuurten(db);
  for (const type of ADDRESSABLE_TYPES) {
    const isVerblijfsobject = type === "verblijfsobject";
    const columns = {
      ...ADRES_COLUMNS,
      ...(isVerblijfsobject && VERBLIJFSOBJECT_COLUMNS),
      ...(hasMap && BUURT_COLUMN),
    };
    const pand = isVerblijfsobject ? "LEFT JOIN pand p ON p.fid = v.pand_id" : "";
    db.run(`INSERT INTO ${into} (${Object.keys(columns).join(", ")})
      SELECT ${Object.values(columns).join(", ")}
      FROM work.adres_link l
      CROSS JOIN nummeraanduiding n ON n.fid = l.nummeraanduiding_id
      CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id
      CROSS JOIN ${type} v ON v.fid = l.object_id ${pand} ${hasMap ? BUURT_JOIN : ""}
      WHERE l.type = '${type}'`);
  }
  replaceOutlines(db, into);
}

/** Puts the position of an address in place of the outline of its object: a layer of addresses holds points only. */
function replaceOutlines(db: Database, table: string): void {
  const outlined = db.query<{ fid: number; rd_x: number; rd_y: number }, []>(
    `SELECT fid, rd_x, rd_y FROM ${table} WHERE length(geom) <> ${GPKG_POINT_BYTES}`,
  );
  const replace = db.query(`UPDATE ${table} SET geom = ? WHERE fid = ?`);
  for (const { fid, rd_x, rd_y } of outlined.all()) {
    replace.run(encodeGpkgPoint(rd_x, rd_y), fid);
  }
}
