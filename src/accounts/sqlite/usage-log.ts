import { BUSY_TIMEOUT_MS, type Database, type Statement } from "../../base/sqlite.ts";
import { USAGE_DAYS_KEPT } from "../key-store.ts";
import type { KeyCount, KeySlots } from "../memory/key-slots.ts";
import { formatMonth, usageMonthOf } from "../usage-months.ts";
import { type AccountsFile, type AccountsFileOptions, openAccountsFile } from "./accounts-file.ts";

/** Maximum wait of a flush for a lock: short, because it blocks the thread and the flush is retried soon. */
const FLUSH_LOCK_TIMEOUT_MS = 25;

/** Usage of a key's month on which memory and file last agreed. */
type Synced = Pick<KeyCount, "month" | "requests" | "lastUsedMs">;

interface UsageRow {
  readonly key_id: number;
  readonly requests: number;
}

/**
 * Writes the usage of keys to accounts.db in the background: a crash loses only requests counted since the last flush.
 * Only differences are written, so the usage of servers that run side by side adds up; each reads the total when it
 * writes its own share.
 */
export class UsageLog {
  readonly #file: AccountsFile;
  readonly #slots: KeySlots;
  readonly #synced = new Map<number, Synced>();
  readonly #clock: () => number;
  #rows: UsageRows;

  /** Loads this month's usage into the counters; must run before anything is counted. */
  constructor(
    dataDir: string,
    slots: KeySlots,
    options: AccountsFileOptions & { clock?: () => number } = {},
  ) {
    this.#slots = slots;
    this.#clock = options.clock ?? Date.now;
    this.#file = openAccountsFile(dataDir, options);
    this.#rows = new UsageRows(this.#file.db);
    this.#loadCurrentMonths();
    this.#file.setBusyTimeout(FLUSH_LOCK_TIMEOUT_MS);
  }

  /**
   * Writes requests counted since the last flush; a failed flush leaves them to the next one. Returns true when
   * another file has replaced accounts.db: the usage in that file counts from now on.
   */
  flush(): boolean {
    const isReplaced = this.#file.reopenIfReplaced();
    if (isReplaced) {
      this.#resetToFile();
    }
    const changed = [...this.#slots.list()].filter((count) => this.#isChanged(count));
    if (changed.length > 0) {
      this.#writeAll(changed);
    }
    return isReplaced;
  }

  /** Writes the rest and closes the file; waits for a lock for up to `BUSY_TIMEOUT_MS`. */
  close(): void {
    try {
      this.#file.setBusyTimeout(BUSY_TIMEOUT_MS);
      this.flush();
    } finally {
      this.#rows.finalize();
      this.#file.close();
    }
  }

  /** Resets the counters to the usage in the new file plus the requests not yet written. */
  #resetToFile(): void {
    this.#rows.finalize();
    this.#rows = new UsageRows(this.#file.db);
    const read = this.#file.db.query<UsageRow, [number, string]>(
      "SELECT key_id, requests FROM key_usage WHERE key_id = ? AND month = ?",
    );
    for (const count of this.#slots.list()) {
      const synced = this.#syncedOf(count);
      const requests = read.get(count.keyId, formatMonth(count.month))?.requests ?? 0;
      this.#slots.addToMonth(count.keyId, count.month, requests - (synced?.requests ?? 0));
      const lastUsedMs = synced?.lastUsedMs ?? 0;
      this.#synced.set(syncKeyOf(count), { month: count.month, requests, lastUsedMs });
    }
    this.#loadCurrentMonths();
  }

  /** Loads this month and the next one, which has already begun when the clock was set back across its start. */
  #loadCurrentMonths(): void {
    const month = usageMonthOf(this.#clock());
    for (const loadedMonth of [month, month + 1]) {
      this.#load(loadedMonth);
    }
  }

  #load(month: number): void {
    const rows = this.#file.db.query<UsageRow, [string]>(
      "SELECT key_id, requests FROM key_usage WHERE month = ?",
    );
    for (const { key_id: keyId, requests } of rows.all(formatMonth(month))) {
      if (this.#syncedOf({ keyId, month }) !== undefined) {
        continue;
      }
      this.#slots.addToMonth(keyId, month, requests);
      this.#synced.set(syncKeyOf({ keyId, month }), { month, requests, lastUsedMs: 0 });
    }
  }

  #isChanged(count: KeyCount): boolean {
    if (count.lastUsedMs === 0) {
      return false;
    }
    const synced = this.#syncedOf(count);
    if (synced === undefined) {
      return count.requests > 0 || !count.hasEnded;
    }
    return synced.requests !== count.requests || (!count.hasEnded && synced.lastUsedMs !== count.lastUsedMs);
  }

  #writeAll(changed: readonly KeyCount[]): void {
    const write = this.#file.db.transaction(() => changed.map((count) => this.#write(count)));
    const totals = write.immediate();
    // The file was replaced meanwhile: the usage went to the old file and must be written to the new one.
    if (!this.#file.isInPlace()) {
      return;
    }
    for (const [i, total] of totals.entries()) {
      this.#markSynced(changed[i]!, total);
    }
  }

  /** Adds the requests counted since the last sync; returns the month's total, including the share of other servers. */
  #write(count: KeyCount): number {
    return this.#rows.add(count, count.requests - (this.#syncedOf(count)?.requests ?? 0));
  }

  #markSynced({ keyId, month, requests, lastUsedMs }: KeyCount, total: number): void {
    if (total !== requests) {
      this.#slots.addToMonth(keyId, month, total - requests);
    }
    this.#synced.set(syncKeyOf({ keyId, month }), { month, requests: total, lastUsedMs });
  }

  #syncedOf(count: Pick<KeyCount, "keyId" | "month">): Synced | undefined {
    const synced = this.#synced.get(syncKeyOf(count));
    return synced?.month === count.month ? synced : undefined;
  }
}

