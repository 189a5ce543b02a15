/** Parses a box as commands take it. */
import { AppError } from "../base/errors.ts";
import { isInRdArea } from "../geo/rd.ts";
import type { RegionSpec } from "../registry/index/region.ts";

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Parses west, south, east, north: degrees, or RD metres, which are too large for degrees. Throws `usage`. */
export function parseBox(flag: string, text: string): RegionSpec {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part))) {
    return refuseBox(flag, text, "four numbers: west,south,east,north");
  }
  const [west, south, east, north] = parts.map(Number) as [number, number, number, number];
  if (west > east || south > north) {
    return refuseBox(flag, text, "west,south,east,north, with west below east and south below north");
  }
  const isDegrees =
    Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  if (!isDegrees) {
    return south > RD_SOUTH_M && north < RD_NORTH_M
      ? { rdBox: { minX: west, minY: south, maxX: east, maxY: north } }
      : refuseBox(flag, text, "in degrees or in RD metres, such as 130000,477000,135000,480000");
  }
  if (!boxHoldsRdArea(west, south, east, north)) {
    return refuseBox(flag, text, "in the Netherlands, longitudes first: west,south,east,north");
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

function refuseBox(flag: string, text: string, expected: string): never {
  throw new AppError("usage", `--${flag} must be ${expected}, not "${text}".`);
}
