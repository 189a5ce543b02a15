/**
 * Converts RD (EPSG:28992) to and from ETRS89 with the NSGI rdcorr2018 correction grid: the official formulas of 2018,
 * variant 1, within 0.3 mm of the official test points. ETRS89 is used as WGS84 (null transformation, as EPSG and PDOK
 * do).
 */
import { readFileSync } from "node:fs";
import { programFile } from "../base/program-files.ts";

interface Ellipsoid {
  /** Semi-major axis in metres. */
  readonly a: number;
  /** Semi-minor axis in metres. */
  readonly b: number;
  /** First eccentricity squared. */
  readonly e2: number;
}

interface Similarity {
  readonly fixedHeightM: number;
  readonly source: Ellipsoid;
  readonly target: Ellipsoid;
  readonly translationM: readonly [number, number, number];
  /** Row-major rotation matrix times the scale factor. */
  readonly matrix: Float64Array;
}

const BESSEL_1841 = ellipsoid(6377397.155, 299.1528128);
const GRS80 = ellipsoid(6378137, 298.257222101);

const ETRS89_TO_RD_DATUM: Similarity = {
  fixedHeightM: 43,
  source: GRS80,
  target: BESSEL_1841,
  translationM: [-565.7346, -50.4058, -465.2895],
  matrix: scaledRotation([-1.91513e-6, 1.60365e-6, -9.09546e-6], -4.07242e-6),
};

const RD_DATUM_TO_ETRS89: Similarity = {
  fixedHeightM: 0,
  source: BESSEL_1841,
  target: GRS80,
  translationM: [565.7381, 50.4018, 465.2904],
  matrix: scaledRotation([1.91514e-6, -1.60363e-6, 9.09546e-6], 4.07244e-6),
};

/** Converts ETRS89 degrees to uncorrected ("pseudo") Bessel degrees: `out[0]` latitude, `out[1]` longitude. */
function etrs89ToPseudoBesselInto(lat: number, lon: number, out: Float64Array): void {
  shiftInto(ETRS89_TO_RD_DATUM, lat, lon, out);
}

/**
 * Converts uncorrected Bessel degrees to ETRS89 degrees: `out[0]` latitude, `out[1]` longitude. Inverse of
 * {@link etrs89ToPseudoBesselInto} near RD only, because the official heights differ.
 */
function pseudoBesselToEtrs89Into(lat: number, lon: number, out: Float64Array): void {
  shiftInto(RD_DATUM_TO_ETRS89, lat, lon, out);
}

/**
 * Converts degrees from one ellipsoid to the other: geodetic to geocentric, the rigorous seven-parameter similarity,
 * and back to geodetic (RDNAPTRANS2018 sections 2 and 3, without the correction grid). Hot: plain numbers, no
 * allocation.
 */
function shiftInto(similarity: Similarity, lat: number, lon: number, out: Float64Array): void {
  const { source, target, matrix, translationM, fixedHeightM } = similarity;
  const phi = lat * RADIANS_PER_DEGREE;
  const lambda = lon * RADIANS_PER_DEGREE;
  const sinPhi = Math.sin(phi);
  const normal = source.a / Math.sqrt(1 - source.e2 * sinPhi * sinPhi);
  const equatorial = (normal + fixedHeightM) * Math.cos(phi);
  const x = equatorial * Math.cos(lambda);
  const y = equatorial * Math.sin(lambda);
  const z = (normal * (1 - source.e2) + fixedHeightM) * sinPhi;
  geodeticInto(
    target,
    translationM[0] + matrix[0]! * x + matrix[1]! * y + matrix[2]! * z,
    translationM[1] + matrix[3]! * x + matrix[4]! * y + matrix[5]! * z,
    translationM[2] + matrix[6]! * x + matrix[7]! * y + matrix[8]! * z,
    out,
  );
}

/**
 * Converts geocentric metres to geodetic degrees by Bowring's closed form (Survey Review 28, 1985), which differs from
 * the official iteration by less than a micrometre at the heights used here. Hot, as shiftInto.
 */
