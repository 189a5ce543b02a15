import type { Database } from "../../../base/sqlite.ts";
import { type Geometry, polygonsOf } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { containsPoint } from "../../../geo/point-in-polygon.ts";
import { representativePoint } from "../../../geo/representative-point.ts";
import {
  ADDRESSABLE_TYPES,
  type AddressableType,
  formatIdentificatie,
} from "../../../registry/object-types.ts";
import type { ImportReport } from "../../report.ts";
import { listNamedPanden, listWithMultiplePanden, type PandReference } from "./links-derive.ts";
import { ALL_ROWS, type RowsOf } from "./rows-of.ts";

/** Parameters of an update: the rows to read, and `touch`, called before the row of a verblijfsobject is changed. */
export interface PandChoiceOptions {
  readonly rowsOf: RowsOf;
  readonly touch: (fid: number) => void;
}

const IMPORT_OPTIONS: PandChoiceOptions = { rowsOf: ALL_ROWS, touch: () => {} };

/**
 * Chooses the pand of each verblijfsobject that names several: the one whose footprint holds its point, else the one
 * with the lowest identificatie. Panden that do not exist (any more) remain only in `pand_ids` and
 * `unresolved_reference`, and are reported.
 */
export function choosePanden(
  db: Database,
  report: ImportReport,
  { rowsOf, touch }: PandChoiceOptions = IMPORT_OPTIONS,
): void {
  const choose = createPandChooser(db);
  const update = db.query("UPDATE verblijfsobject SET pand_id = ?, pand_ids = ? WHERE fid = ?");
  for (const object of [...listWithMultiplePanden(db, rowsOf), ...listWithMissingPand(db, rowsOf)]) {
    const { pand_id, pand_ids, missing } = choose(object);
    if (pand_id !== object.pand_id || pand_ids !== object.pand_ids) {
      touch(object.fid);
      update.run(pand_id, pand_ids, object.fid);
    }
    for (const pand of missing) {
      storeUnresolvedPand(db, pand, object.fid);
      report.add("VBO", "noticed", "names a pand that does not exist", formatIdentificatie(object.fid));
    }
  }
}

/**
 * Returns a function that computes a verblijfsobject's `pand_id` and `pand_ids` from the panden that exist, and lists
 * the missing ones.
 */
function createPandChooser(db: Database) {
  const findObject = db.query<{ geom: Uint8Array }, [number]>(
    "SELECT geom FROM verblijfsobject WHERE fid = ?",
  );
  const findPand = db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM pand WHERE fid = ?");
  return (object: PandReference): Omit<PandReference, "fid"> & { missing: number[] } => {
    const named = listNamedPanden(object).sort((a, b) => a - b);
    const existing = named.filter((id) => findPand.get(id) !== null);
    const missing = named.filter((id) => !existing.includes(id));
    if (named.length === 1 && missing.length === 0) {
      return { pand_id: named[0]!, pand_ids: null, missing };
    }
    const pand_ids = object.pand_ids ?? formatIdentificatie(named[0]!);
    if (existing.length < 2) {
      return { pand_id: existing[0] ?? null, pand_ids, missing };
    }
    const point = representativePoint(decodeGpkgGeometry(findObject.get(object.fid)!.geom));
    const containsAddress = (id: number) =>
      footprintContains(decodeGpkgGeometry(findPand.get(id)!.geom), point);
    return { pand_id: existing.find(containsAddress) ?? existing[0]!, pand_ids, missing };
  };
}

/** Returns the verblijfsobjecten whose only pand does not exist. */
function listWithMissingPand(db: Database, rowsOf: RowsOf): PandReference[] {
  return db
    .query<PandReference, []>(
      `SELECT v.fid, v.pand_id, v.pand_ids FROM ${rowsOf("verblijfsobject")} v
       WHERE v.pand_ids IS NULL AND v.pand_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM pand p WHERE p.fid = v.pand_id)`,
    )
    .all();
}

/** Stores case d of `unresolved_reference` (update-schema.ts) and removes the missing pand from `pand_adres`. */
function storeUnresolvedPand(db: Database, pand: number, object: number): void {
  db.query("DELETE FROM pand_adres WHERE pand_id = ?").run(pand);
  db.query("INSERT OR IGNORE INTO unresolved_reference VALUES (?, ?)").run(pand, object);
}

function footprintContains(footprint: Geometry, point: { x: number; y: number }): boolean {
  return polygonsOf(footprint).length > 0 && containsPoint(footprint, point.x, point.y);
}

/** Columns that an address copies from its object and the object's pand. */
const OBJECT_COLUMNS: Record<AddressableType, string> = {
  verblijfsobject: "v.gebruiksdoel, v.oppervlakte, p.fid, p.bouwjaar",
  ligplaats: "NULL, NULL, NULL, NULL",
  standplaats: "NULL, NULL, NULL, NULL",
};

/** Fills `adres` (or a table with its columns): everything an answer needs of an address, joined once. */
export function deriveAdressen(db: Database, into = "adres"): void {
  for (const type of ADDRESSABLE_TYPES) {
    const pand = type === "verblijfsobject" ? "LEFT JOIN pand p ON p.fid = v.pand_id" : "";
    db.run(`INSERT INTO ${into}
      SELECT n.fid, l.type, n.huisnummer, n.huisletter, n.huisnummertoevoeging, n.postcode, o.naam, o.verkorte_naam,
        o.fid, l.woonplaats_id, l.is_nevenadres, v.fid, ${OBJECT_COLUMNS[type]},
        v.latitude, v.longitude, n.sort_key, v.geom
      FROM work.adres_link l
      CROSS JOIN nummeraanduiding n ON n.fid = l.nummeraanduiding_id
      CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id
      CROSS JOIN ${type} v ON v.fid = l.object_id ${pand}
      WHERE l.type = '${type}'`);
  }
}
