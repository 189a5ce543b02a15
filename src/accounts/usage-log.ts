import { PATIENT_MS, type Statement } from "../base/sqlite.ts";
import { type AccountsFile, type FollowOptions, followAccountsDb } from "./accounts-file.ts";
import type { KeyCount, KeySlots } from "./key-slots.ts";
import { formatMonth, monthOf } from "./month.ts";

/** A flush that meets a lock is tried again soon, and other work of its thread goes on meanwhile. */
const SHORT_MS = 25;

/** What memory and file last agreed on for a key's month. */
type Synced = Pick<KeyCount, "month" | "requests" | "lastUsedMs">;

interface UsageRow {
  readonly key_id: number;
  readonly requests: number;
}

type Add = Statement<UsageRow, [number, string, number, string]>;

/**
 * Keeps what keys use in the file, behind the counters: what was counted since the last flush is lost in a crash and
 * nothing else. Only differences are written, so servers that run side by side add up, and each hears of the other's
 * when it writes its own.
 */
export class UsageLog {
  readonly #file: AccountsFile;
  readonly #slots: KeySlots;
  readonly #synced = new Map<number, Synced>();
  readonly #clock: () => number;
  #add: Add;

  /** Loads this month's usage into the counters, which must be before anything is counted. */
  constructor(dataDir: string, slots: KeySlots, options: FollowOptions & { clock?: () => number } = {}) {
    this.#slots = slots;
    this.#clock = options.clock ?? Date.now;
    this.#file = followAccountsDb(dataDir, options);
    this.#add = this.#prepareAdd();
    this.#loadBegun();
    this.#file.setWait(SHORT_MS);
  }

  /**
   * Writes what was counted since the last time; what cannot be written stays for the next flush. True when it found
   * another file in the place of the one before: what that one says counts from here on.
   */
  flush(): boolean {
    const isOther = this.#file.follow();
    if (isOther) this.#startFrom();
    const changed = [...this.#slots.list()].filter((count) => this.#isChanged(count));
    if (changed.length > 0) this.#writeAll(changed);
    return isOther;
  }

  /** Writes what is left, and waits for a lock as long as another start would. */
  close(): void {
    try {
      this.#file.setWait(PATIENT_MS);
      this.flush();
    } finally {
      this.#add.finalize();
      this.#file.close();
    }
  }

  #prepareAdd(): Add {
    return this.#file.db.prepare(`
      INSERT INTO key_usage (key_id, month, requests, last_used_at) VALUES (?1, ?2, max(?3, 0), ?4)
      ON CONFLICT DO UPDATE SET requests = max(requests + ?3, 0), last_used_at = max(last_used_at, excluded.last_used_at)
      RETURNING key_id, requests`);
  }

  /** What another file says, and what was counted and not yet written, is what keys have used. */
  #startFrom(): void {
    this.#add.finalize();
    this.#add = this.#prepareAdd();
    const read = this.#file.db.query<UsageRow, [number, string]>(
      "SELECT key_id, requests FROM key_usage WHERE key_id = ? AND month = ?",
    );
    for (const count of this.#slots.list()) {
      const synced = this.#syncedOf(count);
      const requests = read.get(count.keyId, formatMonth(count.month))?.requests ?? 0;
      this.#slots.addToMonth(count.keyId, count.month, requests - (synced?.requests ?? 0));
      const lastUsedMs = synced?.lastUsedMs ?? 0;
      this.#synced.set(placeOf(count), { month: count.month, requests, lastUsedMs });
    }
    this.#loadBegun();
  }

  /** Loads this month, and the next one, which has begun where the clock was set back over its start. */
  #loadBegun(): void {
    const month = monthOf(this.#clock());
    for (const begun of [month, month + 1]) this.#load(begun);
  }

  #load(month: number): void {
    const rows = this.#file.db.query<UsageRow, [string]>(
      "SELECT key_id, requests FROM key_usage WHERE month = ?",
    );
    for (const { key_id: keyId, requests } of rows.all(formatMonth(month))) {
      if (this.#syncedOf({ keyId, month }) !== undefined) continue;
      this.#slots.addToMonth(keyId, month, requests);
      this.#synced.set(placeOf({ keyId, month }), { month, requests, lastUsedMs: 0 });
    }
  }

  #isChanged(count: KeyCount): boolean {
    if (count.lastUsedMs === 0) return false;
    const synced = this.#syncedOf(count);
    if (synced === undefined) return count.requests > 0 || !count.isOver;
    return synced.requests !== count.requests || (!count.isOver && synced.lastUsedMs !== count.lastUsedMs);
  }

  #writeAll(changed: readonly KeyCount[]): void {
    const write = this.#file.db.transaction(() => changed.map((count) => this.#write(count)));
    const totals = write.immediate();
    // Replaced meanwhile: it was written to the file before, and is to be written to the present one.
    if (!this.#file.isInPlace()) return;
    for (const [i, total] of totals.entries()) this.#settle(changed[i]!, total);
  }

  /** Adds what was counted since the last agreement; gives the month's total, others' share included. */
  #write(count: KeyCount): number {
    const { keyId, month, requests, lastUsedMs } = count;
    const counted = requests - (this.#syncedOf(count)?.requests ?? 0);
    return this.#add.get(keyId, formatMonth(month), counted, new Date(lastUsedMs).toISOString())!.requests;
  }

  #settle({ keyId, month, requests, lastUsedMs }: KeyCount, total: number): void {
    if (total !== requests) this.#slots.addToMonth(keyId, month, total - requests);
    this.#synced.set(placeOf({ keyId, month }), { month, requests: total, lastUsedMs });
  }

  #syncedOf(count: Pick<KeyCount, "keyId" | "month">): Synced | undefined {
    const synced = this.#synced.get(placeOf(count));
    return synced?.month === count.month ? synced : undefined;
  }
}

/** Where the agreement about a key's month is kept: as in the slots, two months of each. */
function placeOf({ keyId, month }: Pick<KeyCount, "keyId" | "month">): number {
  return keyId * 2 + (month % 2);
}
