import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../base/errors.ts";
import { type Database, openShared } from "../base/sqlite.ts";

/**
 * `revision` grows with every change of any key, so that whoever knows all keys up to one revision can ask for the
 * rest. `key_usage` is written behind by the server, once for all of a month.
 */
const TABLES = `
CREATE TABLE IF NOT EXISTS api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  secret_sha256 BLOB NOT NULL,
  created_at TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS key_usage (
  key_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  requests INTEGER NOT NULL,
  last_used_at TEXT NOT NULL,
  PRIMARY KEY (key_id, month)
) WITHOUT ROWID;`;

/** Columns that came later, for the files made before. */
const ADDED_COLUMNS = {
  rate_per_minute: "INTEGER NOT NULL DEFAULT 60",
  visitor_rate_per_minute: "INTEGER",
  monthly_quota: "INTEGER",
  origins: "TEXT NOT NULL DEFAULT '[]'",
  ip_ranges: "TEXT NOT NULL DEFAULT '[]'",
  expires_at: "TEXT",
  revoked_at: "TEXT",
  previous_sha256: "BLOB",
  previous_until: "TEXT",
  revision: "INTEGER NOT NULL DEFAULT 0",
};

/** Opens `<dataDir>/accounts.db`, made with its folder when missing. */
export function openAccountsDb(dataDir: string): Database {
  const path = join(dataDir, "accounts.db");
  try {
    mkdirSync(dataDir, { recursive: true });
    const db = openShared(path);
    db.transaction(() => makeTables(db)).immediate();
    return db;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("unavailable", `${path} cannot be used: ${reason}`, { cause });
  }
}

function makeTables(db: Database): void {
  db.run(TABLES);
  const columns = db.query<{ name: string }, []>("SELECT name FROM pragma_table_info('api_key')").all();
  const known = new Set(columns.map(({ name }) => name));
  for (const [name, type] of Object.entries(ADDED_COLUMNS)) {
    if (!known.has(name)) db.run(`ALTER TABLE api_key ADD COLUMN ${name} ${type}`);
  }
  db.run("CREATE INDEX IF NOT EXISTS api_key_by_revision ON api_key (revision)");
}
