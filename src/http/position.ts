/** Location parameters of a request: a point in degrees or RD metres, or a box in degrees. */
import { type Fault, faultOf, fieldName } from "../base/fault-rules.ts";
import { type RdPoint, rdToWgs84, roundDegrees, type Wgs84Point, wgs84ToRd } from "../geo/rd.ts";
import type { Wgs84Box } from "../registry/index/wgs84-box.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { validationFailed } from "./input.ts";
import { number, optional } from "./parameters/kinds.ts";

/** Latitude and longitude within the official RD correction grid: outside it RD is not defined. */
export const wgs84Parameters = {
  lat: optional(
    number({
      min: 50,
      max: 56,
      description: "WGS84 latitude in degrees; goes with `lng`.",
      example: 52.1552,
    }),
  ),
  lng: optional(
    number({ min: 2, max: 8, description: "WGS84 longitude in degrees; goes with `lat`.", example: 5.3872 }),
  ),
};

/** Point as `lat` and `lng` or as `rd_x` and `rd_y`. One complete pair is required; with both, `lat` and `lng` win. */
export const positionParameters = {
  ...wgs84Parameters,
  rd_x: optional(
    number({
      min: -100_000,
      max: 400_000,
      description: "RD X in metres; goes with `rd_y`, instead of `lat` and `lng`.",
      example: 155_000,
    }),
  ),
  rd_y: optional(
    number({
      min: 200_000,
      max: 900_000,
      description: "RD Y in metres; goes with `rd_x`, instead of `lat` and `lng`.",
      example: 463_000,
    }),
  ),
};

type OptionalNumbers<Name extends string> = { readonly [K in Name]?: number | undefined };
export type OptionalPosition = OptionalNumbers<keyof typeof positionParameters>;

export interface AskedPosition {
  readonly rd: RdPoint;
  readonly wgs84: Wgs84Point;
}

/** Returns the point of a request in both coordinate frames; throws `validation_failed` with all missing parameters. */
export function requirePosition(given: OptionalPosition): AskedPosition {
  const { rd_x: x, rd_y: y } = given;
  const position = findWgs84Position(given);
  if (position !== undefined) {
    return position;
  }
  if (x === undefined || y === undefined) {
    throw validationFailed(faultsOfPairs(given));
  }
  const { lat, lon } = rdToWgs84(x, y);
  return { rd: { x, y }, wgs84: { lat: roundDegrees(lat), lon: roundDegrees(lon) } };
}

/** Returns the point of `lat` and `lng`; `undefined` unless both are given. */
export function findWgs84Position({ lat, lng }: OptionalNumbers<"lat" | "lng">): AskedPosition | undefined {
  if (lat === undefined || lng === undefined) {
    return undefined;
  }
  return { rd: wgs84ToRd(lat, lng), wgs84: { lat, lon: lng } };
}

/** Returns the faults of incomplete pairs; with nothing given, the faults of `lat` and `lng`, which users know best. */
function faultsOfPairs(given: OptionalPosition): Record<string, Fault[]> {
  const faults = { ...faultOfPair(given, "lat", "lng"), ...faultOfPair(given, "rd_x", "rd_y") };
  if (Object.keys(faults).length > 0) {
    return faults;
  }
  const missing = [faultOf("required_without_both", { first: "rd x", second: "rd y" })];
  return { lat: missing, lng: missing };
}

/** Returns the fault of a pair with only one half given. */
export function faultOfPair<A extends string, B extends string>(
  given: OptionalNumbers<A | B>,
  a: A,
  b: B,
): Record<string, Fault[]> {
  if ((given[a] === undefined) === (given[b] === undefined)) {
    return {};
  }
  const [missing, present] = given[a] === undefined ? [a, b] : [b, a];
  return { [missing]: [faultOf("required_with", { other: fieldName(present) })] };
}

/** Sides of a box; its edges are inclusive. */
export const boxParameters = {
  north: number({ min: -90, max: 90, description: "Northern latitude of the box, WGS84.", example: 52.16 }),
  south: number({ min: -90, max: 90, description: "Southern latitude of the box, WGS84.", example: 52.15 }),
  east: number({ min: -180, max: 180, description: "Eastern longitude of the box, WGS84.", example: 5.39 }),
  west: number({ min: -180, max: 180, description: "Western longitude of the box, WGS84.", example: 5.38 }),
};

/** Returns the box of a request; throws `validation_failed` when south > north or west > east. */
export function requireBox({ north, south, east, west }: Wgs84Box): Wgs84Box {
  const faults = faultsOfBox({ north, south, east, west });
  if (Object.keys(faults).length > 0) {
    throw validationFailed(faults);
  }
  return { north, south, east, west };
}

/** Returns the faults of a box whose sides are in the wrong order. */
export function faultsOfBox({ north, south, east, west }: Wgs84Box): Record<string, Fault[]> {
  const faults: Record<string, Fault[]> = {};
  if (south > north) {
    faults.north = [faultOf("not_below", { other: "south" })];
  }
  if (west > east) {
    faults.east = [faultOf("not_below", { other: "west" })];
  }
  return faults;
}

/** Returns a box of some two hundred metres around an address, for example requests. */
export function boxAround({ latitude, longitude }: AdresRecord): Wgs84Box {
  return {
    north: roundDegrees(latitude + 0.001),
    south: roundDegrees(latitude - 0.001),
    east: roundDegrees(longitude + 0.0015),
    west: roundDegrees(longitude - 0.0015),
  };
}
