/** Point-in-polygon test, and distance from a point to a geometry. Both are in the same planar frame. */
import { type Geometry, orientation, polygonsOf, type Ring } from "./geometry.ts";

const OUTSIDE = 0;
const INSIDE = 1;
const BOUNDARY = 2;

/**
 * Returns true when a point lies in a geometry, its boundary (also of holes) included. Applies the even-odd rule to the
 * rings of each polygon, so self-crossing rings give a result too.
 */
export function containsPoint(geometry: Geometry, x: number, y: number): boolean {
  if (geometry.type === "Point") {
    return geometry.x === x && geometry.y === y;
  }
  if (geometry.type === "Polygon") {
    return polygonContains(geometry.rings, x, y);
  }
  for (const rings of geometry.polygons) {
    if (polygonContains(rings, x, y)) {
      return true;
    }
  }
  return false;
}

/** Returns the distance from a point to a geometry in units of the frame: 0 inside, Infinity without vertices. */
export function distanceToGeometry(geometry: Geometry, x: number, y: number): number {
  if (geometry.type === "Point") {
    return Math.hypot(geometry.x - x, geometry.y - y);
  }
  if (containsPoint(geometry, x, y)) {
    return 0;
  }
  let nearest = Infinity;
  for (const rings of polygonsOf(geometry)) {
    for (const ring of rings) {
      nearest = Math.min(nearest, squaredDistanceToRing(ring, x, y));
    }
  }
  return Math.sqrt(nearest);
}

function polygonContains(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    const location = locateInRing(ring, x, y);
    if (location === BOUNDARY) {
      return true;
    }
    if (location === INSIDE) {
      inside = !inside;
    }
  }
  return inside;
}

/** Casts a ray east from the point and counts edge crossings; an edge includes its lower end only. */
function locateInRing(ring: Ring, x: number, y: number): number {
  let inside = false;
  let x1 = ring[0]!;
  let y1 = ring[1]!;
  for (let i = 2; i < ring.length; i += 2) {
    const x2 = ring[i]!;
    const y2 = ring[i + 1]!;
    if (y2 === y && (x2 === x || (y1 === y && x1 < x !== x2 < x))) {
      return BOUNDARY;
    }
    if (y1 > y !== y2 > y) {
      const side = orientation(x1, y1, x2, y2, x, y);
      if (side === 0) {
        return BOUNDARY;
      }
      if (y2 > y1 ? side > 0 : side < 0) {
        inside = !inside;
      }
    }
    x1 = x2;
    y1 = y2;
  }
  return inside ? INSIDE : OUTSIDE;
}

function squaredDistanceToRing(ring: Ring, x: number, y: number): number {
  let nearest = Infinity;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const fromX = x - ring[i]!;
    const fromY = y - ring[i + 1]!;
    const edgeX = ring[i + 2]! - ring[i]!;
    const edgeY = ring[i + 3]! - ring[i + 1]!;
    const squaredLength = edgeX * edgeX + edgeY * edgeY;
    const along = squaredLength === 0 ? 0 : (fromX * edgeX + fromY * edgeY) / squaredLength;
    const share = Math.max(0, Math.min(1, along));
    const offX = fromX - share * edgeX;
    const offY = fromY - share * edgeY;
    nearest = Math.min(nearest, offX * offX + offY * offY);
  }
  return nearest;
}
