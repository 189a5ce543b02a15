/** Dates of the registry as integers YYYYMMDD, which compare as dates do; moments (base/day-number.ts). */
import { toMoment } from "../../base/day-number.ts";

/** End of an open period: later than any date. */
export const NO_END = 99_999_999;

/** Parses the date at `[start, end)` to YYYYMMDD; undefined when it is not a calendar-like YYYY-MM-DD. */
export function parseDateAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start !== 10 || bytes[start + 4] !== DASH || bytes[start + 7] !== DASH) {
    return undefined;
  }
  const century = parsePairAt(bytes, start);
  const year = parsePairAt(bytes, start + 2);
  const month = parsePairAt(bytes, start + 5);
  const day = parsePairAt(bytes, start + 8);
  if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1 || day > 31) {
    return undefined;
  }
  return century * 1_000_000 + year * 10_000 + month * 100 + day;
}

const DASH = 0x2d;

/** Returns the number of two digits at `at`, or -1. Dates are read too often for the slower `parseDigitsAt`. */
function parsePairAt(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - 0x30;
  const ones = bytes[at + 1]! - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Parses the number at `[start, end)`; undefined unless it is 1–16 decimal digits and nothing else. */
export function parseDigitsAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end <= start || end - start > 16) {
    return undefined;
  }
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - 0x30;
    if (digit < 0 || digit > 9) {
      return undefined;
    }
    value = value * 10 + digit;
  }
  return value;
}

const SHORTEST_MOMENT = "2021-10-15T00:00:00".length;

/**
 * Parses the local time at `[start, end)`, YYYY-MM-DDTHH:MM:SS with any fraction of a second, to a moment
 * (base/day-number.ts); undefined for another text. Drops digits after the milliseconds, and a time zone.
 */
export function parseMomentAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  const date = parseDateAt(bytes, start, start + 10);
  if (date === undefined || end - start < SHORTEST_MOMENT || bytes[start + 10] !== 0x54) {
    return undefined;
  }
  const hours = parsePairAt(bytes, start + 11);
  const minutes = parsePairAt(bytes, start + 14);
  const seconds = parsePairAt(bytes, start + 17);
  if (hours < 0 || minutes < 0 || seconds < 0) {
    return undefined;
  }
  const ms = parseMilliseconds(bytes, start + SHORTEST_MOMENT, end);
  return toMoment(date, ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms);
}

function parseMilliseconds(bytes: Uint8Array, start: number, end: number): number {
  let ms = 0;
  if (bytes[start] !== 0x2e) {
    return ms;
  }
  let unit = 100;
  for (let i = start + 1; i < Math.min(start + 4, end); i++) {
    const digit = bytes[i]! - 0x30;
    if (digit < 0 || digit > 9) {
      break;
    }
    ms += digit * unit;
    unit = unit === 100 ? 10 : 1;
  }
  return ms;
}

export function parseDate(text: string): number | undefined {
  const bytes = Buffer.from(text);
  return parseDateAt(bytes, 0, bytes.length);
}

/** Formats 20211015 as `2021-10-15`. */
export function formatBagDate(date: number): string {
  const digits = date.toString().padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
