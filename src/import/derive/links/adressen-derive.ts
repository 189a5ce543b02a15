import type { Database } from "../../../base/sqlite.ts";
import { encodeGpkgPoint, GPKG_POINT_BYTES } from "../../../geo/gpkg-geometry.ts";
import { ADDRESSABLE_TYPES } from "../../../registry/schema/object-types.ts";

/** Columns of `adres` and the SQL for their values, from a link and the rows that it joins. */
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
  latitude: "v.latitude",
  longitude: "v.longitude",
  rd_x: "v.rd_x",
  rd_y: "v.rd_y",
  sort_key: "n.sort_key",
  geom: "v.geom",
} as const;

/** Columns that an address copies from its object and the object's pand. */
const VERBLIJFSOBJECT_COLUMNS = {
  gebruiksdoel: "v.gebruiksdoel",
  oppervlakte: "v.oppervlakte",
  pand_id: "p.fid",
  bouwjaar: "p.bouwjaar",
} as const;

/** Fills `adres` (or a table with its columns): everything a record needs of an address, joined once. */
export function deriveAdressen(db: Database, into = "adres"): void {
  for (const type of ADDRESSABLE_TYPES) {
    const isVerblijfsobject = type === "verblijfsobject";
    const columns = { ...ADRES_COLUMNS, ...(isVerblijfsobject && VERBLIJFSOBJECT_COLUMNS) };
    const pand = isVerblijfsobject ? "LEFT JOIN pand p ON p.fid = v.pand_id" : "";
    db.run(`INSERT INTO ${into} (${Object.keys(columns).join(", ")})
      SELECT ${Object.values(columns).join(", ")}
      FROM work.adres_link l
      CROSS JOIN nummeraanduiding n ON n.fid = l.nummeraanduiding_id
      CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id
      CROSS JOIN ${type} v ON v.fid = l.object_id ${pand}
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
