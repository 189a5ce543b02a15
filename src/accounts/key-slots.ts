import { AppError } from "../base/errors.ts";
import { type KeyLimits, type LimitState, RATE_WINDOW_MS } from "./counters.ts";
import { monthEndMs, monthOf } from "./month.ts";
import { PeriodCounts } from "./period-counts.ts";

/** Different keys that one server can count in its life; memory is touched only as far as it is used. */
const CAPACITY = 262_144;

/**
 * Words of a slot. Even and odd months have one each, so that the month before stays until it has been written; the last
 * holds seconds since 1970 in its first half.
 */
const KEY_ID = 0;
const RATE_WINDOW = 1;
const MONTHS = 2;
const LAST_USED = 4;
const SLOT_WORDS = 5;

/** Bits of a count. They leave 42 to a window's start in milliseconds since 1970, which last until 2109. */
const RATE_BITS = 22;
const MONTH_BITS = 32;

/** Memory for the counts of keys: the slots, then the list of slots in use, in the order of their first use. */
export interface KeySlotsMemory {
  readonly slots: SharedArrayBuffer;
  /** How many slots are in use, then their numbers plus one; 0 is one being written. */
  readonly used: SharedArrayBuffer;
}

export function allotKeySlots(): KeySlotsMemory {
  return {
    slots: new SharedArrayBuffer(CAPACITY * SLOT_WORDS * BigInt64Array.BYTES_PER_ELEMENT),
    used: new SharedArrayBuffer((CAPACITY + 1) * Int32Array.BYTES_PER_ELEMENT),
  };
}

/** What a key has used in a month. */
export interface KeyCount {
  readonly keyId: number;
  readonly month: number;
  readonly requests: number;
  /** When it was last used; of a month that is over, when at the latest. */
  readonly lastUsedMs: number;
  /** A later month has begun for the key. */
  readonly isOver: boolean;
}

/**
 * Rate windows and months of keys in memory shared by threads, without locks: every change is one compare-exchange, so
 * a thread that dies leaves no count half changed.
 */
export class KeySlots {
  readonly #rates: PeriodCounts;
  readonly #months: PeriodCounts;
  readonly #words: BigInt64Array;
  readonly #halves: Int32Array;
  readonly #used: Int32Array;
  readonly #clock: () => number;
  /** First word of the slot of each key this thread has met. */
  readonly #slots = new Map<number, number>();

  constructor({ slots, used }: KeySlotsMemory, clock: () => number) {
    this.#rates = new PeriodCounts(slots, RATE_BITS);
    this.#months = new PeriodCounts(slots, MONTH_BITS);
    this.#words = new BigInt64Array(slots);
    this.#halves = new Int32Array(slots);
    this.#used = new Int32Array(used);
    this.#clock = clock;
  }

