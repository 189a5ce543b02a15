import { AppError } from "../base/errors.ts";
import { type KeyLimits, type LimitState, RATE_WINDOW_MS } from "./counters.ts";
import { monthOf, monthStartMs } from "./month.ts";
import { MONTH_PACKING, type PackedCount, type Packing, WINDOW_PACKING } from "./packed-count.ts";

/** Different keys that one server can count in its life; memory is touched only as far as it is used. */
const CAPACITY = 262_144;

/** Words of a slot. */
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
 * Rate windows and months of keys in memory shared by threads, without locks: every change is one compare-exchange of
 * one word, so a thread that dies leaves nothing half done.
 */
export class KeySlots {
  readonly #words: BigInt64Array;
  readonly #used: Int32Array;
  readonly #clock: () => number;
  /** First word of the slot of each key this thread has met. */
  readonly #slots = new Map<number, number>();

  constructor({ slots, used }: KeySlotsMemory, clock: () => number) {
    this.#words = new BigInt64Array(slots);
    this.#used = new Int32Array(used);
    this.#clock = clock;
  }

  takeRate(key: KeyLimits, requests: number): LimitState {
    return this.#count(this.#slotOf(key.id) + RATE_WINDOW, windowTerms(key), requests);
  }

  /** Also notes when the key was used, for whoever reads `list`. */
  takeMonth(key: KeyLimits, requests: number): LimitState {
    const slot = this.#slotOf(key.id);
    Atomics.store(this.#words, slot + LAST_USED, BigInt(this.#clock()));
    return this.#count(slot + MONTH, monthTerms(key), requests);
  }

  showRate(key: KeyLimits): LimitState {
    return this.#count(this.#slotOf(key.id) + RATE_WINDOW, windowTerms(key), 0);
  }

  showMonth(key: KeyLimits): LimitState {
    return this.#count(this.#slotOf(key.id) + MONTH, monthTerms(key), 0);
  }

  /** Adds to what a month counts, a negative number too; nothing when another month has begun. */
  addToMonth(keyId: number, month: number, requests: number): void {
    const place = this.#slotOf(keyId) + MONTH;
    for (;;) {
      const before = Atomics.load(this.#words, place);
      const { period, count } = MONTH_PACKING.unpack(before);
      if (period > month) return;
      const after = MONTH_PACKING.pack(month, Math.max(0, (period === month ? count : 0) + requests));
      if (Atomics.compareExchange(this.#words, place, before, after) === before) return;
    }
  }

  /** What every key has used that any thread has counted for. */
  *list(): Generator<KeyCount> {
    const inUse = Atomics.load(this.#used, 0);
    for (let i = 1; i <= inUse; i++) {
      const slot = (Atomics.load(this.#used, i) - 1) * SLOT_WORDS;
      if (slot < 0) continue;
      const { period, count } = MONTH_PACKING.unpack(Atomics.load(this.#words, slot + MONTH));
      yield {
        keyId: Number(Atomics.load(this.#words, slot + KEY_ID)),
        month: period,
        requests: count,
        lastUsedMs: Number(Atomics.load(this.#words, slot + LAST_USED)),
      };
    }
  }

  /** The clock is read after the word, so that no window seen begins after now. */
  #count(place: number, terms: Terms, requests: number): LimitState {
    const { packing, limit } = terms;
    for (;;) {
      const before = Atomics.load(this.#words, place);
      const now = this.#clock();
      const { period, count } = terms.current(packing.unpack(before), now);
      const isWithin = count + requests <= limit;
      const taken = isWithin ? count + requests : count;
      const state = {
        isWithin,
        limit,
        remaining: Math.max(0, limit - taken),
        resetAtMs: terms.endMs(period),
      };
      if (!isWithin || requests === 0) return state;
      const after = packing.pack(period, taken);
      if (Atomics.compareExchange(this.#words, place, before, after) === before) return state;
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

/** What distinguishes the two counts of a key. */
interface Terms {
  readonly packing: Packing;
  readonly limit: number;
  /** The count that holds at `now`: the one read, or a new period's. */
  current(read: PackedCount, now: number): PackedCount;
  endMs(period: number): number;
}

function windowTerms({ ratePerMinute }: KeyLimits): Terms {
  return {
    packing: WINDOW_PACKING,
    limit: ratePerMinute,
    // A clock set back by more than a window starts a new one too; by less, the window goes on.
    current: (read, now) => (Math.abs(now - read.period) < RATE_WINDOW_MS ? read : { period: now, count: 0 }),
    endMs: (start) => start + RATE_WINDOW_MS,
  };
}

function monthTerms({ monthlyQuota = Number.POSITIVE_INFINITY }: KeyLimits): Terms {
  return {
    packing: MONTH_PACKING,
    limit: monthlyQuota,
    current(read, now) {
      const month = monthOf(now);
      return read.period === month ? read : { period: month, count: 0 };
    },
    endMs: (month) => monthStartMs(month + 1),
  };
}