/** Returns the map key for a key's month. As in the slots, even and odd months have one entry each. */
function syncKeyOf({ keyId, month }: Pick<KeyCount, "keyId" | "month">): number {
  return keyId * 2 + (month % 2);
}

const ADD_TO_MONTH = `
INSERT INTO key_usage (key_id, month, requests, last_used_at) VALUES (?1, ?2, max(?3, 0), ?4)
ON CONFLICT DO UPDATE SET requests = max(requests + ?3, 0), last_used_at = max(last_used_at, excluded.last_used_at)
RETURNING requests`;
const ADD_TO_DAY = `
INSERT INTO key_usage_day (day, key_id, requests) VALUES (?1, ?2, max(?3, 0))
ON CONFLICT DO UPDATE SET requests = max(requests + ?3, 0)`;
const REMOVE_DAYS = `DELETE FROM key_usage_day WHERE day < date(?, '-${USAGE_DAYS_KEPT - 1} days')`;

/** Statements that write usage to accounts.db; `finalize` them before the database is closed. */
export class UsageRows {
  readonly #addToMonth: Statement<{ requests: number }, [number, string, number, string]>;
  readonly #addToDay: Statement<unknown, [string, number, number]>;
  readonly #removeDays: Statement<unknown, [string]>;
  /** Latest day to which usage was added; days out of retention are removed when a new one begins. */
  #latestDay = "";

  constructor(db: Database) {
    this.#addToMonth = db.prepare(ADD_TO_MONTH);
    this.#addToDay = db.prepare(ADD_TO_DAY);
    this.#removeDays = db.prepare(REMOVE_DAYS);
  }

  /**
   * Adds `requests`, which may be negative, to the key's month and to the day of its last use; returns the total of the
   * month. Requests of one flush count for one day, so midnight is exact to half a second.
   */
  add({ keyId, month, lastUsedMs }: KeyCount, requests: number): number {
    const lastUsedAt = new Date(lastUsedMs).toISOString();
    const day = lastUsedAt.slice(0, 10);
    if (requests !== 0) {
      this.#addToDay.run(day, keyId, requests);
    }
    if (day > this.#latestDay) {
      this.#removeDays.run(day);
      this.#latestDay = day;
    }
    return this.#addToMonth.get(keyId, formatMonth(month), requests, lastUsedAt)!.requests;
  }

  finalize(): void {
    for (const statement of [this.#addToMonth, this.#addToDay, this.#removeDays]) {
      statement.finalize();
    }
  }
}
