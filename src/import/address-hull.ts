/** The border of a PC4 area that no boundary file has: the convex hull of its addresses, and a little more. */
import type { Database } from "../base/sqlite.ts";
import { convexHull } from "../geo/convex-hull.ts";
import type { Geometry, Ring } from "../geo/geometry.ts";
import { containsPoint } from "../geo/point-in-polygon.ts";
import { wgs84ToRd } from "../geo/rd.ts";

/** Metres added around the addresses of an area, so that one whose addresses lie on one spot or line has a surface too. */
const MARGIN_M = 10;

/** Far more than what rounding can do to a hull. */
const SAFETY_M = 1;

/** Reads the positions of all addresses of a PC4 area. */
export function hullOfAddresses(db: Database, gebied: number): Geometry {
  const rows = db
    .query<unknown, [string, string]>("SELECT latitude, longitude FROM adres WHERE postcode BETWEEN ? AND ?")
    .values(`${gebied}AA`, `${gebied}ZZ`) as [number, number][];
  const points = new Float64Array(rows.length * 2);
  rows.forEach(([lat, lon], i) => {
    const { x, y } = wgs84ToRd(lat, lon);
    points[i * 2] = x;
    points[i * 2 + 1] = y;
  });
  return { type: "Polygon", rings: [convexHull(squaresAround(convexHull(points), MARGIN_M))] };
}

/**
 * Whether a hull is what it is with and without an address there: a convex area holds the square around a point just
 * when what it is the widened hull of holds the point.
 */
export function isInsideHull(hull: Geometry, latitude: number, longitude: number): boolean {
  const { x, y } = wgs84ToRd(latitude, longitude);
  const corners = squaresAround(Float64Array.of(x, y), MARGIN_M + SAFETY_M);
  for (let i = 0; i < corners.length; i += 2)
    if (!containsPoint(hull, corners[i]!, corners[i + 1]!)) return false;
  return true;
}

/** The corners of a square around each point, `marginM` from its sides. */
function squaresAround(points: Float64Array, marginM: number): Ring {
  const corners: number[] = [];
  for (let i = 0; i < points.length; i += 2)
    for (const [dx, dy] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const)
      corners.push(points[i]! + dx * marginM, points[i + 1]! + dy * marginM);
  return Float64Array.from(corners);
}
