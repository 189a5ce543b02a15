import { AppError } from "../../base/errors.ts";
import { type KeyLimits, type LimitState, RATE_WINDOW_MS } from "../counters.ts";
import { monthEndMs, monthOf } from "../month.ts";
import { PeriodCounts } from "./period-counts.ts";

/** Maximum distinct keys that one server process can count; only the memory of slots in use is touched. */
const MAX_KEYS = 262_144;

/**
 * Offsets of the 64-bit words of a slot. Even and odd months have one word each, so that the previous month stays until
 * it has been written. The first half of LAST_USED holds seconds since 1970.
 */
const KEY_ID = 0;
const RATE_WINDOW = 1;
const MONTHS = 2;
const LAST_USED = 4;
const SLOT_WORDS = 5;

/** Bits of a count. RATE_BITS leaves 42 bits for a window's start in milliseconds since 1970, enough until 2109. */
const RATE_BITS = 22;
const MONTH_BITS = 32;

/** Memory for the counts of keys: the slots, then the list of slots in use, in the order of their first use. */
export interface KeySlotsMemory {
  readonly slots: SharedArrayBuffer;
  /** Number of slots in use, then each slot number plus one; 0 marks an entry that is being written. */
  readonly used: SharedArrayBuffer;
}

export function allocateKeySlots(): KeySlotsMemory {
  return {
    slots: new SharedArrayBuffer(MAX_KEYS * SLOT_WORDS * BigInt64Array.BYTES_PER_ELEMENT),
    used: new SharedArrayBuffer((MAX_KEYS + 1) * Int32Array.BYTES_PER_ELEMENT),
  };
}

/** Usage of a key in a month. */
export interface KeyCount {
  readonly keyId: number;
  readonly month: number;
  readonly requests: number;
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
  readonly #words: BigInt64Array;
  readonly #halves: Int32Array;
  readonly #used: Int32Array;
  readonly #clock: () => number;
  /** First word of the slot of each key that this thread has counted. */
  readonly #slots = new Map<number, number>();

  constructor({ slots, used }: KeySlotsMemory, clock: () => number) {
    this.#rates = new PeriodCounts(slots, RATE_BITS);
    this.#months = new PeriodCounts(slots, MONTH_BITS);
    this.#words = new BigInt64Array(slots);
    this.#halves = new Int32Array(slots);
    this.#used = new Int32Array(used);
    this.#clock = clock;
  }

