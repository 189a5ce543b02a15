/**
 * Derives provincies, gemeenten and PC4 areas: membership from the registry, names and borders from the import's
 * files.
 */
import type { Database } from "../../base/sqlite.ts";
import { convexHull } from "../../geo/convex-hull.ts";
import { dissolve } from "../../geo/dissolve.ts";
import type { Geometry, Ring } from "../../geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { listOverlaps } from "../../geo/overlaps.ts";
import { containsPoint } from "../../geo/point-in-polygon.ts";
import { wgs84ToRd } from "../../geo/rd.ts";
import { ADDRESS_HULL_SOURCE, WOONPLAATS_UNION_SOURCE } from "../../registry/schema/boundary-sources.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { formatIdentificatie } from "../../registry/schema/object-types.ts";
import { PROVINCIES } from "../../registry/schema/provincies.ts";
import { type AreaBorder, findBoundary, hasBoundaries } from "../companions/boundaries.ts";
import { listGemeenteNames } from "../companions/gemeente-names.ts";
import type { GemeentenOnDate } from "../extract/extract-header.ts";
import { refuseImport } from "../refuse.ts";
import type { ImportReport } from "../report.ts";
import { meanOf, unitsSql } from "./degree-units.ts";
import { POSTCODEGEBIED_SQL } from "./statistics.ts";

/**
 * Adds the provincies. Gives each woonplaats its gemeente by GEM-WPL-RELATIE on the reference date, and adds, renames
 * and removes gemeenten accordingly. Writes only rows that change, because later steps of an update depend on the
 * touched rows. Refuses a woonplaats without a gemeente, and a gemeente without a name.
 */
export function setGemeenten(db: Database, { gemeenteByWoonplaats, referenceDate }: GemeentenOnDate): void {
  const addProvincie = db.query("INSERT OR IGNORE INTO provincie (fid, code, naam) VALUES (?, ?, ?)");
  for (const { number, code, naam } of PROVINCIES) {
    addProvincie.run(number, code, naam);
  }
  const known = listGemeenteNames(db, referenceDate);
  const rename = db.query(`UPDATE gemeente SET naam = ?2, name_key = ?3, provincie_id = ?4
    WHERE fid = ?1 AND (naam <> ?2 OR provincie_id <> ?4)`);
  const add = db.query(`INSERT INTO gemeente (fid, naam, name_key, provincie_id)
    SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM gemeente WHERE fid = ?1)`);
  const move = db.query(
    "UPDATE woonplaats SET gemeente_code = ?1 WHERE fid = ?2 AND gemeente_code IS NOT ?1",
  );
  const woonplaatsen = db.query<{ fid: number; naam: string }, []>("SELECT fid, naam FROM woonplaats");
  for (const { fid, naam } of woonplaatsen.all()) {
    const code = gemeenteByWoonplaats.get(fid);
    if (code === undefined) {
      refuseImport(
        `woonplaats ${formatIdentificatie(fid, 4)} ${naam} has no gemeente in GEM-WPL-RELATIE on the extract's date`,
      );
    }
    const name = known.get(code);
    if (name === undefined) {
      const gemeente = `gemeente ${formatIdentificatie(code, 4)} (of woonplaats ${naam})`;
      refuseImport(
        `${gemeente} has no name: import an extract with a file of names that has it (--gemeenten FILE)`,
      );
    }
    const values = [code, name.naam, nameKey(name.naam), name.provincieNumber] as const;
    rename.run(...values);
    add.run(...values);
    move.run(code, fid);
  }
  db.run("DELETE FROM gemeente WHERE fid NOT IN (SELECT gemeente_code FROM woonplaats)");
}

/**
 * Sets the borders of the gemeenten whose `fid` a SELECT lists: from the boundary files, else the union of the
 * gemeente's woonplaatsen.
 */
export function setGemeenteBorders(db: Database, select: string, report: ImportReport): void {
  const set = db.query(`UPDATE gemeente SET geom = ?2, boundary_source = ?3
    WHERE fid = ?1 AND (geom IS NOT ?2 OR boundary_source IS NOT ?3)`);
  for (const { fid } of db.query<{ fid: number }, []>(select).all()) {
    const { geom, source } = borderOfGemeente(db, fid, report);
    set.run(fid, geom, source);
  }
}

function borderOfGemeente(db: Database, code: number, report: ImportReport): AreaBorder {
  const fromFile = findBoundary(db, "gemeente", code);
  if (fromFile !== undefined) {
    return fromFile;
  }
  const parts = db
    .query<{ fid: number; geom: Uint8Array }, [number]>(
      "SELECT fid, geom FROM woonplaats WHERE gemeente_code = ? ORDER BY fid",
    )
    .all(code);
  const union = uniteAreas(parts, (pair) =>
    report.add(
      "WPL",
      "noticed",
      "overlaps another woonplaats, and so does its part of the border of the gemeente",
      pair,
    ),
  );
  return { source: WOONPLAATS_UNION_SOURCE, geom: encodeGpkgGeometry(union) };
}

/** Returns the union of areas that tile a larger one. Calls `onOverlap` with the codes of each pair that overlaps. */
export function uniteAreas(
  areas: readonly { readonly fid: number; readonly geom: Uint8Array }[],
  onOverlap: (pair: string) => void,
): Geometry {
  const borders = areas.map(({ geom }) => decodeGpkgGeometry(geom));
  for (const pair of listOverlaps(borders)) {
    onOverlap(pair.map((i) => formatIdentificatie(areas[i]!.fid, 4)).join(" and "));
  }
  return dissolve(borders);
}

