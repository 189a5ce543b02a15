import type { Database } from "../../base/sqlite.ts";

/**
 * Table of jobs. Times are milliseconds since 1970. `state` is never `expired`: a completed job counts as
 * expired once `expires_at` has passed. Pending and processing jobs are few and queried constantly, so they have a
 * partial index.
 */
const JOB_TABLE = `
CREATE TABLE IF NOT EXISTS export_job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  key_id INTEGER NOT NULL,
  kind TEXT NOT NULL DEFAULT 'export',
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  total_records INTEGER NOT NULL,
  processed_records INTEGER NOT NULL DEFAULT 0,
  file_name TEXT,
  file_size INTEGER,
  file_version TEXT,
  error TEXT,
  worker TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  interruptions INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER
);
CREATE INDEX IF NOT EXISTS export_job_key ON export_job (key_id, lease_until);
CREATE INDEX IF NOT EXISTS export_job_unfinished ON export_job (key_id, seq) WHERE state IN ('pending', 'processing');`;

/** Columns added in later versions, for files that older versions created. */
const ADDED_COLUMNS = { kind: "TEXT NOT NULL DEFAULT 'export'" };

/** Makes the table, or adds the columns that it lacks. */
export function makeTable(db: Database): void {
  if (!hasTable(db)) {
    db.run(JOB_TABLE);
  }
  const names = columnNames(db);
  if (Object.keys(ADDED_COLUMNS).every((name) => names.has(name))) {
    return;
  }
  db.transaction(() => {
    // Another process may have added them meanwhile.
    const present = columnNames(db);
    for (const [name, type] of Object.entries(ADDED_COLUMNS)) {
      if (!present.has(name)) {
        db.run(`ALTER TABLE export_job ADD COLUMN ${name} ${type}`);
      }
    }
  }).immediate();
}

function columnNames(db: Database): Set<string> {
  const columns = db.query<{ name: string }, []>("SELECT name FROM pragma_table_info('export_job')").all();
  return new Set(columns.map(({ name }) => name));
}

/** Returns false for an accounts.db that no server with jobs has opened. */
export function hasTable(db: Database): boolean {
  return db.query("SELECT 1 FROM sqlite_schema WHERE name = 'export_job'").get() !== null;
}
