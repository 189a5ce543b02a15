/** Simplifies borders to few enough positions for a model to read: the border of a city has tens of thousands. */
import type { GeoJsonGeometry } from "../../geo/geojson.ts";
import { simplifyLine } from "../../geo/simplify-line.ts";

type Position = [longitude: number, latitude: number];
type Rings = Position[][];

/** Maximum number of positions. A result contains them twice, as text and as structure, and stays below 8 KB. */
export const MAX_POSITIONS = 40;

/** Degrees of latitude: a degree of longitude is shorter by this factor in the middle of the country. */
const AXES = { x: ([longitude]: Position) => longitude * 0.61, y: ([, latitude]: Position) => latitude };
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
  const simplifiedOuter = simplifyLine(outer!, tolerance, AXES);
  if (simplifiedOuter.length < 4) {
    return [];
  }
  return [
    simplifiedOuter,
    ...holes.map((hole) => simplifyLine(hole, tolerance, AXES)).filter(({ length }) => length >= 4),
  ];
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
