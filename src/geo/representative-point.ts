/** Representative point of a geometry, in the geometry's own planar frame. */
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
