/**
 * A number of requests and the period they belong to, packed in one 64-bit word of shared memory, so that starting a
 * new period and counting in it are one atomic step and cannot race.
 */

/** 20 bits: more than any rate limit; a quota's month needs fewer bits than a window's start and counts further. */
const RATE_COUNT_BITS = 20n;
const MONTH_COUNT_BITS = 44n;

export const MAX_RATE_PER_MINUTE = 1_000_000;
export const MAX_MONTHLY_QUOTA = 1_000_000_000_000;

export interface PackedCount {
  /** Start of the window in ms, or the month. 0: never used. */
  readonly period: number;
  readonly count: number;
}

export interface Packing {
  pack(period: number, count: number): bigint;
  unpack(word: bigint): PackedCount;
}

export const WINDOW_PACKING = packing(RATE_COUNT_BITS);
export const MONTH_PACKING = packing(MONTH_COUNT_BITS);

function packing(countBits: bigint): Packing {
  const countMask = (1n << countBits) - 1n;
  return {
    pack: (period, count) => (BigInt(period) << countBits) | BigInt(count),
    unpack: (word) => ({ period: Number(word >> countBits), count: Number(word & countMask) }),
  };
}
