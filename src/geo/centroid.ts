/** Centroid of a planar geometry, in the geometry's own frame. */
import { firstVertexOf, type Geometry, type PlanarPoint, polygonsOf, type Ring } from "./geometry.ts";

/**
 * Sums over the triangles between the origin and each edge: doubled area, first moments times six, and the largest
 * coordinate difference. Written by `sumTriangles` and reused by every call.
 */
const sums = { doubledArea: 0, momentX: 0, momentY: 0, maxOffset: 0 };

/**
 * Returns the area-weighted centroid, holes subtracted, for any ring direction; it may lie outside a concave geometry.
 * Returns the mean of the vertices when the area is zero within rounding, and NaN when there are no vertices.
 */
export function areaCentroid(geometry: Geometry): PlanarPoint {
  if (geometry.type === "Point") {
    return { x: geometry.x, y: geometry.y };
  }
  const { x: originX, y: originY } = firstVertexOf(geometry);
  let area = 0;
  let momentX = 0;
  let momentY = 0;
  let maxOffset = 0;
  for (const rings of polygonsOf(geometry)) {
    for (let i = 0; i < rings.length; i++) {
      sumTriangles(rings[i]!, originX, originY);
      // Exteriors add and holes subtract, whatever the direction of the ring.
      const weight = sums.doubledArea < 0 === (i === 0) ? -1 : 1;
      area += weight * sums.doubledArea;
      momentX += weight * sums.momentX;
      momentY += weight * sums.momentY;
      maxOffset = Math.max(maxOffset, sums.maxOffset);
    }
  }
  const roundingArea = maxOffset * (Math.abs(originX) + Math.abs(originY) + maxOffset) * 2 ** -50;
  if (!(area > roundingArea)) {
    return meanOfVertices(geometry);
  }
  return { x: originX + momentX / (3 * area), y: originY + momentY / (3 * area) };
}

function sumTriangles(ring: Ring, originX: number, originY: number): void {
  let doubledArea = 0;
  let momentX = 0;
  let momentY = 0;
  let maxOffset = 0;
  let x1 = ring[0]! - originX;
  let y1 = ring[1]! - originY;
  for (let i = 2; i < ring.length; i += 2) {
    const x2 = ring[i]! - originX;
    const y2 = ring[i + 1]! - originY;
    const cross = x1 * y2 - x2 * y1;
    doubledArea += cross;
    momentX += (x1 + x2) * cross;
    momentY += (y1 + y2) * cross;
    maxOffset = Math.max(maxOffset, Math.abs(x2), Math.abs(y2));
    x1 = x2;
    y1 = y2;
  }
  sums.doubledArea = doubledArea;
  sums.momentX = momentX;
  sums.momentY = momentY;
  sums.maxOffset = maxOffset;
}

function meanOfVertices(geometry: Geometry): PlanarPoint {
  const { x: originX, y: originY } = firstVertexOf(geometry);
  let sumX = 0;
  let sumY = 0;
  let count = 0;
  for (const ring of polygonsOf(geometry).flat()) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      sumX += ring[i]! - originX;
      sumY += ring[i + 1]! - originY;
      count++;
    }
  }
  return { x: originX + sumX / count, y: originY + sumY / count };
}
