import type { Database } from "../base/sqlite.ts";
import { type Geometry, polygonsOf } from "../geo/geometry.ts";
import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import { containsPoint } from "../geo/point-in-polygon.ts";
import { representativePoint } from "../geo/representative-point.ts";
import { ADDRESSABLE_TYPES, type AddressableType } from "../registry/object-types.ts";
import { severalPanden } from "./derive-links.ts";

/** Of several panden an object names the one whose footprint holds its point, else the one with the lowest identificatie. */
export function choosePanden(db: Database): void {
  const findObject = db.query<{ geom: Uint8Array }, [number]>(
    "SELECT geom FROM verblijfsobject WHERE fid = ?",
  );
  const findPand = db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM pand WHERE fid = ?");
  const update = db.query("UPDATE verblijfsobject SET pand_id = ? WHERE fid = ?");
  for (const { fid, ids } of severalPanden(db)) {
    const at = representativePoint(decodeGpkgGeometry(findObject.get(fid)!.geom));
    const existing = ids.toSorted((a, b) => a - b).filter((id) => findPand.get(id) !== null);
    const holds = (id: number) => holdsPoint(decodeGpkgGeometry(findPand.get(id)!.geom), at);
    update.run(existing.find(holds) ?? existing[0] ?? null, fid);
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
