import type { Database, Statement } from "../../base/sqlite.ts";
import { USAGE_DAYS_KEPT } from "../key-store.ts";
import type { KeyCount } from "../memory/key-slots.ts";
import { formatMonth } from "../month.ts";

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
