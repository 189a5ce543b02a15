/**
 * Datum transformation between ETRS89 on GRS80 and the RD datum on Bessel 1841, both in geographic degrees: geodetic to
 * geocentric, the rigorous seven-parameter similarity, and back to geodetic (RDNAPTRANS2018 sections 2 and 3, without
 * the correction grid).
 */

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

export const BESSEL_1841 = ellipsoid(6377397.155, 299.1528128);
const GRS80 = ellipsoid(6378137, 298.257222101);
const RADIANS_PER_DEGREE = Math.PI / 180;

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
export function etrs89ToPseudoBesselInto(lat: number, lon: number, out: Float64Array): void {
  shiftInto(ETRS89_TO_RD_DATUM, lat, lon, out);
}

/**
 * Converts uncorrected Bessel degrees to ETRS89 degrees: `out[0]` latitude, `out[1]` longitude. Inverse of
 * {@link etrs89ToPseudoBesselInto} near RD only, because the official heights differ.
 */
export function pseudoBesselToEtrs89Into(lat: number, lon: number, out: Float64Array): void {
  shiftInto(RD_DATUM_TO_ETRS89, lat, lon, out);
}

/** Converts degrees from one ellipsoid to the other. Hot: plain numbers, no allocation. */
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
// biome-ignore lint/complexity/useMaxParams: coordinates, called for each position of a geometry
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
