/** Dates of the registry as integers YYYYMMDD, which compare as dates do. */

/** End of what has no end: later than any date. */
export const NO_END = 99_999_999;

/** Parses the date at `[start, end)` to YYYYMMDD; undefined when it is not a calendar-like YYYY-MM-DD. */
export function parseDateAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start !== 10 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) {
    return undefined;
  }
  const year = parseDigitsAt(bytes, start, start + 4);
  const month = parseDigitsAt(bytes, start + 5, start + 7);
  const day = parseDigitsAt(bytes, start + 8, end);
  if (year === undefined || month === undefined || day === undefined) {
    return undefined;
  }
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? year * 10_000 + month * 100 + day : undefined;
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

export function parseDate(text: string): number | undefined {
  const bytes = Buffer.from(text);
  return parseDateAt(bytes, 0, bytes.length);
}

/** Formats 20211015 as `2021-10-15`. */
export function formatBagDate(date: number): string {
  const digits = date.toString().padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
