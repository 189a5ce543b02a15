import type { Database } from "../base/sqlite.ts";
import { type Geometry, polygonsOf } from "../geo/geometry.ts";
import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import { containsPoint } from "../geo/point-in-polygon.ts";
import { representativePoint } from "../geo/representative-point.ts";
import { ADDRESSABLE_TYPES, type AddressableType, formatIdentificatie } from "../registry/object-types.ts";
import { severalPanden } from "./derive-links.ts";
import type { ImportReport } from "./report.ts";

/**
 * Of several panden an object names the one whose footprint holds its point, else the one with the lowest identificatie.
 * Panden that do not exist (any more) are named by nothing, and reported.
 */
export function choosePanden(db: Database, report: ImportReport): void {
  const findObject = db.query<{ geom: Uint8Array }, [number]>(
    "SELECT geom FROM verblijfsobject WHERE fid = ?",
  );
  const findPand = db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM pand WHERE fid = ?");
  const update = db.query("UPDATE verblijfsobject SET pand_id = ? WHERE fid = ?");
  const missing: MissingPand[] = [];
  for (const { fid, ids } of severalPanden(db)) {
    const at = representativePoint(decodeGpkgGeometry(findObject.get(fid)!.geom));
    const sorted = ids.toSorted((a, b) => a - b);
    const existing = sorted.filter((id) => findPand.get(id) !== null);
    for (const pand of sorted) if (!existing.includes(pand)) missing.push({ fid, pand });
    const holds = (id: number) => holdsPoint(decodeGpkgGeometry(findPand.get(id)!.geom), at);
    update.run(existing.find(holds) ?? existing[0] ?? null, fid);
  }
  const alone = listMissing(db);
  for (const { fid } of alone) update.run(null, fid);
  forget(db, [...missing, ...alone], report);
}

/** A pand that does not exist, and the verblijfsobject that names it. */
interface MissingPand {
  readonly fid: number;
  readonly pand: number;
}

function listMissing(db: Database): MissingPand[] {
  return db
    .query<MissingPand, []>(
      `SELECT v.fid, v.pand_id AS pand FROM verblijfsobject v
       WHERE v.pand_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pand p WHERE p.fid = v.pand_id)`,
    )
    .all();
}

function forget(db: Database, missing: readonly MissingPand[], report: ImportReport): void {
  const remove = db.query("DELETE FROM pand_adres WHERE pand_id = ?");
  for (const { fid, pand } of missing) {
    remove.run(pand);
    report.add("VBO", "noticed", "names a pand that does not exist", formatIdentificatie(fid));
  }
}

function holdsPoint(footprint: Geometry, at: { x: number; y: number }): boolean {
  return polygonsOf(footprint).length > 0 && containsPoint(footprint, at.x, at.y);
}

/** Columns of an object that its address takes over. */
const OBJECT_COLUMNS: Record<AddressableType, string> = {
  verblijfsobject: "v.gebruiksdoel, v.oppervlakte, p.fid, p.bouwjaar",
  ligplaats: "NULL, NULL, NULL, NULL",
  standplaats: "NULL, NULL, NULL, NULL",
};

/** `adres`: everything an answer needs of an address, joined once. */
export function deriveAdressen(db: Database): void {
  for (const type of ADDRESSABLE_TYPES) {
    const pand = type === "verblijfsobject" ? "LEFT JOIN pand p ON p.fid = v.pand_id" : "";
    db.run(`INSERT INTO adres
      SELECT n.fid, k.type, n.huisnummer, n.huisletter, n.huisnummertoevoeging, n.postcode, o.naam, o.verkorte_naam,
        o.fid, k.woonplaats_id, k.is_nevenadres, v.fid, ${OBJECT_COLUMNS[type]},
        v.latitude, v.longitude, n.volgorde, v.geom
      FROM work.koppeling k
      CROSS JOIN nummeraanduiding n ON n.fid = k.nummeraanduiding_id
      CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id
      CROSS JOIN ${type} v ON v.fid = k.object_id ${pand}
      WHERE k.type = '${type}'`);
  }
}
