/** Border of a PC4 area that no boundary file has: the convex hull of its addresses, widened by a margin. */
import type { Database } from "../../base/sqlite.ts";
import { convexHull } from "../../geo/convex-hull.ts";
import type { Geometry, Ring } from "../../geo/geometry.ts";
import { containsPoint } from "../../geo/point-in-polygon.ts";
import { wgs84ToRd } from "../../geo/rd.ts";

/**
 * Metres added around the addresses of an area, so that an area whose addresses lie on one point or line has a
 * surface too.
 */
const MARGIN_M = 10;

/** Metres of tolerance for rounding of a hull; far above the largest rounding error. */
const ROUNDING_TOLERANCE_M = 1;

/** Returns the widened convex hull of all addresses of a PC4 area, in RD metres. */
export function hullOfAddresses(db: Database, postcodegebied: number): Geometry {
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
 * Returns true when an address at this position, added or removed, leaves the hull unchanged. A convex hull that is
 * widened by squares holds the square around a point exactly when the hull before widening holds the point;
 * ROUNDING_TOLERANCE_M makes the result false for points on or near the border of the latter.
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
