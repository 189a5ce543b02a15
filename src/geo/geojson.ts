/**
 * Conversion between GeoJSON geometries (RFC 7946) in degrees, [lon, lat], and internal geometries in RD metres. Only
 * vertices are converted: an edge that is straight in degrees and runs east for L km bows by about 25 L² mm in RD.
 */
import { type Geometry, type Ring, signedRingArea } from "./geometry.ts";
import { rdToWgs84Into, roundDegrees, roundMetres, wgs84ToRdInto } from "./rd.ts";

/** Longitude, latitude. */
export type GeoJsonPosition = [lon: number, lat: number];

export type GeoJsonGeometry =
  | { type: "Point"; coordinates: GeoJsonPosition }
  | { type: "Polygon"; coordinates: GeoJsonPosition[][] }
  | { type: "MultiPolygon"; coordinates: GeoJsonPosition[][][] };

/** Minimum positions of a closed ring: a triangle. */
const MIN_POSITIONS = 4;

const scratch = new Float64Array(2);

/** Converts an RD geometry to degrees with 8 decimals; exteriors run counterclockwise and holes clockwise. */
export function toGeoJson(geometry: Geometry): GeoJsonGeometry {
  return format(geometry, toPosition);
}

/** Formats an RD geometry in the form of GeoJSON without converting it: metres with 3 decimals, x first. */
export function toRdGeoJson(geometry: Geometry): GeoJsonGeometry {
  return format(geometry, (x, y) => [roundMetres(x), roundMetres(y)]);
}

type FormatPosition = (x: number, y: number) => GeoJsonPosition;

function format(geometry: Geometry, at: FormatPosition): GeoJsonGeometry {
  switch (geometry.type) {
    case "Point":
      return { type: "Point", coordinates: at(geometry.x, geometry.y) };
    case "Polygon":
      return { type: "Polygon", coordinates: toPositions(geometry.rings, at) };
    case "MultiPolygon":
      return { type: "MultiPolygon", coordinates: geometry.polygons.map((rings) => toPositions(rings, at)) };
  }
}

/**
 * Parses a GeoJSON Point, Polygon or MultiPolygon in degrees into an RD geometry; drops heights. Returns `undefined`
 * for anything else: other types, coordinates that are not on Earth, rings that are open or have fewer than four
 * positions.
 */
export function parseGeoJsonGeometry(value: unknown): Geometry | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  if (type === "Point") {
    return parsePoint(coordinates);
  }
  if (type === "Polygon") {
    const rings = parseList(coordinates, parseRing);
    return rings && { type, rings };
  }
  if (type === "MultiPolygon") {
    const polygons = parseList(coordinates, (polygon) => parseList(polygon, parseRing));
    return polygons && { type, polygons };
  }
  return undefined;
}

function toPositions(rings: readonly Ring[], at: FormatPosition): GeoJsonPosition[][] {
  return rings.map((ring, number) => {
    const positions: GeoJsonPosition[] = [];
    const lastAt = ring.length - 2;
    const isClosed = lastAt > 0 && ring[0] === ring[lastAt] && ring[1] === ring[lastAt + 1];
    for (let i = 0; i < (isClosed ? lastAt : ring.length); i += 2) {
      positions.push(at(ring[i]!, ring[i + 1]!));
    }
    if (isClosed) {
      positions.push(positions[0]!);
    }
    const isClockwise = signedRingArea(ring) < 0;
    return isClockwise === (number === 0) ? positions.reverse() : positions;
  });
}

function toPosition(x: number, y: number): GeoJsonPosition {
  rdToWgs84Into(x, y, scratch);
  return [roundDegrees(scratch[1]!), roundDegrees(scratch[0]!)];
}

/** Parses every item of a non-empty array; returns `undefined` as soon as an item is invalid. */
function parseList<T>(value: unknown, parseItem: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    return undefined;
  }
  const items: T[] = [];
  for (const item of value) {
    const parsed = parseItem(item);
    if (parsed === undefined) {
      return undefined;
    }
    items.push(parsed);
  }
  return items;
}

function parsePoint(coordinates: unknown): Geometry | undefined {
  if (!isPosition(coordinates)) {
    return undefined;
  }
  wgs84ToRdInto(coordinates[1], coordinates[0], scratch);
  return { type: "Point", x: scratch[0]!, y: scratch[1]! };
}

function parseRing(value: unknown): Ring | undefined {
  if (!Array.isArray(value) || value.length < MIN_POSITIONS || !value.every(isPosition)) {
    return undefined;
  }
  const first = value[0]!;
  const last = value.at(-1)!;
  if (first[0] !== last[0] || first[1] !== last[1]) {
    return undefined;
  }
  const ring = new Float64Array(value.length * 2);
  for (let i = 0; i < value.length; i++) {
    wgs84ToRdInto(value[i]![1], value[i]![0], scratch);
    ring.set(scratch, i * 2);
  }
  return ring;
}

/** Returns true for two or three finite numbers that start with a longitude and a latitude. */
function isPosition(value: unknown): value is GeoJsonPosition {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) {
    return false;
  }
  const [lon, lat] = value;
  return isWithin(lon, 180) && isWithin(lat, 90) && value.every(Number.isFinite);
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === "number" && Math.abs(value) <= limit;
}
