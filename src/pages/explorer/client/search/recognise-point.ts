/** Recognises positions in a typed text: degrees, RD, plus codes. */

export interface TypedPoint {
  readonly lat: number;
  readonly lng: number;
}

/** Returns the position that the whole text describes; undefined for other text, and far from the Netherlands. */
export function recognisePoint(text: string): TypedPoint | undefined {
  return [readDegrees(text), readRd(text), readPlusCode(text)]
    .filter((found) => found !== undefined)
    .flatMap(({ lat, lng }) => [
      { lat, lng },
      { lat: lng, lng: lat },
    ])
    .find(isDutch);
}

/** The order of latitude and longitude follows from this box: here latitudes are greater. */
function isDutch({ lat, lng }: TypedPoint): boolean {
  return lat > 50 && lat < 54.5 && lng > 2 && lng < 8;
}

const NUMBER = "\\d+(?:[.,]\\d+)?";
/** `52.3111`, `52° 18' 40"`, with the letter of its direction before or after it (O is the Dutch east). */
const DEGREES = `[NEO]?\\s*(?:${NUMBER})(?:\\s*°\\s*(?:(?:${NUMBER})\\s*['′]\\s*)?(?:(?:${NUMBER})\\s*(?:"|″|'')\\s*)?)?\\s*[NEO]?`;
const TWO_DEGREES = new RegExp(`^(${DEGREES})(?:\\s*[,;]\\s*|\\s+)(${DEGREES})$`, "i");

function readDegrees(text: string): TypedPoint | undefined {
  const [, first, second] = TWO_DEGREES.exec(text.trim()) ?? [];
  return first === undefined || second === undefined
    ? undefined
    : { lat: toDegrees(first), lng: toDegrees(second) };
}

function toDegrees(text: string): number {
  const [degrees = 0, minutes = 0, seconds = 0] = (text.match(new RegExp(NUMBER, "g")) ?? []).map((part) =>
    Number(part.replace(",", ".")),
  );
  return degrees + minutes / 60 + seconds / 3600;
}

/** x and y in metres, with or without their names. */
const RD = /^(?:x\s*[=:]?\s*)?(\d{4,6}(?:[.,]\d+)?)(?:\s*[,;]\s*|\s+)(?:y\s*[=:]?\s*)?(\d{6}(?:[.,]\d+)?)$/i;

function readRd(text: string): TypedPoint | undefined {
  const [, x, y] = RD.exec(text.trim()) ?? [];
  return x === undefined || y === undefined
    ? undefined
    : rdToWgs84(Number(x.replace(",", ".")), Number(y.replace(",", ".")));
}

/**
 * Terms of the approximation by Schreutelkamp and Strang van Hees that reach a centimetre or more, in seconds: powers
 * of x and y, and coefficient.
 */
const LATITUDE: readonly (readonly [number, number, number])[] = [
  [0, 1, 3235.65389],
  [2, 0, -32.58297],
  [0, 2, -0.2475],
  [2, 1, -0.84978],
  [0, 3, -0.0655],
  [2, 2, -0.01709],
  [1, 0, -0.00738],
  [4, 0, 0.0053],
];
const LONGITUDE: readonly (readonly [number, number, number])[] = [
  [1, 0, 5260.52916],
  [1, 1, 105.94684],
  [1, 2, 2.45656],
  [3, 0, -0.81885],
  [1, 3, 0.05594],
  [3, 1, -0.05607],
  [0, 1, 0.01199],
  [3, 2, -0.00256],
  [1, 4, 0.00128],
];

/** Converts RD to WGS84, a metre off at most: enough to find what stands there. */
function rdToWgs84(x: number, y: number): TypedPoint {
  const dx = (x - 155_000) / 100_000;
  const dy = (y - 463_000) / 100_000;
  const sum = (terms: typeof LATITUDE) =>
    terms.reduce((total, [p, q, coefficient]) => total + coefficient * dx ** p * dy ** q, 0) / 3600;
  return { lat: 52.1551744 + sum(LATITUDE), lng: 5.38720621 + sum(LONGITUDE) };
}

const PLUS_DIGITS = "23456789CFGHJMPQRVWX";
/** A whole plus code: eight digits, the plus, and two or more. */
const PLUS_CODE = new RegExp(`^([${PLUS_DIGITS}]{8})\\+([${PLUS_DIGITS}]{2,})$`, "i");

/** Returns the middle of the square of a plus code; digits after the tenth are ignored. */
function readPlusCode(text: string): TypedPoint | undefined {
  const [, area, place] = PLUS_CODE.exec(text.trim()) ?? [];
  if (area === undefined || place === undefined) {
    return undefined;
  }
  const digits = [...(area + place.slice(0, 2)).toUpperCase()].map((digit) => PLUS_DIGITS.indexOf(digit));
  let [lat, lng, size] = [-90, -180, 400];
  for (let i = 0; i < digits.length; i += 2) {
    size /= PLUS_DIGITS.length;
    lat += digits[i]! * size;
    lng += digits[i + 1]! * size;
  }
  return { lat: lat + size / 2, lng: lng + size / 2 };
}
