/** Simplifies borders to few enough positions for a model to read: the border of a city has tens of thousands. */
import type { GeoJsonGeometry } from "../../geo/geojson.ts";

type Position = [longitude: number, latitude: number];
type Rings = Position[][];

/** Maximum number of positions. A result contains them twice, as text and as structure, and stays below 8 KB. */
export const MAX_POSITIONS = 40;

/** Length of a degree of longitude relative to one of latitude, in the middle of the country. */
const LONGITUDE_SCALE = 0.61;
/** Smallest tolerance in degrees of latitude: a tenth of a metre. */
const MIN_TOLERANCE = 1e-6;

const NOTE = `The geometry is simplified to at most ${MAX_POSITIONS} positions; over HTTP, include=geometry gives all.`;

/** Returns the record with a simplified geometry, and a note when it was simplified. */
export function withSimplifiedGeometry<T extends { geometry?: GeoJsonGeometry | null }>(
  record: T,
): [T, { note?: string }] {
  if (!record.geometry) {
    return [record, {}];
  }
  const geometry = simplifyGeometry(record.geometry);
  return geometry === record.geometry ? [record, {}] : [{ ...record, geometry }, { note: NOTE }];
}

/**
 * Returns the geometry itself when it is small, else simplified by Douglas-Peucker with the first of the growing
 * tolerances that leaves at most `MAX_POSITIONS`.
 */
export function simplifyGeometry(geometry: GeoJsonGeometry): GeoJsonGeometry {
  if (geometry.type === "Point" || countPositions(polygonsOf(geometry)) <= MAX_POSITIONS) {
    return geometry;
  }
  for (let tolerance = MIN_TOLERANCE; ; tolerance *= 1.5) {
    const polygons = polygonsOf(geometry).map((rings) => simplifyRings(rings, tolerance));
    const kept = polygons.filter(({ length }) => length > 0);
    if (countPositions(kept) > MAX_POSITIONS) {
      continue;
    }
    return toGeometry(kept.length > 0 ? kept : [boundingBox(polygonsOf(geometry))]);
  }
}

function polygonsOf(geometry: Exclude<GeoJsonGeometry, { type: "Point" }>): Rings[] {
  return (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) as Rings[];
}

function toGeometry(polygons: Rings[]): GeoJsonGeometry {
  const [only, ...others] = polygons;
  if (others.length === 0) {
    return { type: "Polygon", coordinates: only! };
  }
  return { type: "MultiPolygon", coordinates: polygons };
}

function countPositions(polygons: readonly Rings[]): number {
  return polygons.flat().reduce((sum, { length }) => sum + length, 0);
}

/** Simplifies the rings of a polygon. Drops rings that have no area left; returns none when that is the outer ring. */
function simplifyRings([outer, ...holes]: Rings, tolerance: number): Rings {
  const simplifiedOuter = simplifyRing(outer!, tolerance);
  if (simplifiedOuter.length < 4) {
    return [];
  }
  return [
    simplifiedOuter,
    ...holes.map((hole) => simplifyRing(hole, tolerance)).filter(({ length }) => length >= 4),
  ];
}

/**
 * Simplifies a closed ring in two halves, split at the position farthest from its start: its start is its end too,
 * and gives no line to measure distances to.
 */
function simplifyRing(ring: Position[], tolerance: number): Position[] {
  const start = ring[0]!;
  const farthestIndex = ring.reduce(
    (best, position, i) => (distance(position, start) > distance(ring[best]!, start) ? i : best),
    0,
  );
  const isKept = new Uint8Array(ring.length);
  isKept[0] = isKept[farthestIndex] = isKept[ring.length - 1] = 1;
  markKeptPositions(ring, isKept, { from: 0, to: farthestIndex, tolerance });
  markKeptPositions(ring, isKept, { from: farthestIndex, to: ring.length - 1, tolerance });
  return ring.filter((_, i) => isKept[i] === 1);
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly tolerance: number;
}

function markKeptPositions(
  ring: readonly Position[],
  isKept: Uint8Array,
  { from, to, tolerance }: Span,
): void {
  let farthestIndex = -1;
  let maxDistance = tolerance;
  for (let i = from + 1; i < to; i++) {
    const deviation = distanceToLine(ring[i]!, ring[from]!, ring[to]!);
    if (deviation > maxDistance) {
      [farthestIndex, maxDistance] = [i, deviation];
    }
  }
  if (farthestIndex < 0) {
    return;
  }
  isKept[farthestIndex] = 1;
  markKeptPositions(ring, isKept, { from, to: farthestIndex, tolerance });
  markKeptPositions(ring, isKept, { from: farthestIndex, to, tolerance });
}

function distance(a: Position, b: Position): number {
  return Math.hypot((a[0] - b[0]) * LONGITUDE_SCALE, a[1] - b[1]);
}

function distanceToLine(p: Position, a: Position, b: Position): number {
  const [dx, dy] = [(b[0] - a[0]) * LONGITUDE_SCALE, b[1] - a[1]];
  const [px, py] = [(p[0] - a[0]) * LONGITUDE_SCALE, p[1] - a[1]];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(px, py) : Math.abs(dx * py - dy * px) / length;
}

/** Returns the bounding box, for a geometry of hundreds of islands that all lose their area. */
function boundingBox(polygons: readonly Rings[]): Rings {
  const positions = polygons.flat(2);
  const [west, south] = [0, 1].map((axis) => positions.reduce((min, p) => Math.min(min, p[axis]!), Infinity));
  const [east, north] = [0, 1].map((axis) =>
    positions.reduce((max, p) => Math.max(max, p[axis]!), -Infinity),
  );
  return [
    [
      [west!, south!],
      [east!, south!],
      [east!, north!],
      [west!, north!],
      [west!, south!],
    ],
  ];
}
