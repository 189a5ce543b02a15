/**
 * Converts RD (EPSG:28992) to and from ETRS89 with the NSGI rdcorr2018 correction grid: the official formulas of 2018,
 * variant 1, within 0.3 mm of the official test points. ETRS89 is used as WGS84 (null transformation, as EPSG and PDOK
 * do).
 */

import { readFileSync } from "node:fs";
import { programFile } from "../base/program-files.ts";
import { BESSEL_1841, etrs89ToPseudoBesselInto, pseudoBesselToEtrs89Into } from "./datum-shift.ts";

/** Position in RD metres: x east, y north. */
export interface RdPoint {
  x: number;
  y: number;
}

/** Position in degrees north and east. */
export interface Wgs84Point {
  lat: number;
  lon: number;
}

const position = new Float64Array(2);
const correction = new Float64Array(2);

/** Converts RD metres to degrees; finite but without official meaning outside the grid. NaN for non-finite input. */
export function rdToWgs84(x: number, y: number): Wgs84Point {
  rdToWgs84Into(x, y, position);
  return { lat: position[0]!, lon: position[1]! };
}

/** Converts degrees to RD metres; finite but without official meaning outside the grid. NaN for non-finite input. */
export function wgs84ToRd(lat: number, lon: number): RdPoint {
  wgs84ToRdInto(lat, lon, position);
  return { x: position[0]!, y: position[1]! };
}

/** Converts as {@link rdToWgs84} without allocation: `out[0]` latitude, `out[1]` longitude. */
export function rdToWgs84Into(x: number, y: number, out: Float64Array): void {
  unprojectInto(x, y, out);
  correctionInto(out[0]!, out[1]!, correction);
  pseudoBesselToEtrs89Into(out[0]! + correction[0]!, out[1]! + correction[1]!, out);
}

/** Converts as {@link wgs84ToRd} without allocation: `out[0]` x, `out[1]` y. */
export function wgs84ToRdInto(lat: number, lon: number, out: Float64Array): void {
  etrs89ToPseudoBesselInto(lat, lon, out);
  const pseudoLat = out[0]!;
  const pseudoLon = out[1]!;
  // The correction is defined at the corrected position. It changes by at most 1e-4 of the distance moved, so the
  // error of the second lookup is far below the official 1e-9 degree.
  correctionInto(pseudoLat, pseudoLon, correction);
  correctionInto(pseudoLat - correction[0]!, pseudoLon - correction[1]!, correction);
  projectInto(pseudoLat - correction[0]!, pseudoLon - correction[1]!, out);
}

/** Returns true where RD coordinates are defined: within the correction grid, 50-56 N and 2-8 E. False for NaN. */
export function isInRdArea(lat: number, lon: number): boolean {
  const { south, north, west, east } = GRID_BOUNDS;
  return lat >= south && lat <= north && lon >= west && lon <= east;
}

/** Rounds degrees to 8 decimals, about a millimetre: the published precision. */
export function roundDegrees(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}

/**
 * Maximum distance in metres between the published degrees and the published RD metres of one position: rounding moves
 * degrees by up to 0.66 mm and RD metres by up to 0.71 mm (of an area's point); the conversion loses up to 0.08 mm.
 */
export const PUBLISHED_TOLERANCE_M = 0.0015;

/** Rounds RD metres to whole millimetres: the published precision. */
export function roundMetres(value: number): number {
  return Math.round(value * 1e3) / 1e3;
}

const RADIANS_PER_DEGREE = Math.PI / 180;
const SCALE = 0.9999079;
const FALSE_EASTING_M = 155000;
const FALSE_NORTHING_M = 463000;
/** Projection centre: Amersfoort, 52°09'22.178" N 5°23'15.500" E on Bessel. */
const CENTRE_PHI = (52 + 9 / 60 + 22.178 / 3600) * RADIANS_PER_DEGREE;
const CENTRE_LON = 5 + 23 / 60 + 15.5 / 3600;
const E = Math.sqrt(BESSEL_1841.e2);

const SPHERE = conformalSphere();
const SIN_CENTRE = Math.sin(SPHERE.centrePhi);
const COS_CENTRE = Math.cos(SPHERE.centrePhi);
const DIAMETER_M = 2 * SCALE * SPHERE.radiusM;
/** Fixed-point iterations: each reduces the error by a factor of at least 150, and the first guess is within 0.007. */
const LATITUDE_ITERATIONS = 5;

/** Converts Bessel degrees to RD metres: `out[0]` x, `out[1]` y. */
function projectInto(lat: number, lon: number, out: Float64Array): void {
  const isometric = SPHERE.n * isometricLatitude(Math.sin(lat * RADIANS_PER_DEGREE)) + SPHERE.m;
  const sinPhi = Math.tanh(isometric);
  const cosPhi = 1 / Math.cosh(isometric);
  const lambda = SPHERE.n * wrapDegrees(lon - CENTRE_LON) * RADIANS_PER_DEGREE;
  const cosLambda = Math.cos(lambda);
  // Zero only at the antipode of the centre, which the projection maps to infinity.
  const nearness = 1 + SIN_CENTRE * sinPhi + COS_CENTRE * cosPhi * cosLambda;
  const factor = DIAMETER_M / Math.max(nearness, Number.EPSILON);
  out[0] = FALSE_EASTING_M + factor * cosPhi * Math.sin(lambda);
  out[1] = FALSE_NORTHING_M + factor * (COS_CENTRE * sinPhi - SIN_CENTRE * cosPhi * cosLambda);
}

