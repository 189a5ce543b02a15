/**
 * Selects the voorkomens of an object that count on the reference date D (docs/records.md, "Which records exist"):
 * those with beginGeldigheid ≤ D < eindGeldigheid (no end = open), not inactive, not niet-BAG; of several the highest
 * voorkomenidentificatie. Dates are compared as integers YYYYMMDD; `eindRegistratie` is not a criterion.
 *
 * A registry keeps those and the ones that are still to begin, because time alone brings them into force.
 */
export const NO_END = 99_999_999;

/** Period in which a voorkomen is valid: YYYYMMDD, the end exclusive or NO_END. */
export interface Validity {
  readonly begin: number;
  readonly end: number;
}

export function isInForce({ begin, end }: Validity, referenceDate: number): boolean {
  return begin <= referenceDate && referenceDate < end;
}

export function isKept(
  { end, isInactive }: { end: number; isInactive: boolean },
  referenceDate: number,
): boolean {
  return end > referenceDate && !isInactive;
}

/** Returns the voorkomen in force with the highest number; undefined before the first and after the last. */
export function findInForce<T extends Validity & { readonly voorkomen: number }>(
  kept: readonly T[],
  referenceDate: number,
): T | undefined {
  let highest: T | undefined;
  for (const one of kept) {
    if (isInForce(one, referenceDate) && one.voorkomen > (highest?.voorkomen ?? -1)) {
      highest = one;
    }
  }
  return highest;
}

/** Parses the date at `[start, end)` to YYYYMMDD; undefined when it is not a calendar-like YYYY-MM-DD. */
export function parseDateAt(text: string, start: number, end: number): number | undefined {
  if (end - start !== 10 || text.charCodeAt(start + 4) !== 0x2d || text.charCodeAt(start + 7) !== 0x2d) {
    return undefined;
  }
  const year = parseDigitsAt(text, start, start + 4);
  const month = parseDigitsAt(text, start + 5, start + 7);
  const day = parseDigitsAt(text, start + 8, end);
  if (year === undefined || month === undefined || day === undefined) {
    return undefined;
  }
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? year * 10_000 + month * 100 + day : undefined;
}

/** Parses the number at `[start, end)`; undefined unless it is 1–16 decimal digits and nothing else. */
export function parseDigitsAt(text: string, start: number, end: number): number | undefined {
  if (end <= start || end - start > 16) {
    return undefined;
  }
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) {
      return undefined;
    }
    value = value * 10 + digit;
  }
  return value;
}

export function parseDate(text: string): number | undefined {
  return parseDateAt(text, 0, text.length);
}

/** Formats 20211015 as `2021-10-15`. */
export function formatDate(date: number): string {
  const digits = date.toString().padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
