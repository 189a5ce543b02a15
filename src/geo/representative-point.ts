/** Representative point of a geometry, in the geometry's own planar frame. */
import {
  envelopeOf,
  firstVertexOf,
  type Geometry,
  type PlanarPoint,
  polygonsOf,
  type Ring,
} from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";
import { roundMetres } from "./rd.ts";

/** Heights of the scanlines as fractions of the envelope; uneven, so that vertices of regular shapes avoid them. */
const SCANLINE_SHARES = [0.5, 0.31, 0.69, 0.13, 0.87, 0.42, 0.58];

/**
 * Returns a point inside the geometry: `preferred` (default: the centroid) when it lies inside, else the middle of the
 * widest interior segment on any of several scanlines. Returns a vertex when the area is zero, NaN without vertices.
 */
export function pointOnSurface(
  geometry: Geometry,
  preferred: PlanarPoint = areaCentroid(geometry),
): PlanarPoint {
  if (containsPoint(geometry, preferred.x, preferred.y)) {
    return preferred;
  }
  return middleOfWidestInterior(geometry) ?? firstVertexOf(geometry);
}

/** Returns the position of a record: the area centroid, or a point on the surface when the centroid lies outside. */
export function representativePoint(geometry: Geometry): PlanarPoint {
  return pointOnSurface(geometry);
}

function middleOfWidestInterior(geometry: Geometry): PlanarPoint | undefined {
  const polygons = polygonsOf(geometry);
  const { minY, maxY } = envelopeOf(geometry);
  let widest = 0;
  let best: PlanarPoint | undefined;
  const heights = SCANLINE_SHARES.map((share) => minY + (maxY - minY) * share);
  for (const y of [...heights, widestGapBetweenVertices(polygons)]) {
    for (const rings of polygons) {
      const crossings = crossingsAt(rings, y);
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const width = crossings[i + 1]! - crossings[i]!;
        const x = crossings[i]! + width / 2;
        if (width > widest && containsPoint(geometry, x, y)) {
          widest = width;
          best = { x, y };
        }
      }
    }
  }
  return best;
}

/** Returns the middle of the widest height gap between vertices: a scanline for shapes too thin for the fixed ones. */
function widestGapBetweenVertices(polygons: readonly (readonly Ring[])[]): number {
  const heights = polygons.flat().flatMap((ring) => [...ring].filter((_, i) => i % 2 === 1));
  heights.sort((a, b) => a - b);
  let widest = 0;
  let middle = heights[0] ?? Number.NaN;
  for (let i = 1; i < heights.length; i++) {
    const gap = heights[i]! - heights[i - 1]!;
    if (gap <= widest) {
      continue;
    }
    widest = gap;
    middle = heights[i - 1]! + gap / 2;
  }
  return middle;
}

/**
 * Returns the x coordinates, ascending, at which the edges of a polygon cross a horizontal line; the interior lies
 * between each even one and the next.
 */
function crossingsAt(rings: readonly Ring[], y: number): number[] {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const y1 = ring[i + 1]!;
      const y2 = ring[i + 3]!;
      if (y1 > y === y2 > y) {
        continue;
      }
      crossings.push(ring[i]! + ((y - y1) / (y2 - y1)) * (ring[i + 2]! - ring[i]!));
    }
  }
  return crossings.sort((a, b) => a - b);
}

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

/** Returns a point as delivered; for an area its representative point, rounded to millimetres. RD metres. */
export function rdPosition(geometry: Geometry): PlanarPoint {
  if (geometry.type === "Point") {
    return geometry;
  }
  const { x, y } = representativePoint(geometry);
  return { x: roundMetres(x), y: roundMetres(y) };
}
