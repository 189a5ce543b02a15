/**
 * Planar geometry in one frame, RD metres unless a caller says otherwise: the types, and basic computations on their
 * coordinates. Rings are closed (last vertex equals the first), have no z, and may run in either direction.
 */

/** x0, y0, x1, y1, …; the last vertex repeats the first. */
export type Ring = Float64Array;

export interface PointGeometry {
  readonly type: "Point";
  readonly x: number;
  readonly y: number;
}

/** Polygon: the first ring is the exterior, the others are holes. */
export interface PolygonGeometry {
  readonly type: "Polygon";
  readonly rings: readonly Ring[];
}

export interface MultiPolygonGeometry {
  readonly type: "MultiPolygon";
  readonly polygons: readonly (readonly Ring[])[];
}

export type Geometry = PointGeometry | PolygonGeometry | MultiPolygonGeometry;

export interface PlanarPoint {
  x: number;
  y: number;
}

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

const NO_POLYGONS: readonly (readonly Ring[])[] = [];

/** Returns the polygons of a geometry, each an exterior ring with its holes; none for a point. */
export function polygonsOf(geometry: Geometry): readonly (readonly Ring[])[] {
  if (geometry.type === "Polygon") {
    return [geometry.rings];
  }
  return geometry.type === "MultiPolygon" ? geometry.polygons : NO_POLYGONS;
}

/** Returns the first vertex of the first ring, or the point itself; NaN when the geometry has no vertices. */
export function firstVertexOf(geometry: Geometry): PlanarPoint {
  if (geometry.type === "Point") {
    return { x: geometry.x, y: geometry.y };
  }
  const ring = polygonsOf(geometry)[0]?.[0];
  return { x: ring?.[0] ?? Number.NaN, y: ring?.[1] ?? Number.NaN };
}

/** Returns the bounding box of a geometry; inverted (minX > maxX) when the geometry has no vertices. */
export function envelopeOf(geometry: Geometry): Box {
  if (geometry.type === "Point") {
    return { minX: geometry.x, minY: geometry.y, maxX: geometry.x, maxY: geometry.y };
  }
  const box = emptyBox();
  for (const rings of polygonsOf(geometry)) {
    for (const ring of rings) {
      expandBox(box, ring);
    }
  }
  return box;
}

/** Returns the bounding box of a ring; inverted when the ring has no vertices. */
export function envelopeOfRing(ring: Ring): Box {
  const box = emptyBox();
  expandBox(box, ring);
  return box;
}

export function emptyBox(): Box {
  return { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
}

/** Returns true when two boxes share a point; touching counts. */
export function boxesOverlap(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** Returns the signed area in square units of the frame, positive when the ring runs counterclockwise. */
export function signedRingArea(ring: Ring): number {
  const originX = ring[0]!;
  const originY = ring[1]!;
  let doubledArea = 0;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    doubledArea +=
      (ring[i]! - originX) * (ring[i + 3]! - originY) - (ring[i + 2]! - originX) * (ring[i + 1]! - originY);
  }
  return doubledArea / 2;
}

/** Returns the area in square units of the frame, holes subtracted, for any ring direction. */
export function areaOf(geometry: Geometry): number {
  let area = 0;
  for (const rings of polygonsOf(geometry)) {
    for (let i = 0; i < rings.length; i++) {
      area += Math.abs(signedRingArea(rings[i]!)) * (i === 0 ? 1 : -1);
    }
  }
  return area;
}

/**
 * Returns twice the signed area of the triangle a, b, c: positive when c lies left of the line from a to b, zero when
 * on it. The sign is exact except for rounding of the two products. Hot: plain numbers.
 */
// biome-ignore lint/complexity/useMaxParams: coordinates of three points, in inner loops
export function orientation(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function expandBox(box: Box, ring: Ring): void {
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    if (x < box.minX) {
      box.minX = x;
    }
    if (x > box.maxX) {
      box.maxX = x;
    }
    if (y < box.minY) {
      box.minY = y;
    }
    if (y > box.maxY) {
      box.maxY = y;
    }
  }
}
