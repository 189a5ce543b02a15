/** 32-bit halves of a word: COUNT is the low half. Every system that Bun runs on is little-endian. */
const COUNT = 0;
const PERIOD = 1;

/** Content of a word. The caller defines the meaning of a period number. */
export interface PeriodCount {
  readonly period: number;
  readonly count: number;
}

/**
 * Atomic counts in memory shared by threads. Each 64-bit word holds a count in its lowest bits and its period in the
 * rest. Counting compare-exchanges the half that holds the count, which costs no allocation; a new period
 * compare-exchanges the whole word. A thread that was delayed while another began a new period counts in the new one,
 * under the same limit, or retries.
 */
export class PeriodCounts {
  readonly #words: BigInt64Array;
  readonly #halves: Int32Array;
  /** Number of distinct counts, 2^countBits; the maximum count is one less. */
  readonly #counts: number;
  /** Number of distinct values of the period bits that share a half with the count. */
  readonly #lowPeriods: number;

  /** Uses `countBits` (at most 32) for the count, the rest for the period; a count saturates at its maximum. */
  constructor(memory: SharedArrayBuffer, countBits: number) {
    this.#words = new BigInt64Array(memory);
    this.#halves = new Int32Array(memory);
    this.#counts = 2 ** countBits;
    this.#lowPeriods = 2 ** (32 - countBits);
  }

  /** Reads a word. The count belongs to the period returned, or to one that began during the read. */
  read(word: number): PeriodCount {
    for (;;) {
      const high = Atomics.load(this.#halves, word * 2 + PERIOD) >>> 0;
      const low = Atomics.load(this.#halves, word * 2 + COUNT) >>> 0;
      if (Atomics.load(this.#halves, word * 2 + PERIOD) >>> 0 !== high) {
        continue;
      }
      return { period: high * this.#lowPeriods + Math.floor(low / this.#counts), count: low % this.#counts };
    }
  }

  /** Replaces the count; returns false when it has changed since it was read. */
  exchangeCount(word: number, { period, count }: PeriodCount, next: number): boolean {
    const lowPeriod = (period % this.#lowPeriods) * this.#counts;
    const before = (lowPeriod + count) | 0;
    const after = (lowPeriod + Math.min(next, this.#counts - 1)) | 0;
    return Atomics.compareExchange(this.#halves, word * 2 + COUNT, before, after) === before;
  }

  /** Begins a period with a count; returns false when the word has changed since it was read. */
  exchangePeriod(word: number, before: PeriodCount, after: PeriodCount): boolean {
    const expected = this.#pack(before);
    return Atomics.compareExchange(this.#words, word, expected, this.#pack(after)) === expected;
  }

  /**
   * Adds `change`, which may be negative, to a period; the count stays 0 or more. Does nothing once a later period has
   * begun.
   */
  add(word: number, period: number, change: number): void {
    for (;;) {
      const before = this.read(word);
      if (before.period > period) {
        return;
      }
      const isCurrent = before.period === period;
      const count = Math.max(0, (isCurrent ? before.count : 0) + change);
      const isDone = isCurrent
        ? this.exchangeCount(word, before, count)
        : this.exchangePeriod(word, before, { period, count });
      if (isDone) {
        return;
      }
    }
  }

  #pack({ period, count }: PeriodCount): bigint {
    return BigInt.asIntN(64, BigInt(period) * BigInt(this.#counts) + BigInt(count));
  }
}
