/** Exact overlap of a geometry and an axis-parallel box, both in the same planar frame. */
import { type Box, type Geometry, orientation, polygonsOf, type Ring } from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";

/** Returns true when a geometry and a box share a point; touching counts. */
export function geometryIntersectsBox(geometry: Geometry, box: Box): boolean {
  if (geometry.type === "Point") {
    return edgeIntersectsBox(geometry.x, geometry.y, geometry.x, geometry.y, box);
  }
  for (const rings of polygonsOf(geometry)) {
    for (const ring of rings) {
      if (ringIntersectsBox(ring, box)) {
        return true;
      }
    }
  }
  // No edge intersects the box, so the geometry covers either all of it or nothing.
  return containsPoint(geometry, box.minX, box.minY);
}

function ringIntersectsBox(ring: Ring, box: Box): boolean {
  for (let i = 0; i + 3 < ring.length; i += 2) {
    if (edgeIntersectsBox(ring[i]!, ring[i + 1]!, ring[i + 2]!, ring[i + 3]!, box)) {
      return true;
    }
  }
  return false;
}

/**
 * Returns true when an edge and a box share a point: separating axis test on x, y and the edge's normal. Hot: plain
 * numbers.
 */
export function edgeIntersectsBox(x1: number, y1: number, x2: number, y2: number, box: Box): boolean {
  if (Math.max(x1, x2) < box.minX || Math.min(x1, x2) > box.maxX) {
    return false;
  }
  if (Math.max(y1, y2) < box.minY || Math.min(y1, y2) > box.maxY) {
    return false;
  }
  const southWest = orientation(x1, y1, x2, y2, box.minX, box.minY);
  const southEast = orientation(x1, y1, x2, y2, box.maxX, box.minY);
  const northWest = orientation(x1, y1, x2, y2, box.minX, box.maxY);
  const northEast = orientation(x1, y1, x2, y2, box.maxX, box.maxY);
  return (
    Math.min(southWest, southEast, northWest, northEast) <= 0 &&
    Math.max(southWest, southEast, northWest, northEast) >= 0
  );
}
