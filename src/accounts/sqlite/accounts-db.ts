import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { explainFault } from "../../base/disk-fault.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import { createForFolderOwner, makePrivate } from "../../base/folder-owner.ts";
import { type Database, openShared } from "../../base/sqlite.ts";

/**
 * `revision` increases with every change of any key, so that a reader that knows all keys up to one revision can query
 * only the newer ones. `key_usage` has one row per key and month, `key_usage_day` one per key and day (UTC) of the last
 * 400 days; the server writes both in the background. `audit` has one row per action (audit.ts), `key_use` one per day
 * (UTC), server key and network that used it, `login_link` one per login link that can be used (login-link.ts).
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
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS key_usage_day (
  day TEXT NOT NULL,
  key_id INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (day, key_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  node TEXT NOT NULL,
  actor TEXT NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  "before" TEXT,
  "after" TEXT
);
CREATE INDEX IF NOT EXISTS audit_by_subject ON audit (subject);
CREATE TABLE IF NOT EXISTS key_use (
  day TEXT NOT NULL,
  key_id INTEGER NOT NULL,
  network TEXT NOT NULL,
  requests INTEGER NOT NULL,
  last_at TEXT NOT NULL,
  PRIMARY KEY (key_id, day, network)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS login_link (
  sha256 TEXT PRIMARY KEY,
  expires_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  who TEXT NOT NULL
) WITHOUT ROWID;`;
/** Newest table: a file that lacks it was made by an older version. */
const NEWEST_TABLE = "login_link";

/** Columns of api_key in the first version. */
const FIRST_COLUMNS = ["id", "name", "kind", "secret_sha256", "created_at"];

/** Columns added in later versions, for files that older versions created. */
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

export function accountsPath(dataDir: string): string {
  return join(dataDir, "accounts.db");
}

export function hasAccounts(dataDir: string): boolean {
  return existsSync(accountsPath(dataDir));
}

/** Returns the paths that accounts.db and the files that SQLite keeps beside it have while they exist. */
export function listAccountsPaths(dataDir: string): string[] {
  return ["", "-journal", "-wal", "-shm"].map((end) => accountsPath(dataDir) + end);
}

export interface AccountsDbOptions {
  /** False: throws when accounts.db does not exist. */
  readonly create?: boolean;
  /** Maximum milliseconds to wait for another process's lock. */
  readonly waitMs?: number;
}

/** Opens `<dataDir>/accounts.db`, creating it and its folder when missing. Writes only missing tables and columns. */
export function openAccountsDb(dataDir: string, options: AccountsDbOptions = {}): Database {
  const path = accountsPath(dataDir);
  let db: Database | undefined;
  try {
    if (options.create !== false) {
      mkdirSync(dataDir, { recursive: true });
      createForFolderOwner(path, 0o600);
    }
    // Files of older versions could be read by all users of the machine.
    listAccountsPaths(dataDir).forEach(makePrivate);
    const opened = openShared(path, options);
    db = opened;
    if (listMigrations(opened, options).length > 0) {
      opened.transaction(() => migrate(opened, options)).immediate();
    }
    return opened;
  } catch (cause) {
    db?.close();
    throw toAccountsError(cause, path);
  }
}

/** Converts an error of accounts.db to an AppError for the operator: the cause and, for a disk fault, the remedy. */
export function toAccountsError(error: unknown, path: string): AppError {
  if (error instanceof AppError) {
    return error;
  }
  const reason = messageOf(error);
  const message = explainFault(error, path) ?? `${path} cannot be used: ${reason}`;
  return new AppError("unavailable", message, { cause: error });
}

/**
 * Returns the statements that bring the tables up to date. Throws for a file without the table api_key unless `create`
 * allows filling it.
 */
export function listMigrations(db: Database, { create = true }: AccountsDbOptions): string[] {
  const columns = db.query<{ name: string }, []>("SELECT name FROM pragma_table_info('api_key')").all();
  if (columns.length === 0 && !create) {
    throw new AppError(
      "unavailable",
      `${db.filename} has no table api_key: it is not an accounts.db of baken`,
    );
  }
  const known = new Set(columns.map(({ name }) => name));
  const missingColumns = Object.entries(ADDED_COLUMNS)
    .filter(([name]) => !known.has(name))
    .map(([name, type]) => `ALTER TABLE api_key ADD COLUMN ${name} ${type}`);
  const isNewest = db.query("SELECT 1 FROM sqlite_schema WHERE name = ?").get(NEWEST_TABLE) !== null;
  if (missingColumns.length === 0 && isNewest) {
    return [];
  }
  return [TABLES, ...missingColumns, "CREATE INDEX IF NOT EXISTS api_key_by_revision ON api_key (revision)"];
}

/** Returns the columns of api_key that this version does not know. */
export function listUnknownColumns(db: Database): string[] {
  const columns = db.query<{ name: string }, []>("SELECT name FROM pragma_table_info('api_key')").all();
  const known = [...Object.keys(ADDED_COLUMNS), ...FIRST_COLUMNS];
  return columns.map(({ name }) => name).filter((name) => !known.includes(name));
}

/**
 * Creates missing tables and columns. Lists them again under the lock: another process may have created it meanwhile.
 */
function migrate(db: Database, options: AccountsDbOptions): void {
  for (const statement of listMigrations(db, options)) {
    db.run(statement);
  }
}
