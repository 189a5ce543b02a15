/**
 * Tables of how a registry came about. They are the only ones that depend on its history: an import and the updates
 * that lead to the same state have different rows here.
 *
 * `import_log` has one row for each import and update that was published in the data folder, and each publish copies
 * it. `data_version` names the registry that resulted (data-versions.ts); it is null for one of schema 7 or older.
 *
 * `address_change` has the addresses whose record (adres-record.ts) differs between the registry of one row of the
 * log (`import_id`) and the registry before it; `existed` is 0 for an address that came, 1 for one that changed or
 * went. `address_changes` of that row of the log is their number, or null where none are kept: the registry before it
 * cannot be compared with it, or too many changes have come since. It is null for all rows before such a row too.
 */
export const HISTORY_TABLES = `
CREATE TABLE import_log (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  completed_at TEXT NOT NULL,
  reference_date TEXT NOT NULL,
  records_processed INTEGER NOT NULL,
  report TEXT NOT NULL,
  data_version TEXT,
  address_changes INTEGER
);
CREATE TABLE address_change (
  import_id INTEGER NOT NULL REFERENCES import_log(id),
  adres_id INTEGER NOT NULL,
  existed INTEGER NOT NULL,
  PRIMARY KEY (import_id, adres_id)
) WITHOUT ROWID;`;
