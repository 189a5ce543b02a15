/** Reads an area that a user drew: GeoJSON (RFC 7946) in degrees, checked with errors that name the place. */
import { AppError } from "../base/errors.ts";
import { type Fault, faultOf, faultText } from "../base/fault-rules.ts";
import type { MultiPolygonGeometry, Ring } from "./geometry.ts";
import { isInRdArea } from "./rd.ts";

const MIN_POSITIONS = 4;
/** Levels of features and collections. */
const MAX_DEPTH = 4;

/**
 * Parses a Polygon, MultiPolygon, Feature, FeatureCollection or GeometryCollection of these into one multipolygon in
 * degrees, x = longitude and y = latitude; drops heights. Throws AppError `usage` that names the fault and its place,
 * for anything else, for more than `maxVertices`, and for positions where RD is not defined.
 */
export function parseGeoJsonArea(value: unknown, maxVertices: number): MultiPolygonGeometry {
  const reader = new AreaReader(maxVertices);
  reader.read(value, "");
  if (reader.polygons.length === 0) {
    refuse("", "holds no polygon");
  }
  return { type: "MultiPolygon", polygons: reader.polygons };
}

class AreaReader {
  readonly polygons: Ring[][] = [];
  readonly #maxVertices: number;
  #vertices = 0;

  constructor(maxVertices: number) {
    this.#maxVertices = maxVertices;
  }

  read(value: unknown, at: string, depth = 0): void {
    if (depth > MAX_DEPTH) {
      refuse("", "is nested too deeply");
    }
    const { type, coordinates, geometry, features, geometries } = objectAt(value, at);
    if (type === "Polygon") {
      this.polygons.push(this.#readPolygon(coordinates, `${at}coordinates`));
    } else if (type === "MultiPolygon") {
      listAt(coordinates, `${at}coordinates`).forEach((polygon, i) => {
        this.polygons.push(this.#readPolygon(polygon, `${at}coordinates[${i}]`));
      });
    } else if (type === "Feature") {
      this.read(geometry, `${at}geometry.`, depth + 1);
    } else if (type === "FeatureCollection") {
      this.#readAll(features, `${at}features`, depth);
    } else if (type === "GeometryCollection") {
      this.#readAll(geometries, `${at}geometries`, depth);
    } else {
      refuse(`${at}type`, `is ${quote(type)}, not Polygon, MultiPolygon, Feature or FeatureCollection`);
    }
  }

  #readAll(values: unknown, at: string, depth: number): void {
    listAt(values, at).forEach((value, i) => {
      this.read(value, `${at}[${i}].`, depth + 1);
    });
  }

  #readPolygon(value: unknown, at: string): Ring[] {
    const rings = listAt(value, at);
    if (rings.length === 0) {
      refuse(at, "has no ring");
    }
    return rings.map((ring, i) => this.#readRing(ring, `${at}[${i}]`));
  }

  #readRing(value: unknown, at: string): Ring {
    const positions = listAt(value, at);
    this.#vertices += positions.length;
    if (this.#vertices > this.#maxVertices) {
      refuse("", `has more than ${this.#maxVertices.toLocaleString("en")} positions; simplify it`);
    }
    const ring = new Float64Array(positions.length * 2);
    positions.forEach((position, i) => {
      ring.set(readPosition(position, `${at}[${i}]`), i * 2);
    });
    if (positions.length < MIN_POSITIONS) {
      refuse(at, `has ${positions.length} positions; a ring has at least four`);
    }
    if (ring[0] !== ring.at(-2) || ring[1] !== ring.at(-1)) {
      refuse(at, "is not closed: its last position must equal its first");
    }
    return ring;
  }
}

function readPosition(value: unknown, at: string): [lon: number, lat: number] {
  const [lon, lat] = Array.isArray(value) ? value : [];
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) {
    refuse(at, `is ${quote(value)}, not [longitude, latitude]`);
  }
  if (isInRdArea(lat, lon)) {
    return [lon, lat];
  }
  const hint = isInRdArea(lon, lat)
    ? "the longitude comes first"
    : Math.abs(lon) > 180 || Math.abs(lat) > 90
      ? "positions are degrees (WGS84), not metres"
      : "the Netherlands lie between 2 and 8 east, 50 and 56 north";
  return refuse(at, `is ${quote(value)}: ${hint}`);
}

function objectAt(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse(at.slice(0, -1), `is ${quote(value)}, not a GeoJSON object`);
  }
  return value as Record<string, unknown>;
}

function listAt(value: unknown, at: string): unknown[] {
  return Array.isArray(value) ? value : refuse(at, `is ${quote(value)}, not a list`);
}

/** Maximum characters of a value in a message. */
const MAX_QUOTED = 60;

/** Returns a value as JSON; of a list or an object only its kind, because it may be as large as the file. */
function quote(value: unknown): string {
  const isPosition =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 3 &&
    value.every((each) => typeof each !== "object");
  if (typeof value === "object" && value !== null && !isPosition) {
    return Array.isArray(value) ? "a list" : "an object";
  }
  const text = JSON.stringify(value) ?? "missing";
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** Error for an area that is not usable, with its fault. */
export class AreaError extends AppError {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super("usage", faultText(fault, "polygon"));
    this.fault = fault;
  }
}

function refuse(at: string, fault: string): never {
  throw new AreaError(at === "" ? faultOf("area", { fault }) : faultOf("area_at", { at, fault }));
}