/** Converts RD metres to Bessel degrees: `out[0]` latitude, `out[1]` longitude. */
function unprojectInto(x: number, y: number, out: Float64Array): void {
  const east = (x - FALSE_EASTING_M) / DIAMETER_M;
  const north = (y - FALSE_NORTHING_M) / DIAMETER_M;
  // The length of (east, north) is tan(ψ/2), with ψ the arc from the centre: sin ψ per unit of length, and cos ψ.
  const sinPerLength = 2 / (1 + east * east + north * north);
  const cosArc = sinPerLength - 1;
  const sinPhi = cosArc * SIN_CENTRE + north * sinPerLength * COS_CENTRE;
  const lambda = Math.atan2(east * sinPerLength, COS_CENTRE * cosArc - SIN_CENTRE * north * sinPerLength);
  const isometric = (Math.atanh(Math.max(-1, Math.min(1, sinPhi))) - SPHERE.m) / SPHERE.n;
  out[0] = latitudeOf(isometric) / RADIANS_PER_DEGREE;
  out[1] = wrapDegrees(CENTRE_LON + lambda / SPHERE.n / RADIANS_PER_DEGREE);
}

/** Returns the isometric latitude q(φ) on the Bessel ellipsoid from sin φ. */
function isometricLatitude(sinPhi: number): number {
  return Math.atanh(sinPhi) - E * Math.atanh(E * sinPhi);
}

/** Returns φ in radians from q(φ) by fixed-point iteration on sin φ. */
function latitudeOf(isometric: number): number {
  let sinPhi = Math.tanh(isometric);
  for (let iteration = 1; iteration < LATITUDE_ITERATIONS; iteration++) {
    sinPhi = Math.tanh(isometric + E * Math.atanh(E * sinPhi));
  }
  return Math.atan(Math.sinh(isometric + E * Math.atanh(E * sinPhi)));
}

function wrapDegrees(degrees: number): number {
  if (degrees >= -180 && degrees <= 180) {
    return degrees;
  }
  return degrees - 360 * Math.round(degrees / 360);
}

/** Returns the conformal sphere that touches the ellipsoid at the centre: λ becomes `n` λ, q becomes `n` q + `m`. */
function conformalSphere(): { radiusM: number; centrePhi: number; n: number; m: number } {
  const { a, e2 } = BESSEL_1841;
  const sinPhi = Math.sin(CENTRE_PHI);
  const cosPhi = Math.cos(CENTRE_PHI);
  const normalM = a / Math.sqrt(1 - e2 * sinPhi ** 2);
  const meridianM = (normalM * (1 - e2)) / (1 - e2 * sinPhi ** 2);
  const centrePhi = Math.atan(Math.sqrt(meridianM / normalM) * Math.tan(CENTRE_PHI));
  const n = Math.sqrt(1 + (e2 * cosPhi ** 4) / (1 - e2));
  const m = Math.atanh(Math.sin(centrePhi)) - n * isometricLatitude(sinPhi);
  return { radiusM: Math.sqrt(meridianM * normalM), centrePhi, n, m };
}

/** Bounds of the published grid in degrees: the only area in which RD coordinates are defined. */
const GRID_BOUNDS = { south: 50, north: 56, west: 2, east: 8 } as const;

const FIRST_ROW = 27;
const FIRST_COLUMN = 32;
const ROWS = 286;
const COLUMNS = 269;
const ROWS_PER_DEGREE = 80;
const COLUMNS_PER_DEGREE = 50;
const DEGREES_PER_UNIT = 1e-9;

const nodes = readNodes();

/**
 * Writes the bilinear correction at a Bessel position, all in degrees: `out[0]` latitude, `out[1]` longitude.
 * Writes zero outside the grid and for NaN.
 */
export function correctionInto(lat: number, lon: number, out: Float64Array): void {
  const row = (lat - GRID_BOUNDS.south) * ROWS_PER_DEGREE - FIRST_ROW;
  const column = (lon - GRID_BOUNDS.west) * COLUMNS_PER_DEGREE - FIRST_COLUMN;
  if (!(row >= 0 && row < ROWS - 1 && column >= 0 && column < COLUMNS - 1)) {
    out[0] = 0;
    out[1] = 0;
    return;
  }
  const south = Math.floor(row);
  const west = Math.floor(column);
  const northShare = row - south;
  const eastShare = column - west;
  const southWest = (south * COLUMNS + west) * 2;
  const northWest = southWest + COLUMNS * 2;
  out[0] = interpolate(southWest, northWest, northShare, eastShare);
  out[1] = interpolate(southWest + 1, northWest + 1, northShare, eastShare);
}

/**
 * Returns the bilinear value in degrees; the two indices are the cell's western nodes in `nodes`. Hot: plain numbers.
 */
function interpolate(southWest: number, northWest: number, northShare: number, eastShare: number): number {
  const south = nodes[southWest]! + (nodes[southWest + 2]! - nodes[southWest]!) * eastShare;
  const north = nodes[northWest]! + (nodes[northWest + 2]! - nodes[northWest]!) * eastShare;
  return (south + (north - south) * northShare) * DEGREES_PER_UNIT;
}

function readNodes(): Int16Array {
  const bytes = readFileSync(programFile("src/geo/rdcorr2018.bin"));
  if (bytes.length !== ROWS * COLUMNS * 4) {
    throw new Error(`rdcorr2018.bin has ${bytes.length} bytes; expected ${ROWS * COLUMNS * 4}`);
  }
  return new Int16Array(new Uint8Array(bytes).buffer);
}
