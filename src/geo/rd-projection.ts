/**
 * The RD map projection: oblique stereographic of the Bessel ellipsoid through Gauss's conformal sphere
 * (RDNAPTRANS2018 sections 2 and 3). Isometric latitudes use atanh and tanh instead of the equivalent ln tan and exp,
 * so the poles and the projection centre need no special case.
 */
import { BESSEL_1841 } from "./datum-shift.ts";

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
export function projectInto(lat: number, lon: number, out: Float64Array): void {
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
export function unprojectInto(x: number, y: number, out: Float64Array): void {
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
