import type { Database } from "../../base/sqlite.ts";
import {
  AUDIT_COLUMNS,
  type AuditEntry,
  type AuditLog,
  type AuditRecord,
  type AuditRow,
  type AuditSelection,
  auditValuesOf,
  entryOfRow,
  type KeyUse,
  type NetworkUse,
} from "../audit.ts";
import { toAccountsError } from "./accounts-db.ts";
import { type AccountsFile, openAccountsFile } from "./accounts-file.ts";

const INSERT = `INSERT INTO audit (${AUDIT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const LIST = `
SELECT * FROM audit WHERE id < coalesce(?1, id + 1) AND subject = coalesce(?2, subject) ORDER BY id DESC LIMIT ?3`;
const ADD_USE = `
INSERT INTO key_use (day, key_id, network, requests, last_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, last_at = max(last_at, excluded.last_at)`;
const LIST_USES = `
SELECT day, network, requests, last_at AS lastAt FROM key_use
WHERE key_id = ? AND day > ? ORDER BY lastAt DESC`;
/** Skips entries that both files have: they were made before the backup. */
const CARRY_OVER = `
INSERT INTO main.audit (${AUDIT_COLUMNS})
SELECT ${AUDIT_COLUMNS} FROM former.audit EXCEPT SELECT ${AUDIT_COLUMNS} FROM main.audit ORDER BY at`;
/**
 * Counts of a key, day and network only grow, so the larger is the later. Only of keys that both files have: the id of
 * another one is given to a new key.
 */
const CARRY_OVER_USES = `
INSERT INTO main.key_use (day, key_id, network, requests, last_at)
SELECT day, key_id, network, requests, last_at FROM former.key_use
JOIN former.api_key AS known ON known.id = key_id
JOIN main.api_key AS restored ON restored.id = key_id AND restored.created_at = known.created_at
WHERE true
ON CONFLICT DO UPDATE SET
  requests = max(requests, excluded.requests), last_at = max(last_at, excluded.last_at)`;

/** Records an entry in the transaction of the caller. */
export function insertAudit(db: Database, record: AuditRecord): void {
  db.prepare(INSERT).run(...auditValuesOf(record));
}

/** Opens the audit in accounts.db of a data folder. `waitMs` is the longest wait for a lock. */
export function openAudit(dataDir: string, waitMs?: number): AuditLog {
  const file = openAccountsFile(dataDir, { create: false });
  if (waitMs !== undefined) {
    file.setBusyTimeout(waitMs);
  }
  return new SqliteAudit(file);
}

class SqliteAudit implements AuditLog {
  readonly #file: AccountsFile;

  constructor(file: AccountsFile) {
    this.#file = file;
  }

  record(record: AuditRecord): void {
    this.#run((db) => insertAudit(db, record));
  }

  list({ limit, beforeId = undefined, subject = undefined }: AuditSelection): AuditEntry[] {
    const find = (db: Database) =>
      db
        .query<AuditRow, [number | null, string | null, number]>(LIST)
        .all(beforeId ?? null, subject ?? null, limit);
    return this.#run(find).map(entryOfRow);
  }

  addUses(uses: readonly KeyUse[]): void {
    this.#run((db) => {
      const add = db.query(ADD_USE);
      const addAll = db.transaction(() => {
        for (const { keyId, network, requests, lastMs } of uses) {
          const lastAt = new Date(lastMs).toISOString();
          add.run(lastAt.slice(0, 10), keyId, network, requests, lastAt);
        }
      });
      addAll.immediate();
    });
  }

  listUses(keyId: number, days: number): NetworkUse[] {
    return this.#run((db) => db.query<NetworkUse, [number, string]>(LIST_USES).all(keyId, dayAgo(days)));
  }

  keepDays(days: number): void {
    const last = dayAgo(days);
    this.#run((db) => {
      const remove = db.transaction(() => {
        db.query("DELETE FROM audit WHERE substr(at, 1, 10) <= ?").run(last);
        db.query("DELETE FROM key_use WHERE day <= ?").run(last);
      });
      remove.immediate();
    });
  }

  close(): void {
    this.#file.close();
  }

  #run<T>(work: (db: Database) => T): T {
    try {
      this.#file.reopenIfReplaced();
      return work(this.#file.db);
    } catch (error) {
      throw toAccountsError(error, this.#file.path);
    }
  }
}

/** Returns the day (UTC) that many days ago. */
function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Adds to accounts.db the entries that only the file `former` has, and the networks from which its keys were used.
 * Throws when that cannot be read.
 */
export function carryOverAudit(dataDir: string, former: string): void {
  const file = openAccountsFile(dataDir, { create: false });
  const { db } = file;
  try {
    db.query("ATTACH ? AS former").run(former);
    // Both tables are of one version.
    if (db.query("SELECT 1 FROM former.sqlite_schema WHERE name = 'key_use'").get() !== null) {
      // Begun as "immediate", it would lock the former file for writing too, and note both files in a third one, which
      // a killed process leaves. Its first statement writes, so it waits for the lock all the same.
      db.transaction(() => {
        db.run(CARRY_OVER);
        db.run(CARRY_OVER_USES);
      })();
    }
  } catch (error) {
    throw toAccountsError(error, former);
  } finally {
    file.close();
  }
}