/**
 * Adds the PC4 areas with an address, from `postcodegebied_tally` and `postcode`; takes the border from the
 * boundary files, else the hull of the area's addresses.
 */
export function derivePostcodegebieden(db: Database, report: ImportReport): void {
  const sums = db.query<PositionSums & { postcodegebied: number }, []>(`
    SELECT ${POSTCODEGEBIED_SQL} AS postcodegebied,
      sum(${unitsSql("latitude", "adres_count")}) AS latitude,
      sum(${unitsSql("longitude", "adres_count")}) AS longitude
    FROM postcode GROUP BY postcodegebied`);
  for (const { postcodegebied, ...sum } of sums.all()) {
    addPostcodegebied(
      db,
      computeAreaRow(db, postcodegebied, sum)!,
      borderOfPostcodegebied(db, postcodegebied, report),
    );
  }
}

/** Row of `postcodegebied` without its border. */
export interface AreaRow {
  readonly postcodegebied: number;
  readonly count: number;
  readonly woonplaats: string;
  readonly latitude: number;
  readonly longitude: number;
}

export function addPostcodegebied(db: Database, area: AreaRow, { source, geom }: AreaBorder): void {
  db.query(
    `INSERT OR REPLACE INTO postcodegebied
       (fid, adres_count, woonplaats_naam, latitude, longitude, boundary_source, geom)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(area.postcodegebied, area.count, area.woonplaats, area.latitude, area.longitude, source, geom);
}

export function borderOfPostcodegebied(
  db: Database,
  postcodegebied: number,
  report: ImportReport,
): AreaBorder {
  const fromFile = findBoundary(db, "postcodegebied", postcodegebied);
  if (fromFile !== undefined) {
    return fromFile;
  }
  if (hasBoundaries(db, "postcodegebied")) {
    report.add(
      "postcodegebied",
      "noticed",
      "not in the boundary file; its border is the hull of its addresses",
      String(postcodegebied),
    );
  }
  return hullOfPostcodegebied(db, postcodegebied);
}

export function hullOfPostcodegebied(db: Database, postcodegebied: number): AreaBorder {
  return { source: ADDRESS_HULL_SOURCE, geom: encodeGpkgGeometry(hullOfAddresses(db, postcodegebied)) };
}

/** Sums over the positions of all addresses of an area, in units of degree-units.ts. */
export interface PositionSums {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Returns an area from its address counts per woonplaats, named after the woonplaats with the most addresses;
 * undefined when it has no addresses.
 */
export function computeAreaRow(
  db: Database,
  postcodegebied: number,
  { latitude, longitude }: PositionSums,
): AreaRow | undefined {
  const found = db
    .query<{ count: number; woonplaats: string }, [number]>(`
      SELECT sum(sum(t.count)) OVER () AS count, w.naam AS woonplaats
      FROM postcodegebied_tally t JOIN woonplaats w ON w.fid = t.woonplaats_id
      WHERE t.postcodegebied_id = ? GROUP BY w.fid ORDER BY sum(t.count) DESC, w.fid LIMIT 1`)
    .get(postcodegebied);
  if (found === null) {
    return undefined;
  }
  const { count } = found;
  return { postcodegebied, ...found, latitude: meanOf(latitude, count), longitude: meanOf(longitude, count) };
}

/**
 * Metres added around the addresses of an area, so that an area whose addresses lie on one point or line has a
 * surface too.
 */
const MARGIN_M = 10;

/** Metres of tolerance for rounding of a hull; far above the largest rounding error. */
const ROUNDING_TOLERANCE_M = 1;

/**
 * Returns the widened convex hull of all addresses of a PC4 area, in RD metres. It is the border of an area that no
 * boundary file has.
 */
function hullOfAddresses(db: Database, postcodegebied: number): Geometry {
  const rows = db
    .query<unknown, [string, string]>("SELECT latitude, longitude FROM adres WHERE postcode BETWEEN ? AND ?")
    .values(`${postcodegebied}AA`, `${postcodegebied}ZZ`) as [number, number][];
  const points = new Float64Array(rows.length * 2);
  rows.forEach(([lat, lon], i) => {
    const { x, y } = wgs84ToRd(lat, lon);
    points[i * 2] = x;
    points[i * 2 + 1] = y;
  });
  return { type: "Polygon", rings: [convexHull(squaresAround(convexHull(points), MARGIN_M))] };
}

/**
 * Returns true when an address at this position, added or removed, leaves the hull unchanged. A convex hull widened by
 * squares contains the square around a point exactly when the hull before widening contains the point.
 * ROUNDING_TOLERANCE_M makes the result false for points on or near the border of the hull before widening.
 */
export function isInsideHull(hull: Geometry, latitude: number, longitude: number): boolean {
  const { x, y } = wgs84ToRd(latitude, longitude);
  const corners = squaresAround(Float64Array.of(x, y), MARGIN_M + ROUNDING_TOLERANCE_M);
  for (let i = 0; i < corners.length; i += 2) {
    if (!containsPoint(hull, corners[i]!, corners[i + 1]!)) {
      return false;
    }
  }
  return true;
}

/** Returns the corners of a square around each point, with its sides `marginM` from the point. */
function squaresAround(points: Float64Array, marginM: number): Ring {
  const corners: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    for (const [dx, dy] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      corners.push(points[i]! + dx * marginM, points[i + 1]! + dy * marginM);
    }
  }
  return Float64Array.from(corners);
}
