import { type KeyLimits, type LimitState, RATE_WINDOW_MS } from "../counters.ts";
import { monthEndMs, usageMonthOf } from "../usage-months.ts";
import { PeriodCounts } from "./period-counts.ts";
import {
  type KeySlotsMemory,
  LAST_USED,
  MONTHS,
  RATE_WINDOW,
  RETURNED,
  SlotTable,
  TAKEN,
} from "./slot-table.ts";

/** Bits of a count. RATE_BITS leaves 42 bits for a window's start in milliseconds since 1970, enough until 2109. */
export const RATE_BITS = 22;
export const MONTH_BITS = 32;

/** Usage of a key in a month. */
export interface KeyCount {
  readonly keyId: number;
  readonly month: number;
  readonly requests: number;
  /** Requests that this process has taken and returned since it started. */
  readonly taken: number;
  readonly returned: number;
  /** Time of the last use; for a month that is over, an upper bound. */
  readonly lastUsedMs: number;
  /** True when a later month has begun for the key. */
  readonly hasEnded: boolean;
}

/**
 * Lock-free counters of the rate windows and months of keys, in memory shared by threads: every change is one
 * compare-exchange, so a thread that dies leaves no count half changed.
 */
export class KeySlots {
  readonly #rates: PeriodCounts;
  readonly #months: PeriodCounts;
  readonly #table: SlotTable;
  readonly #halves: Int32Array;
  readonly #clock: () => number;

  constructor(memory: KeySlotsMemory, clock: () => number) {
    this.#rates = new PeriodCounts(memory.slots, RATE_BITS);
    this.#months = new PeriodCounts(memory.slots, MONTH_BITS);
    this.#table = new SlotTable(memory);
    this.#halves = new Int32Array(memory.slots);
    this.#clock = clock;
  }

  /** Takes `requests` from the key's rate window; 0 only reads it. Counts nothing for a key without a limit. */
  consumeRate({ id, ratePerMinute }: KeyLimits, requests: number): LimitState {
    if (ratePerMinute === Number.POSITIVE_INFINITY) {
      return unlimited(this.#clock());
    }
    const window = { counts: this.#rates, word: this.#table.slotOf(id) + RATE_WINDOW, period: RATE_PERIOD };
    return this.#consume(window, ratePerMinute, requests);
  }

  /** Takes `requests` from the key's month and stores the time of use; 0 only reads it. */
  consumeMonth({ id, monthlyQuota = Number.POSITIVE_INFINITY }: KeyLimits, requests: number): LimitState {
    const slot = this.#table.slotOf(id);
    const now = this.#clock();
    if (requests > 0) {
      Atomics.store(this.#halves, (slot + LAST_USED) * 2, Math.floor(now / 1000));
    }
    const month = this.#monthToCount(slot, now);
    const counted = { counts: this.#months, word: wordOfMonth(slot, month), period: MONTH_PERIOD, month };
    const state = this.#consume(counted, monthlyQuota, requests);
    if (state.isWithin && requests > 0) {
      this.#months.add(wordOfMonth(slot, month) + TAKEN - MONTHS, month, requests);
    }
    return state;
  }

  /** Returns the month in which a request of the key counts now. */
  currentMonth(keyId: number): number {
    return this.#monthToCount(this.#table.slotOf(keyId), this.#clock());
  }

  /** Adds `requests`, which may be negative, to a month; does nothing once the month after the next one has begun. */
  addToMonth(keyId: number, month: number, requests: number): void {
    this.#months.add(wordOfMonth(this.#table.slotOf(keyId), month), month, requests);
  }

  /** Returns requests that this process has taken from a month. */
  returnToMonth(keyId: number, month: number, requests: number): void {
    const word = wordOfMonth(this.#table.slotOf(keyId), month);
    this.#months.add(word, month, -requests);
    this.#months.add(word + RETURNED - MONTHS, month, requests);
  }

  /** Enumerates the usage of every key that any thread has counted, in the key's latest two months. */
  *list(): Generator<KeyCount> {
    for (const { keyId, slot } of this.#table.list()) {
      yield* this.#listMonths(keyId, slot);
    }
  }

  *#listMonths(keyId: number, slot: number): Generator<KeyCount> {
    const usedMs = (Atomics.load(this.#halves, (slot + LAST_USED) * 2) >>> 0) * 1000;
    const words = [slot + MONTHS, slot + MONTHS + 1];
    const months = words.map((word) => this.#months.read(word));
    const latest = Math.max(...months.map(({ period }) => period));
    for (const [i, { period: month, count: requests }] of months.entries()) {
      if (month === 0) {
        continue;
      }
      const lastUsedMs = Math.min(usedMs, monthEndMs(month) - 1);
      const taken = this.#countOf(words[i]! + TAKEN - MONTHS, month);
      const returned = this.#countOf(words[i]! + RETURNED - MONTHS, month);
      yield { keyId, month, requests, taken, returned, lastUsedMs, hasEnded: month < latest };
    }
  }

  #countOf(word: number, month: number): number {
    const { period, count } = this.#months.read(word);
    return period === month ? count : 0;
  }

  /**
   * Returns the month to count in: the next month when it has already begun for the key, else the current one. A clock
   * set back across the end of a month thus does not return used quota.
   */
  #monthToCount(slot: number, now: number): number {
    const month = usageMonthOf(now);
    const next = month + 1;
    return this.#months.read(wordOfMonth(slot, next)).period === next ? next : month;
  }

  /** Takes `requests` by compare-exchange. Reads the clock after the word, so that no period read starts after now. */
  #consume({ counts, word, period, month }: CounterWord, limit: number, requests: number): LimitState {
    for (;;) {
      const seen = counts.read(word);
      const begin = month ?? this.#clock();
      const isCurrent = period.isCurrent(seen.period, begin);
      const current = isCurrent ? seen : { period: begin, count: 0 };
      const isWithin = current.count + requests <= limit;
      const count = isWithin ? current.count + requests : current.count;
      const remaining = Math.max(0, limit - count);
      const state = { isWithin, limit, remaining, resetAtMs: period.endMs(current.period) };
      if (!isWithin || requests === 0) {
        return state;
      }
      const isDone = isCurrent
        ? counts.exchangeCount(word, seen, count)
        : counts.exchangePeriod(word, seen, { period: current.period, count });
      if (isDone) {
        return state;
      }
    }
  }
}

/** Word that holds a count, the kind of its periods, and the month to count in. */
interface CounterWord {
  readonly counts: PeriodCounts;
  readonly word: number;
  readonly period: PeriodKind;
  /** Undefined: the period begins now. */
  readonly month?: number;
}

/** Kind of period; a period is written as a whole number. */
interface PeriodKind {
  /** Returns true when a period still runs at `begin`, where a new one could start. */
  isCurrent(period: number, begin: number): boolean;
  endMs(period: number): number;
}

/**
 * Rate window, written as its start in milliseconds. A clock set back by less than a window continues the window; by
 * more, it starts a new one.
 */
const RATE_PERIOD: PeriodKind = {
  isCurrent: (start, now) => Math.abs(now - start) < RATE_WINDOW_MS,
  endMs: (start) => start + RATE_WINDOW_MS,
};

const MONTH_PERIOD: PeriodKind = { isCurrent: (period, month) => period === month, endMs: monthEndMs };

function wordOfMonth(slot: number, month: number): number {
  return slot + MONTHS + (month % 2);
}

function unlimited(now: number): LimitState {
  const limit = Number.POSITIVE_INFINITY;
  return { isWithin: true, limit, remaining: limit, resetAtMs: now + RATE_WINDOW_MS };
}
