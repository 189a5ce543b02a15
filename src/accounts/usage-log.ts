import { logError } from "../base/log.ts";
import type { Database, Statement } from "../base/sqlite.ts";
import { openAccountsDb } from "./accounts-db.ts";
import type { KeyCount, KeySlots } from "./key-slots.ts";
import { formatMonth, monthOf } from "./month.ts";

/** The most usage that a crash can lose. */
const FLUSH_MS = 500;

/** Keeps a usage log until closed. What cannot be written is written with the next flush. */
export function keepUsage(dataDir: string, slots: KeySlots): { close(): void } {
  const log = new UsageLog(dataDir, slots);
  const timer = setInterval(() => {
    try {
      log.flush();
    } catch (error) {
      logError("usage cannot be written", error);
    }
  }, FLUSH_MS);
  timer.unref();
  return {
    close() {
      clearInterval(timer);
      log.close();
    },
  };
}

/** What memory and file last agreed on for a key. */
type Synced = Pick<KeyCount, "month" | "requests" | "lastUsedMs">;

interface UsageRow {
  readonly key_id: number;
  readonly requests: number;
}

/**
 * Keeps what keys use in the file, behind the counters: what was counted since the last flush is lost in a crash and
 * nothing else. Only differences are written, so servers that run side by side add up, and each hears of the other's
 * when it writes its own.
 */
export class UsageLog {
  readonly #db: Database;
  readonly #slots: KeySlots;
  readonly #synced = new Map<number, Synced>();
  readonly #add: Statement<UsageRow, [number, string, number, string]>;

  /** Loads this month's usage into the counters, which must be before anything is counted. */
  constructor(dataDir: string, slots: KeySlots) {
    this.#db = openAccountsDb(dataDir);
    this.#slots = slots;
    this.#add = this.#db.prepare(`
      INSERT INTO key_usage (key_id, month, requests, last_used_at) VALUES (?1, ?2, max(?3, 0), ?4)
      ON CONFLICT DO UPDATE SET requests = max(requests + ?3, 0), last_used_at = max(last_used_at, excluded.last_used_at)
      RETURNING key_id, requests`);
    this.#load(monthOf(Date.now()));
  }

  /** When writing fails, the next flush writes the same again. */
  flush(): void {
    const changed = [...this.#slots.list()].filter((count) => this.#isChanged(count));
    if (changed.length === 0) return;
    const write = this.#db.transaction(() => changed.map((count) => this.#write(count)));
    for (const [i, total] of write.immediate().entries()) this.#settle(changed[i]!, total);
  }

  /** Writes what is left. */
  close(): void {
    this.flush();
    this.#add.finalize();
    this.#db.close();
  }

  #load(month: number): void {
    const rows = this.#db.query<UsageRow, [string]>("SELECT key_id, requests FROM key_usage WHERE month = ?");
    for (const { key_id, requests } of rows.all(formatMonth(month))) {
      this.#slots.addToMonth(key_id, month, requests);
      this.#synced.set(key_id, { month, requests, lastUsedMs: 0 });
    }
  }

  #isChanged({ keyId, month, requests, lastUsedMs }: KeyCount): boolean {
    if (lastUsedMs === 0) return false;
    const synced = this.#synced.get(keyId);
    return synced?.month !== month || synced.requests !== requests || synced.lastUsedMs !== lastUsedMs;
  }

  /** Adds what was counted since the last agreement; gives the month's total, others' share included. */
  #write({ keyId, month, requests, lastUsedMs }: KeyCount): number {
    const synced = this.#synced.get(keyId);
    const counted = requests - (synced?.month === month ? synced.requests : 0);
    return this.#add.get(keyId, formatMonth(month), counted, new Date(lastUsedMs).toISOString())!.requests;
  }

  #settle({ keyId, month, requests, lastUsedMs }: KeyCount, total: number): void {
    if (total !== requests) this.#slots.addToMonth(keyId, month, total - requests);
    this.#synced.set(keyId, { month, requests: total, lastUsedMs });
  }
}
