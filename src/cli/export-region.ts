/** Box and polygon of `baken export`. */
import { readFileSync, statSync } from "node:fs";
import { AppError, codeOf, messageOf } from "../base/errors.ts";
import { parseGeoJsonArea } from "../geo/geojson-area.ts";
import { isInRdArea } from "../geo/rd.ts";
import { polygonSpec, type RegionSpec } from "../registry/index/region.ts";

/** Maximum positions of a polygon file: a border of a provincie in full detail has some tens of thousands. */
const MAX_VERTICES = 100_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

interface RegionFlags {
  readonly box?: string | undefined;
  readonly polygon?: string | undefined;
}

/** Returns the region of the flags; `undefined` without one. Throws AppError `usage`. */
export function parseRegion({ box, polygon }: RegionFlags): RegionSpec | undefined {
  if (box === undefined && polygon === undefined) {
    return undefined;
  }
  return {
    ...(box !== undefined && parseBox(box)),
    ...(polygon !== undefined && readPolygonFile(polygon)),
  };
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Parses west, south, east, north: degrees, or RD metres, which are too large for degrees. */
function parseBox(text: string): RegionSpec {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) {
    return refuseBox(text, "four numbers: west,south,east,north");
  }
  const [west, south, east, north] = parts.map(Number) as [number, number, number, number];
  if (west > east || south > north) {
    return refuseBox(text, "west,south,east,north, with west below east and south below north");
  }
  const isDegrees =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  if (!isDegrees) {
    return south > RD_SOUTH_M && north < RD_NORTH_M
      ? { rdBox: { minX: west, minY: south, maxX: east, maxY: north } }
      : refuseBox(text, "in degrees or in RD metres, such as 130000,477000,135000,480000");
  }
  if (!boxHoldsRdArea(west, south, east, north)) {
    return refuseBox(text, "in the Netherlands, longitudes first: west,south,east,north");
  }
  return { wgs84Box: { west, south, east, north } };
}

/** Bounds of RD y far around the country. */
const RD_SOUTH_M = 200_000;
const RD_NORTH_M = 800_000;

function boxHoldsRdArea(west: number, south: number, east: number, north: number): boolean {
  const nearest = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  return isInRdArea(nearest(52, south, north), nearest(5, west, east));
}

function refuseBox(text: string, expected: string): never {
  throw new AppError("usage", `--box must be ${expected}, not "${text}".`);
}

function readPolygonFile(path: string): RegionSpec {
  try {
    return polygonSpec(parseGeoJsonArea(JSON.parse(readText(path)), MAX_VERTICES));
  } catch (error) {
    throw new AppError("usage", `--polygon ${path}: ${describe(error)}`, { cause: error });
  }
}

function readText(path: string): string {
  if (statSync(path).size > MAX_FILE_BYTES) {
    throw new AppError("usage", `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB; simplify it.`);
  }
  return readFileSync(path, "utf8");
}

function describe(error: unknown): string {
  if (error instanceof SyntaxError) {
    return `It is not JSON: ${error.message}.`;
  }
  if (codeOf(error) === "ENOENT") {
    return "It does not exist.";
  }
  return error instanceof AppError ? error.message : `It cannot be read: ${messageOf(error)}.`;
}
