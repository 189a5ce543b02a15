/** Calendar months in UTC, as whole numbers: months since the year 0. */

/** Cache of the last month used: every request needs the current one. */
let cached = { month: 0, startMs: 0, endMs: 0 };

export function monthOf(timeMs: number): number {
  if (timeMs < cached.startMs || timeMs >= cached.endMs) {
    const date = new Date(timeMs);
    cacheMonth(date.getUTCFullYear() * 12 + date.getUTCMonth());
  }
  return cached.month;
}

/** Returns the first moment after the month. */
export function monthEndMs(month: number): number {
  if (month !== cached.month) {
    cacheMonth(month);
  }
  return cached.endMs;
}

/** Formats a month as `2026-11`. */
export function formatMonth(month: number): string {
  return new Date(monthStartMs(month)).toISOString().slice(0, 7);
}

/** Parses a month written as `2026-11`. */
export function parseMonth(text: string): number {
  const [year, month] = text.split("-").map(Number);
  return year! * 12 + month! - 1;
}

function cacheMonth(month: number): void {
  cached = { month, startMs: monthStartMs(month), endMs: monthStartMs(month + 1) };
}

function monthStartMs(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}
