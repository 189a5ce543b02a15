/** 0 to this is a count; more is not counted. */
const MAX_COUNT = 0xffff_ffff;

export const MAX_RATE_PER_MINUTE = 1_000_000;
export const MAX_MONTHLY_QUOTA = 4_000_000_000;

/** Halves of a word: every system that Bun runs on is little-endian. */
const COUNT = 0;
const PERIOD = 1;

/** What a word holds: two unsigned 32-bit numbers. Which period, is for its user to say. */
export interface PeriodCount {
  readonly period: number;
  readonly count: number;
}

/**
 * Counts in memory shared by threads, each with the period it belongs to, in one 64-bit word. Counting compares and
 * exchanges the half that holds the count, which costs no allocation; a new period compares and exchanges the whole word.
 * A thread that was held up while another began a new period counts in that one, under the same limit, or tries again.
 */
export class PeriodCounts {
  readonly #words: BigInt64Array;
  readonly #halves: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new BigInt64Array(memory);
    this.#halves = new Int32Array(memory);
  }

  /** The period is read first: a count seen with it was counted in it or later. */
  read(word: number): PeriodCount {
    const period = Atomics.load(this.#halves, word * 2 + PERIOD) >>> 0;
    return { period, count: Atomics.load(this.#halves, word * 2 + COUNT) >>> 0 };
  }

  /** Replaces the count, unless it has changed since it was read. */
  exchangeCount(word: number, { count }: PeriodCount, next: number): boolean {
    const place = word * 2 + COUNT;
    const after = Math.min(next, MAX_COUNT) | 0;
    return Atomics.compareExchange(this.#halves, place, count | 0, after) === (count | 0);
  }

  /** Begins a period with a count, unless anything has changed since it was read. */
  exchangePeriod(word: number, before: PeriodCount, after: PeriodCount): boolean {
    const expected = packed(before);
    return Atomics.compareExchange(this.#words, word, expected, packed(after)) === expected;
  }
}

function packed({ period, count }: PeriodCount): bigint {
  return BigInt.asIntN(64, (BigInt(period) << 32n) | BigInt(count));
}
