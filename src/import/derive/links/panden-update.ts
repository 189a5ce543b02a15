/** Updates the counts and the woonplaats of panden; panden-derive.ts derives the former, parse workers the latter. */
import type { Database } from "../../../base/sqlite.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { representativePoint } from "../../../geo/representative-point.ts";
import type { TouchedRows } from "../touched.ts";
import { findRelocatedPanden, openWoonplaatsLocator } from "./relocated-panden.ts";

interface PandRow {
  readonly fid: number;
  readonly geom: Uint8Array;
  readonly woonplaats_id: number | null;
  readonly adres_count: number;
  readonly verblijfsobject_count: number;
}

/** Derived columns of a pand's row; `woonplaats_id` is null when it has no address. */
type DerivedPandColumns = Pick<PandRow, "woonplaats_id" | "adres_count" | "verblijfsobject_count">;

/**
 * Counts addresses and locates the woonplaats again for the panden that were touched, those in `work.affected_pand`
 * (updateAdressen), and those near a border of a woonplaats that moved. Maintains case e of `unresolved_reference`.
 */
export function updatePanden(db: Database, touched: TouchedRows): void {
  db.run("INSERT OR IGNORE INTO work.affected_pand SELECT fid FROM work.touched_pand");
  findRelocatedPanden(db);
  db.run("DELETE FROM unresolved_reference WHERE source_id IN (SELECT fid FROM work.touched_pand)");
  const find = db.query<PandRow, [number]>(
    "SELECT fid, geom, woonplaats_id, adres_count, verblijfsobject_count FROM pand WHERE fid = ?",
  );
  const deriveColumns = preparePandColumns(db);
  const locateWoonplaats = prepareWoonplaatsLookup(db);
  const update = db.query(
    "UPDATE pand SET woonplaats_id = ?, adres_count = ?, verblijfsobject_count = ? WHERE fid = ?",
  );
  const affected = db.query<{ fid: number }, []>("SELECT fid FROM work.affected_pand").all();
  for (const { fid } of affected) {
    const pand = find.get(fid);
    if (pand === null) {
      continue;
    }
    const located = locateWoonplaats(pand);
    const derived = deriveColumns(fid);
    const woonplaats = derived.woonplaats_id ?? located;
    if (hasSameColumns(pand, { ...derived, woonplaats_id: woonplaats })) {
      continue;
    }
    touched.touch("pand", fid);
    update.run(woonplaats, derived.adres_count, derived.verblijfsobject_count, fid);
  }
}

function hasSameColumns(a: DerivedPandColumns, b: DerivedPandColumns): boolean {
  return (
    a.woonplaats_id === b.woonplaats_id &&
    a.adres_count === b.adres_count &&
    a.verblijfsobject_count === b.verblijfsobject_count
  );
}

/**
 * Returns a function that derives these columns for one pand. Unlike derivePandLinks, which works before addresses
 * exist, it reads `adres`, so that it does not depend on the country's size.
 */
function preparePandColumns(db: Database): (fid: number) => DerivedPandColumns {
  const query = db.query<DerivedPandColumns, [number]>(`SELECT
    (SELECT woonplaats_id FROM adres WHERE fid = (SELECT min(adres_id) FROM pand_adres WHERE pand_id = ?1)) AS woonplaats_id,
    (SELECT count(*) FROM pand_adres WHERE pand_id = ?1) AS adres_count,
    (SELECT count(*) FROM (
      SELECT a.adresseerbaar_object_id FROM pand_adres l CROSS JOIN adres a ON a.fid = l.adres_id WHERE l.pand_id = ?1
      UNION SELECT v.fid FROM unresolved_reference r CROSS JOIN verblijfsobject v ON v.fid = r.source_id WHERE r.target_id = ?1
    )) AS verblijfsobject_count`);
  return (fid) => query.get(fid)!;
}

/** Returns a function that finds the woonplaats a pand lies in or is nearest to, and records when it lies in none. */
function prepareWoonplaatsLookup(db: Database): (pand: PandRow) => number | null {
  const locator = openWoonplaatsLocator(db);
  const removeReference = db.query("DELETE FROM unresolved_reference WHERE source_id = ?");
  const insertReference = db.query("INSERT INTO unresolved_reference VALUES (?, ?)");
  return ({ fid, geom }) => {
    const { x, y } = representativePoint(decodeGpkgGeometry(geom));
    const located = locator.locate(x, y);
    removeReference.run(fid);
    if (located !== undefined && !located.isInside) {
      insertReference.run(located.id, fid);
    }
    return located?.id ?? null;
  };
}
