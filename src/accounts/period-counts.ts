export const MAX_RATE_PER_MINUTE = 1_000_000;
export const MAX_MONTHLY_QUOTA = 4_000_000_000;

/** Halves of a word, by what they hold most of: every system that Bun runs on is little-endian. */
const COUNT = 0;
const PERIOD = 1;

/** What a word holds. Which period, is for its user to say. */
export interface PeriodCount {
  readonly period: number;
  readonly count: number;
}

/**
 * Counts in memory shared by threads, each with the period it belongs to, in one 64-bit word: the count in the lowest
 * bits, the period in the rest. Counting compares and exchanges the half that holds the count, which costs no allocation;
 * a new period compares and exchanges the whole word. A thread that was held up while another began a new period counts
 * in that one, under the same limit, or tries again.
 */
export class PeriodCounts {
  readonly #words: BigInt64Array;
  readonly #halves: Int32Array;
  /** Numbers of counts; a count is at most one less. */
  readonly #counts: number;
  /** Numbers of periods in the half that holds the count. */
  readonly #lowPeriods: number;

  /** `countBits` (32 at most) leave the other bits to the period; more than they hold is not counted. */
  constructor(memory: SharedArrayBuffer, countBits: number) {
    this.#words = new BigInt64Array(memory);
    this.#halves = new Int32Array(memory);
    this.#counts = 2 ** countBits;
    this.#lowPeriods = 2 ** (32 - countBits);
  }

  /** A count seen with a period was counted in it, or in one that began meanwhile. */
  read(word: number): PeriodCount {
    for (;;) {
      const high = Atomics.load(this.#halves, word * 2 + PERIOD) >>> 0;
      const low = Atomics.load(this.#halves, word * 2 + COUNT) >>> 0;
      if (Atomics.load(this.#halves, word * 2 + PERIOD) >>> 0 !== high) continue;
      return { period: high * this.#lowPeriods + Math.floor(low / this.#counts), count: low % this.#counts };
    }
  }

  /** Replaces the count, unless it has changed since it was read. */
  exchangeCount(word: number, { period, count }: PeriodCount, next: number): boolean {
    const lowPeriod = (period % this.#lowPeriods) * this.#counts;
    const before = (lowPeriod + count) | 0;
    const after = (lowPeriod + Math.min(next, this.#counts - 1)) | 0;
    return Atomics.compareExchange(this.#halves, word * 2 + COUNT, before, after) === before;
  }

  /** Begins a period with a count, unless anything has changed since it was read. */
  exchangePeriod(word: number, before: PeriodCount, after: PeriodCount): boolean {
    const expected = this.#packed(before);
    return Atomics.compareExchange(this.#words, word, expected, this.#packed(after)) === expected;
  }

  #packed({ period, count }: PeriodCount): bigint {
    return BigInt.asIntN(64, BigInt(period) * BigInt(this.#counts) + BigInt(count));
  }
}