  /** Takes `requests` from the key's rate window; 0 only reads it. Counts nothing for a key without a limit. */
  consumeRate({ id, ratePerMinute }: KeyLimits, requests: number): LimitState {
    if (ratePerMinute === Number.POSITIVE_INFINITY) {
      return unlimited(this.#clock());
    }
    const window = { counts: this.#rates, word: this.#slotOf(id) + RATE_WINDOW, period: RATE_PERIOD };
    return this.#consume(window, ratePerMinute, requests);
  }

  /** Takes `requests` from the key's month and stores the time of use; 0 only reads it. */
  consumeMonth({ id, monthlyQuota = Number.POSITIVE_INFINITY }: KeyLimits, requests: number): LimitState {
    const slot = this.#slotOf(id);
    const now = this.#clock();
    if (requests > 0) {
      Atomics.store(this.#halves, (slot + LAST_USED) * 2, Math.floor(now / 1000));
    }
    const month = this.#monthToCount(slot, monthOf(now));
    const counted = { counts: this.#months, word: wordOfMonth(slot, month), period: periodOf(month) };
    return this.#consume(counted, monthlyQuota, requests);
  }

  /** Adds `requests`, which may be negative, to a month; does nothing once the month after the next one has begun. */
  addToMonth(keyId: number, month: number, requests: number): void {
    const word = wordOfMonth(this.#slotOf(keyId), month);
    for (;;) {
      const before = this.#months.read(word);
      if (before.period > month) {
        return;
      }
      const count = Math.max(0, (before.period === month ? before.count : 0) + requests);
      if (this.#months.exchangePeriod(word, before, { period: month, count })) {
        return;
      }
    }
  }

  /** Enumerates the usage of every key that any thread has counted, in the key's latest two months. */
  *list(): Generator<KeyCount> {
    const usedCount = Atomics.load(this.#used, 0);
    for (let i = 1; i <= usedCount; i++) {
      const slot = (Atomics.load(this.#used, i) - 1) * SLOT_WORDS;
      if (slot >= 0) {
        yield* this.#listMonths(slot);
      }
    }
  }

  *#listMonths(slot: number): Generator<KeyCount> {
    const keyId = Number(Atomics.load(this.#words, slot + KEY_ID));
    const usedMs = (Atomics.load(this.#halves, (slot + LAST_USED) * 2) >>> 0) * 1000;
    const months = [slot + MONTHS, slot + MONTHS + 1].map((word) => this.#months.read(word));
    const latest = Math.max(...months.map(({ period }) => period));
    for (const { period: month, count: requests } of months) {
      if (month === 0) {
        continue;
      }
      const lastUsedMs = Math.min(usedMs, monthEndMs(month) - 1);
      yield { keyId, month, requests, lastUsedMs, hasEnded: month < latest };
    }
  }

  /**
   * Returns the month to count in: the next month when it has already begun for the key, else the given one. A clock
   * set back across the end of a month thus does not return used quota.
   */
  #monthToCount(slot: number, month: number): number {
    const next = month + 1;
    return this.#months.read(wordOfMonth(slot, next)).period === next ? next : month;
  }

  /** Takes `requests` by compare-exchange. Reads the clock after the word, so that no period read starts after now. */
  #consume({ counts, word, period }: CounterWord, limit: number, requests: number): LimitState {
    for (;;) {
      const seen = counts.read(word);
      const now = this.#clock();
      const isCurrent = period.isCurrent(seen.period, now);
      const current = isCurrent ? seen : { period: period.periodAt(now), count: 0 };
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

  #slotOf(keyId: number): number {
    const known = this.#slots.get(keyId);
    if (known !== undefined) {
      return known;
    }
    const slot = this.#claimSlot(keyId) * SLOT_WORDS;
    this.#slots.set(keyId, slot);
    return slot;
  }

  /** Claims or finds the key's slot by linear probing. Ids are sequential from 1, so an id is its own hash. */
  #claimSlot(keyId: number): number {
    const id = BigInt(keyId);
    for (let tried = 0; tried < MAX_KEYS; tried++) {
      const slot = (keyId + tried) % MAX_KEYS;
      const owner = Atomics.compareExchange(this.#words, slot * SLOT_WORDS + KEY_ID, 0n, id);
      if (owner === 0n) {
        Atomics.store(this.#used, Atomics.add(this.#used, 0, 1) + 1, slot + 1);
      }
      if (owner === 0n || owner === id) {
        return slot;
      }
    }
    throw new AppError(
      "unavailable",
      `This server has counted the requests of its maximum of ${MAX_KEYS} keys. Restart it.`,
    );
  }
}

/** Word that holds a count, and the kind of its periods. */
interface CounterWord {
  readonly counts: PeriodCounts;
  readonly word: number;
  readonly period: PeriodKind;
}

/** Kind of period; a period is written as a whole number. */
interface PeriodKind {
  periodAt(now: number): number;
  isCurrent(period: number, now: number): boolean;
  endMs(period: number): number;
}

/**
 * Rate window, written as its start in milliseconds. A clock set back by less than a window continues the window; by
 * more, it starts a new one.
 */
const RATE_PERIOD: PeriodKind = {
  periodAt: (now) => now,
  isCurrent: (start, now) => Math.abs(now - start) < RATE_WINDOW_MS,
  endMs: (start) => start + RATE_WINDOW_MS,
};

function periodOf(month: number): PeriodKind {
  return { periodAt: () => month, isCurrent: (period) => period === month, endMs: monthEndMs };
}

function wordOfMonth(slot: number, month: number): number {
  return slot + MONTHS + (month % 2);
}

function unlimited(now: number): LimitState {
  const limit = Number.POSITIVE_INFINITY;
  return { isWithin: true, limit, remaining: limit, resetAtMs: now + RATE_WINDOW_MS };
}
