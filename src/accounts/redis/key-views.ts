import { RATE_WINDOW_MS } from "../counters.ts";
import { MONTH_BITS, RATE_BITS } from "../memory/key-slots.ts";
import { PeriodCounts } from "../memory/period-counts.ts";
import {
  type KeySlotsMemory,
  LAST_USED,
  MONTHS,
  RATE_WINDOW,
  SlotTable,
  TAKEN,
  UNSHARED,
} from "../memory/slot-table.ts";

/** Requests of a rate window that only this node has counted. */
export interface UnsharedWindow {
  readonly keyId: number;
  readonly startMs: number;
  readonly requests: number;
}

/**
 * Keeps this node's view of keys that Redis counts, in the memory of the node's own counters (memory/key-slots.ts).
 * While Redis is away the node continues from this view, and tells Redis its counts afterwards.
 */
export class KeyViews {
  readonly #table: SlotTable;
  readonly #rates: PeriodCounts;
  readonly #months: PeriodCounts;
  readonly #halves: Int32Array;

  constructor(memory: KeySlotsMemory) {
    this.#table = new SlotTable(memory);
    this.#rates = new PeriodCounts(memory.slots, RATE_BITS);
    this.#months = new PeriodCounts(memory.slots, MONTH_BITS);
    this.#halves = new Int32Array(memory.slots);
  }

  /** Records a rate window that Redis has answered; answers about one window may arrive in any order. */
  recordRate(keyId: number, endMs: number, used: number): void {
    const word = this.#table.slotOf(keyId) + RATE_WINDOW;
    const period = endMs - RATE_WINDOW_MS;
    for (;;) {
      const before = this.#rates.read(word);
      const isSame = before.period === period;
      if (isSame && before.count >= used) {
        return;
      }
      const isDone = isSame
        ? this.#rates.exchangeCount(word, before, used)
        : this.#rates.exchangePeriod(word, before, { period, count: used });
      if (isDone) {
        return;
      }
    }
  }

  /** Counts requests that Redis has granted in the month of a key, for the store of usage. */
  countTaken(keyId: number, month: number, requests: number): void {
    const slot = this.#table.slotOf(keyId);
    Atomics.store(this.#halves, (slot + LAST_USED) * 2, Math.floor(Date.now() / 1000));
    for (const words of [MONTHS, TAKEN]) {
      this.#months.add(slot + words + (month % 2), month, requests);
    }
  }

  /** Counts requests of a rate window that Redis does not know. */
  countUnshared({ keyId, startMs, requests }: UnsharedWindow): void {
    this.#rates.add(this.#table.slotOf(keyId) + UNSHARED, startMs, requests);
  }

  /** Removes the unshared requests of all windows, and returns the requests of windows that still run. */
  takeUnshared(nowMs: number): UnsharedWindow[] {
    const windows: UnsharedWindow[] = [];
    for (const { keyId, slot } of this.#table.list()) {
      const { period: startMs, count: requests } = this.#rates.read(slot + UNSHARED);
      if (requests > 0) {
        this.#rates.add(slot + UNSHARED, startMs, -requests);
      }
      if (requests > 0 && startMs + RATE_WINDOW_MS > nowMs) {
        windows.push({ keyId, startMs, requests });
      }
    }
    return windows;
  }
}
