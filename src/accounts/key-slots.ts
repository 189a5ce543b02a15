import { AppError } from "../base/errors.ts";
import { type KeyLimits, type LimitState, RATE_WINDOW_MS } from "./counters.ts";
import { monthEndMs, monthOf } from "./month.ts";
import { PeriodCounts } from "./period-counts.ts";

/** Different keys that one server can count in its life; memory is touched only as far as it is used. */
const CAPACITY = 262_144;

/** Words of a slot; the last holds seconds since 1970 in its first half. */
const KEY_ID = 0;
const RATE_WINDOW = 1;
const MONTH = 2;
const LAST_USED = 3;
const SLOT_WORDS = 4;

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

/** What a key has used. */
export interface KeyCount {
  readonly keyId: number;
  readonly month: number;
  readonly requests: number;
  readonly lastUsedMs: number;
}

/**
 * Rate windows and months of keys in memory shared by threads, without locks: every change is one compare-exchange, so
 * a thread that dies leaves no count half changed.
 */
export class KeySlots {
  readonly #counts: PeriodCounts;
  readonly #words: BigInt64Array;
  readonly #halves: Int32Array;
  readonly #used: Int32Array;
  readonly #clock: () => number;
  /** First word of the slot of each key this thread has met. */
  readonly #slots = new Map<number, number>();

  constructor({ slots, used }: KeySlotsMemory, clock: () => number) {
    this.#counts = new PeriodCounts(slots);
    this.#words = new BigInt64Array(slots);
    this.#halves = new Int32Array(slots);
    this.#used = new Int32Array(used);
    this.#clock = clock;
  }

  /** Takes so many requests from the key's window; 0 only looks. */
  takeRate({ id, ratePerMinute }: KeyLimits, requests: number): LimitState {
    return this.#take(
      this.#slotOf(id) + RATE_WINDOW,
      { period: RATE_PERIOD, limit: ratePerMinute },
      requests,
    );
  }

  /** Takes so many requests from the key's month, and notes when; 0 only looks. */
  takeMonth({ id, monthlyQuota = Number.POSITIVE_INFINITY }: KeyLimits, requests: number): LimitState {
    const slot = this.#slotOf(id);
    if (requests > 0) Atomics.store(this.#halves, (slot + LAST_USED) * 2, Math.floor(this.#clock() / 1000));
    return this.#take(slot + MONTH, { period: MONTH_PERIOD, limit: monthlyQuota }, requests);
  }

  /** Adds to what a month counts, a negative number too; nothing when another month has begun. */
  addToMonth(keyId: number, month: number, requests: number): void {
    const word = this.#slotOf(keyId) + MONTH;
    for (;;) {
      const before = this.#counts.read(word);
      if (before.period > month) return;
      const count = Math.max(0, (before.period === month ? before.count : 0) + requests);
      if (this.#counts.exchangePeriod(word, before, { period: month, count })) return;
    }
  }

  /** What every key has used that any thread has counted for. */
  *list(): Generator<KeyCount> {
    const inUse = Atomics.load(this.#used, 0);
    for (let i = 1; i <= inUse; i++) {
      const slot = (Atomics.load(this.#used, i) - 1) * SLOT_WORDS;
      if (slot < 0) continue;
      const { period, count } = this.#counts.read(slot + MONTH);
      yield {
        keyId: Number(Atomics.load(this.#words, slot + KEY_ID)),
        month: period,
        requests: count,
        lastUsedMs: (Atomics.load(this.#halves, (slot + LAST_USED) * 2) >>> 0) * 1000,
      };
    }
  }

  /** The clock is read after the word, so that no period seen begins after now. */
  #take(word: number, { period, limit }: Terms, requests: number): LimitState {
    for (;;) {
      const seen = this.#counts.read(word);
      const now = this.#clock();
      const isCurrent = period.holds(seen.period, now);
      const current = isCurrent ? seen : { period: period.at(now), count: 0 };
      const isWithin = current.count + requests <= limit;
      const count = isWithin ? current.count + requests : current.count;
      const remaining = Math.max(0, limit - count);
      const state = { isWithin, limit, remaining, resetAtMs: period.endMs(current.period, now) };
      if (!isWithin || requests === 0) return state;
      const isDone = isCurrent
        ? this.#counts.exchangeCount(word, seen, count)
        : this.#counts.exchangePeriod(word, seen, { period: current.period, count });
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

interface Terms {
  readonly period: Period;
  readonly limit: number;
}

/** A kind of period, written as an unsigned 32-bit number. */
interface Period {
  at(now: number): number;
  holds(period: number, now: number): boolean;
  endMs(period: number, now: number): number;
}

/**
 * The start of a window in milliseconds, of which 32 bits are kept: enough to tell windows of seven weeks apart. A clock set
 * back by more than a window starts a new one; by less, the window goes on.
 */
const RATE_PERIOD: Period = {
  at: (now) => now % 0x1_0000_0000,
  holds: (start, now) => Math.abs(elapsedMs(start, now)) < RATE_WINDOW_MS,
  endMs: (start, now) => now - elapsedMs(start, now) + RATE_WINDOW_MS,
};

const MONTH_PERIOD: Period = {
  at: monthOf,
  holds: (month, now) => month === monthOf(now),
  endMs: monthEndMs,
};

/** Wraps around as the start does. */
function elapsedMs(start: number, now: number): number {
  return ((now % 0x1_0000_0000) - start) | 0;
}
