/** Updates borders of gemeenten, and PC4 areas, after changes; areas-derive.ts derives all of them. */
import type { Database } from "../../base/sqlite.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { ADDRESS_HULL_SOURCE } from "../../registry/schema/boundary-sources.ts";
import type { AreaBorder } from "../companions/boundaries.ts";
import type { ImportReport } from "../report.ts";
import {
  type AreaRow,
  addPostcodegebied,
  borderOfPostcodegebied,
  computeAreaRow,
  hullOfPostcodegebied,
  isInsideHull,
  type PositionSums,
  setGemeenteBorders,
} from "./areas-derive.ts";
import { unitsOf, unitsSql } from "./degree-units.ts";
import { POSTCODEGEBIED_SQL } from "./statistics.ts";
import { differencesSql } from "./touched.ts";

/** Updates the borders of gemeenten whose set of woonplaatsen, or one of those woonplaatsen's borders, has changed. */
export function updateGemeenteBorders(db: Database, report: ImportReport): void {
  const changed = `SELECT fid FROM gemeente WHERE fid IN (
    SELECT gemeente_code FROM ${differencesSql("woonplaats")}
    GROUP BY fid, gemeente_code, geom HAVING sum(weight) <> 0)`;
  setGemeenteBorders(db, changed, report);
}

function isSameBorder(stored: AreaBorder, border: AreaBorder): boolean {
  return stored.source === border.source && Buffer.compare(stored.geom, border.geom) === 0;
}

/**
 * Updates PC4 areas of touched addresses and PC4 areas named after a renamed woonplaats. Where the border is the hull
 * of the addresses, reads all addresses of an area only if an added or removed address may be part of the hull.
 */
export function updatePostcodegebieden(db: Database, report: ImportReport): void {
  const positionChanges = listPositionChanges(db);
  for (const { postcodegebied, ...differences } of listTouchedAreas(db)) {
    const stored = findStoredArea(db, postcodegebied);
    const area = computeAreaRow(db, postcodegebied, {
      latitude: differences.latitude + unitsOf(stored?.latitude ?? 0, stored?.count ?? 0),
      longitude: differences.longitude + unitsOf(stored?.longitude ?? 0, stored?.count ?? 0),
    });
    if (area === undefined) {
      db.query("DELETE FROM postcodegebied WHERE fid = ?").run(postcodegebied);
      continue;
    }
    const border = updatedBorder(db, {
      postcodegebied,
      stored,
      positionChanges: positionChanges.get(postcodegebied) ?? [],
      report,
    });
    if (stored === undefined || !isSameArea(stored, area) || !isSameBorder(stored, border)) {
      addPostcodegebied(db, area, border);
    }
  }
}

/** Lists touched areas with the change in the sums of their addresses' positions. */
function listTouchedAreas(db: Database): (PositionSums & { postcodegebied: number })[] {
  return db
    .query<PositionSums & { postcodegebied: number }, []>(`
      SELECT postcodegebied, sum(latitude) AS latitude, sum(longitude) AS longitude FROM (
        SELECT ${POSTCODEGEBIED_SQL} AS postcodegebied,
          weight * ${unitsSql("latitude")} AS latitude, weight * ${unitsSql("longitude")} AS longitude
        FROM ${differencesSql("adres")} WHERE postcode IS NOT NULL
        UNION ALL
        SELECT DISTINCT postcodegebied_id, 0, 0 FROM postcodegebied_tally WHERE woonplaats_id IN (
          SELECT fid FROM ${differencesSql("woonplaats")} GROUP BY fid, naam HAVING sum(weight) <> 0))
      GROUP BY postcodegebied ORDER BY postcodegebied`)
    .all();
}

/** A position with more or fewer of an area's addresses than before. */
interface PositionChange {
  readonly postcodegebied: number;
  readonly latitude: number;
  readonly longitude: number;
}

function listPositionChanges(db: Database): Map<number, PositionChange[]> {
  const rows = db.query<PositionChange, []>(`
    SELECT ${POSTCODEGEBIED_SQL} AS postcodegebied, latitude, longitude FROM ${differencesSql("adres")}
    WHERE postcode IS NOT NULL GROUP BY postcodegebied, latitude, longitude HAVING sum(weight) <> 0`);
  return Map.groupBy(rows.all(), ({ postcodegebied }) => postcodegebied);
}

interface BorderUpdate {
  readonly postcodegebied: number;
  readonly stored: AreaBorder | undefined;
  readonly positionChanges: readonly PositionChange[];
  readonly report: ImportReport;
}

function updatedBorder(
  db: Database,
  { postcodegebied, stored, positionChanges, report }: BorderUpdate,
): AreaBorder {
  if (stored === undefined) {
    return borderOfPostcodegebied(db, postcodegebied, report);
  }
  if (stored.source !== ADDRESS_HULL_SOURCE) {
    return stored;
  }
  const hull = decodeGpkgGeometry(stored.geom);
  if (positionChanges.every(({ latitude, longitude }) => isInsideHull(hull, latitude, longitude))) {
    return stored;
  }
  return hullOfPostcodegebied(db, postcodegebied);
}

function findStoredArea(db: Database, postcodegebied: number): (AreaRow & AreaBorder) | undefined {
  const select = db.query<AreaRow & AreaBorder, [number]>(`
    SELECT fid AS postcodegebied, adres_count AS count, woonplaats_naam AS woonplaats, latitude, longitude,
      boundary_source AS source, geom FROM postcodegebied WHERE fid = ?`);
  return select.get(postcodegebied) ?? undefined;
}

function isSameArea(a: AreaRow, b: AreaRow): boolean {
  return (
    a.count === b.count &&
    a.woonplaats === b.woonplaats &&
    a.latitude === b.latitude &&
    a.longitude === b.longitude
  );
}
