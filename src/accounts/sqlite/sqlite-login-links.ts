import { BUSY_TIMEOUT_MS, type Database } from "../../base/sqlite.ts";
import { type Actor, currentUser } from "../audit.ts";
import { hashLink, type LoginLinkRow, type LoginLinks, newLoginLink, recordOfUse } from "../login-link.ts";
import { accountsPath, openAccountsDb, toAccountsError } from "./accounts-db.ts";
import { insertAudit } from "./sqlite-audit.ts";

/** Login links in accounts.db. Opens the file for each call: they are rare, and a restore may have replaced it. */
export class SqliteLoginLinks implements LoginLinks {
  readonly #dataDir: string;
  readonly #waitMs: number;

  /** `waitMs` is the longest wait for a lock. */
  constructor(dataDir: string, waitMs = BUSY_TIMEOUT_MS) {
    this.#dataDir = dataDir;
    this.#waitMs = waitMs;
  }

  create(nowMs: number, by: Actor = currentUser()): string {
    const { token, row } = newLoginLink(nowMs, by);
    this.#inTransaction((db) => {
      db.prepare("DELETE FROM login_link WHERE expires_ms <= ?").run(nowMs);
      db.prepare("INSERT INTO login_link (sha256, expires_ms, actor, who) VALUES (?, ?, ?, ?)").run(
        ...[row.sha256, row.expires_ms, row.actor, row.who],
      );
    });
    return token;
  }

  has(sha256: string, nowMs: number): boolean {
    const find = "SELECT 1 FROM login_link WHERE sha256 = ? AND expires_ms > ?";
    return this.#run((db) => db.prepare(find).get(sha256, nowMs) !== null);
  }

  use(token: string, nowMs: number): boolean {
    const take = "DELETE FROM login_link WHERE sha256 = ? AND expires_ms > ? RETURNING actor, who";
    return this.#inTransaction((db) => {
      const link = db
        .prepare<Pick<LoginLinkRow, "actor" | "who">, [string, number]>(take)
        .get(hashLink(token), nowMs);
      if (link !== null) {
        insertAudit(db, recordOfUse(link));
      }
      return link !== null;
    });
  }

  close(): void {}

  /** Runs `work` under the write lock from its start. */
  #inTransaction<T>(work: (db: Database) => T): T {
    return this.#run((db) => db.transaction(() => work(db)).immediate());
  }

  #run<T>(work: (db: Database) => T): T {
    const db = openAccountsDb(this.#dataDir, { create: false, waitMs: this.#waitMs });
    try {
      return work(db);
    } catch (error) {
      throw toAccountsError(error, accountsPath(this.#dataDir));
    } finally {
      db.close();
    }
  }
}
