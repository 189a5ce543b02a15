/**
 * Usage of keys by calendar month. Nodes write it to a shared store as two numbers that only grow: they merge by
 * maximum in any order.
 */

/** Counts of a key on this node since its last flush. */
export interface UsageDelta {
  readonly keyId: number;
  /** Month as {@link usageMonthOf} counts them. */
  readonly month: number;
  /** Requests taken; never negative. With 0 taken and 0 returned, only asks for the total. */
  readonly taken: number;
  /** Requests given back; never negative. */
  readonly returned: number;
  /** Time of the last use, in milliseconds since 1970; 0 when there was none. */
  readonly lastUsedAtMs: number;
}

/** Written counts of a key in a month, of all nodes. */
export interface UsageTotal {
  readonly keyId: number;
  readonly month: number;
  readonly taken: number;
  readonly returned: number;
}

export interface SharedUsage {
  /**
   * Adds the deltas and resolves with the totals of their keys and months. Never pass deltas again, not even after a
   * rejection: the store then keeps them in memory and writes them, exactly once, with a later call, whose totals
   * include theirs. Rejects with `unavailable` while the store is away.
   */
  flush(deltas: readonly UsageDelta[]): Promise<UsageTotal[]>;
  /** Resolves with the totals of all keys in these months. */
  listTotals(months: readonly number[]): Promise<UsageTotal[]>;
}

/** Cache of the last month used: every request needs the current one. */
let cached = { month: 0, startMs: 0, endMs: 0 };

/** Returns the calendar month in UTC of a time, as a whole number: months since the year 0. */
export function usageMonthOf(timeMs: number): number {
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
