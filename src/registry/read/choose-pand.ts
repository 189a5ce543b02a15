import { type Geometry, polygonsOf } from "../../geo/geometry.ts";
import { containsPoint } from "../../geo/point-in-polygon.ts";
import { representativePoint } from "../../geo/representative-point.ts";

/**
 * Returns the pand that a verblijfsobject lies in, of those that it names and that exist: the one whose footprint
 * contains its point, else the one with the lowest identificatie; undefined without any.
 */
export function choosePand(
  existing: readonly number[],
  object: () => Geometry,
  footprintOf: (pand: number) => Geometry,
): number | undefined {
  const panden = existing.toSorted((a, b) => a - b);
  if (panden.length < 2) {
    return panden[0];
  }
  const point = representativePoint(object());
  const holdsPoint = (pand: number) => {
    const footprint = footprintOf(pand);
    return polygonsOf(footprint).length > 0 && containsPoint(footprint, point.x, point.y);
  };
  return panden.find(holdsPoint) ?? panden[0];
}