function geodeticInto(target: Ellipsoid, x: number, y: number, z: number, out: Float64Array): void {
  const { a, b, e2 } = target;
  const axisDistance = Math.sqrt(x * x + y * y);
  const opposite = z * a;
  const adjacent = axisDistance * b;
  const hypotenuse = Math.sqrt(opposite * opposite + adjacent * adjacent);
  const sinBeta = opposite / hypotenuse;
  const cosBeta = adjacent / hypotenuse;
  const secondE2 = e2 / (1 - e2);
  const phi = Math.atan2(
    z + secondE2 * b * sinBeta * sinBeta * sinBeta,
    axisDistance - e2 * a * cosBeta * cosBeta * cosBeta,
  );
  out[0] = phi / RADIANS_PER_DEGREE;
  out[1] = Math.atan2(y, x) / RADIANS_PER_DEGREE;
}

function ellipsoid(a: number, inverseFlattening: number): Ellipsoid {
  const f = 1 / inverseFlattening;
  return { a, b: a * (1 - f), e2: f * (2 - f) };
}

/** Returns (1 + δ) · Rz(γ) · Ry(β) · Rx(α), row-major, from α, β, γ in radians and δ. */
function scaledRotation([alpha, beta, gamma]: [number, number, number], delta: number): Float64Array {
  const sinA = Math.sin(alpha);
  const cosA = Math.cos(alpha);
  const sinB = Math.sin(beta);
  const cosB = Math.cos(beta);
  const sinC = Math.sin(gamma);
  const cosC = Math.cos(gamma);
  const rotation = [
    [cosC * cosB, cosC * sinB * sinA + sinC * cosA, sinC * sinA - cosC * sinB * cosA],
    [-sinC * cosB, cosC * cosA - sinC * sinB * sinA, sinC * sinB * cosA + cosC * sinA],
    [sinB, -cosB * sinA, cosB * cosA],
  ];
  return Float64Array.from(rotation.flat(), (cell) => (1 + delta) * cell);
}

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
const KRUGER_TERMS = krugerTerms();

/**
 * The RD map projection: oblique stereographic of the Bessel ellipsoid through Gauss's conformal sphere (RDNAPTRANS2018
 * sections 2 and 3). Isometric latitudes use atanh and tanh instead of the equivalent ln tan and exp, so the poles and
 * the projection centre need no special case. Converts Bessel degrees to RD metres: `out[0]` x, `out[1]` y.
 */
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

/**
 * Returns φ in radians from q(φ): the series of Krüger in the conformal latitude χ, by Clenshaw's sum. Differs from the
 * official iteration by 2e-15 at most, and takes a fifth of its time.
 */
function latitudeOf(isometric: number): number {
  const sin = Math.tanh(isometric);
  const cos = 1 / Math.cosh(isometric);
  const twiceCos2 = 2 - 4 * sin * sin;
  let [last, before] = [0, 0];
  for (let term = KRUGER_TERMS.length - 1; term >= 0; term--) {
    const sum = KRUGER_TERMS[term]! + twiceCos2 * last - before;
    before = last;
    last = sum;
  }
  return Math.atan2(sin, cos) + 2 * sin * cos * last;
}

/**
 * Returns the factors of sin 2χ, sin 4χ, … in φ - χ on the Bessel ellipsoid, up to the fifth order of its third
 * flattening (Karney, On auxiliary latitudes, Survey Review 56, 2024).
 */
function krugerTerms(): readonly number[] {
  const { a, b } = BESSEL_1841;
  const n = (a - b) / (a + b);
  return [
    n * (2 + n * (-2 / 3 + n * (-2 + n * (116 / 45 + (n * 26) / 45)))),
    n ** 2 * (7 / 3 + n * (-8 / 5 + n * (-227 / 45 + (n * 2704) / 315))),
    n ** 3 * (56 / 15 + n * (-136 / 35 - (n * 1262) / 105)),
    n ** 4 * (4279 / 630 - (n * 332) / 35),
    (n ** 5 * 4174) / 315,
  ];
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
 * The NSGI rdcorr2018 correction grid: the offset of the RD network from its ideal datum, in degrees on Bessel.
 * `rdcorr2018.bin` has no header: int16 little-endian in units of 1e-9 degree, latitude and longitude interleaved,
 * row-major from the south-west. The published grid has 481 x 301 nodes (50-56 N every 0.0125 degree, 2-8 E every 0.02
 * degree); the file keeps rows 27-312 and columns 32-300. All omitted nodes are zero and so is the outermost ring of
 * the kept ones, so the correction is continuous at the edge. Contains rdcorr2018, (c) NSGI, CC BY 4.0, converted to a
 * binary format without changing values. Writes the bilinear correction at a Bessel position, all in degrees: `out[0]`
 * latitude, `out[1]` longitude. Writes zero outside the grid and for NaN.
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
