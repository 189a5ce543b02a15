/** Calendar months in UTC, as whole numbers: months since the year 0. */

export function monthOf(timeMs: number): number {
  const date = new Date(timeMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first moment of the month. */
export function monthStartMs(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}

/** `2026-11`. */
export function formatMonth(month: number): string {
  return new Date(monthStartMs(month)).toISOString().slice(0, 7);
}
