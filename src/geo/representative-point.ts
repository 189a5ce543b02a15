/** One point that stands for a geometry, in the geometry's own planar frame. */
import { areaCentroid } from "./centroid.ts";
import {
  envelopeOf,
  firstVertexOf,
  type Geometry,
  type PlanarPoint,
  polygonsOf,
  type Ring,
} from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";

/** Heights of the scanlines as shares of the envelope; odd shares, so that regular shapes keep vertices off them. */
const SCANLINE_SHARES = [0.5, 0.31, 0.69, 0.13, 0.87, 0.42, 0.58];

/**
 * A point that always lies inside: `preferred` (the centroid unless given) when inside, else the middle of the widest
 * stretch of interior on one of several horizontal lines; a vertex when the area is nil. NaN when there are no vertices.
 */
export function pointOnSurface(
  geometry: Geometry,
  preferred: PlanarPoint = areaCentroid(geometry),
): PlanarPoint {
  if (containsPoint(geometry, preferred.x, preferred.y)) return preferred;
  return middleOfWidestInterior(geometry) ?? firstVertexOf(geometry);
}

/** The point a record is located by: the area centroid, or a point on the surface when that lies outside. */
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

/** A height at which no vertex lies: the last resort for shapes too thin for the fixed scanlines. */
function widestGapBetweenVertices(polygons: readonly (readonly Ring[])[]): number {
  const heights = polygons.flat().flatMap((ring) => [...ring].filter((_, i) => i % 2 === 1));
  heights.sort((a, b) => a - b);
  let widest = 0;
  let middle = heights[0] ?? Number.NaN;
  for (let i = 1; i < heights.length; i++) {
    const gap = heights[i]! - heights[i - 1]!;
    if (gap <= widest) continue;
    widest = gap;
    middle = heights[i - 1]! + gap / 2;
  }
  return middle;
}

/** Where the edges of a polygon meet a horizontal line, in order; interior lies between each even one and the next. */
function crossingsAt(rings: readonly Ring[], y: number): number[] {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const y1 = ring[i + 1]!;
      const y2 = ring[i + 3]!;
      if (y1 > y === y2 > y) continue;
      crossings.push(ring[i]! + ((y - y1) / (y2 - y1)) * (ring[i + 2]! - ring[i]!));
    }
  }
  return crossings.sort((a, b) => a - b);
}