  /** Takes so many requests from the key's window; 0 only looks. Without a limit there is nothing to count. */
  takeRate({ id, ratePerMinute }: KeyLimits, requests: number): LimitState {
    if (ratePerMinute === Number.POSITIVE_INFINITY) return unlimited(this.#clock());
    const window = { counts: this.#rates, word: this.#slotOf(id) + RATE_WINDOW, period: RATE_PERIOD };
    return this.#take(window, ratePerMinute, requests);
  }

  /** Takes so many requests from the key's month, and notes when; 0 only looks. */
  takeMonth({ id, monthlyQuota = Number.POSITIVE_INFINITY }: KeyLimits, requests: number): LimitState {
    const slot = this.#slotOf(id);
    const now = this.#clock();
    if (requests > 0) Atomics.store(this.#halves, (slot + LAST_USED) * 2, Math.floor(now / 1000));
    const month = this.#monthInForce(slot, monthOf(now));
    const counted = { counts: this.#months, word: wordOfMonth(slot, month), period: periodOf(month) };
    return this.#take(counted, monthlyQuota, requests);
  }

  /** Adds to what a month counts, a negative number too; nothing when the month after the next one has begun. */
  addToMonth(keyId: number, month: number, requests: number): void {
    const word = wordOfMonth(this.#slotOf(keyId), month);
    for (;;) {
      const before = this.#months.read(word);
      if (before.period > month) return;
      const count = Math.max(0, (before.period === month ? before.count : 0) + requests);
      if (this.#months.exchangePeriod(word, before, { period: month, count })) return;
    }
  }

  /** What every key has used that any thread has counted for, in its latest two months. */
  *list(): Generator<KeyCount> {
    const inUse = Atomics.load(this.#used, 0);
    for (let i = 1; i <= inUse; i++) {
      const slot = (Atomics.load(this.#used, i) - 1) * SLOT_WORDS;
      if (slot >= 0) yield* this.#listMonths(slot);
    }
  }

  *#listMonths(slot: number): Generator<KeyCount> {
    const keyId = Number(Atomics.load(this.#words, slot + KEY_ID));
    const usedMs = (Atomics.load(this.#halves, (slot + LAST_USED) * 2) >>> 0) * 1000;
    const months = [slot + MONTHS, slot + MONTHS + 1].map((word) => this.#months.read(word));
    const latest = Math.max(...months.map(({ period }) => period));
    for (const { period: month, count: requests } of months) {
      if (month === 0) continue;
      const lastUsedMs = Math.min(usedMs, monthEndMs(month) - 1);
      yield { keyId, month, requests, lastUsedMs, isOver: month < latest };
    }
  }

  /**
   * The month to count in: the next one where that has begun for the key. A clock set back over the end of a month thus
   * gives nothing back.
   */
  #monthInForce(slot: number, month: number): number {
    const next = month + 1;
    return this.#months.read(wordOfMonth(slot, next)).period === next ? next : month;
  }

  /** The clock is read after the word, so that no period seen begins after now. */
  #take({ counts, word, period }: Counted, limit: number, requests: number): LimitState {
    for (;;) {
      const seen = counts.read(word);
      const now = this.#clock();
      const isCurrent = period.holds(seen.period, now);
      const current = isCurrent ? seen : { period: period.at(now), count: 0 };
      const isWithin = current.count + requests <= limit;
      const count = isWithin ? current.count + requests : current.count;
      const remaining = Math.max(0, limit - count);
      const state = { isWithin, limit, remaining, resetAtMs: period.endMs(current.period) };
      if (!isWithin || requests === 0) return state;
      const isDone = isCurrent
        ? counts.exchangeCount(word, seen, count)
        : counts.exchangePeriod(word, seen, { period: current.period, count });
      if (isDone) return state;
    }
  }

  #slotOf(keyId: number): number {
    const known = this.#slots.get(keyId);
    if (known !== undefined) return known;
    const slot = this.#claimSlot(keyId) * SLOT_WORDS;
    this.#slots.set(keyId, slot);
    return slot;
  }

  /** Identifiers count up from 1, so they are their own hash. */
  #claimSlot(keyId: number): number {
    const id = BigInt(keyId);
    for (let tried = 0; tried < CAPACITY; tried++) {
      const slot = (keyId + tried) % CAPACITY;
      const owner = Atomics.compareExchange(this.#words, slot * SLOT_WORDS + KEY_ID, 0n, id);
      if (owner === 0n) Atomics.store(this.#used, Atomics.add(this.#used, 0, 1) + 1, slot + 1);
      if (owner === 0n || owner === id) return slot;
    }
    throw new AppError("unavailable", `This server has counted for ${CAPACITY} keys and must be restarted.`);
  }
}

/** Which count is taken from, and how its periods go. */
interface Counted {
  readonly counts: PeriodCounts;
  readonly word: number;
  readonly period: Period;
}

/** A kind of period, written as a whole number. */
interface Period {
  at(now: number): number;
  holds(period: number, now: number): boolean;
  endMs(period: number): number;
}

/** The start of a window in milliseconds. A clock set back by more than a window starts a new one; by less, the window goes on. */
const RATE_PERIOD: Period = {
  at: (now) => now,
  holds: (start, now) => Math.abs(now - start) < RATE_WINDOW_MS,
  endMs: (start) => start + RATE_WINDOW_MS,
};

function periodOf(month: number): Period {
  return { at: () => month, holds: (period) => period === month, endMs: monthEndMs };
}

function wordOfMonth(slot: number, month: number): number {
  return slot + MONTHS + (month % 2);
}

function unlimited(now: number): LimitState {
  const limit = Number.POSITIVE_INFINITY;
  return { isWithin: true, limit, remaining: limit, resetAtMs: now + RATE_WINDOW_MS };
}
