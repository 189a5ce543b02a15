/**
 * Tracks the rows that an update has changed, with their previous values, and selects rows with weights that count
 * them.
 */
import type { Database } from "../../base/sqlite.ts";

/** The tables whose rows other tables are derived from. */
const TOUCHED_TABLES = [
  "woonplaats",
  "openbare_ruimte",
  "nummeraanduiding",
  "verblijfsobject",
  "ligplaats",
  "standplaats",
  "pand",
  "adres",
  "gemeente",
  "postcodegebied",
] as const;

export type TouchedTable = (typeof TOUCHED_TABLES)[number];

export function isTouchedTable(table: string): table is TouchedTable {
  return (TOUCHED_TABLES as readonly string[]).includes(table);
}

/** Tables with columns `…_count`, which count rows of other tables: a change of a count alone touches no row. */
const COUNTING: ReadonlySet<TouchedTable> = new Set(["openbare_ruimte", "woonplaats", "gemeente"]);

/**
 * From now on, collects for each table the rows that are changed, added or removed on this connection, once for a
 * connection. The attached `work` database gets `touched_<table>` with their fid, and `old_<table>` with their previous
 * values. A row that is in `touched_<table>` only did not exist before. The current values are in the table itself,
 * unless the row was removed.
 */
export function collectTouchedRows(db: Database): void {
  for (const table of TOUCHED_TABLES) {
    db.run(`CREATE TABLE work.touched_${table} (fid INTEGER PRIMARY KEY)`);
    db.run(`CREATE TABLE work.old_${table} AS SELECT * FROM ${table} WHERE false`);
    const columns = db.query(`SELECT name FROM pragma_table_info('${table}')`).values().flat() as string[];
    const changing = columns.filter((name) => !(COUNTING.has(table) && name.endsWith("_count")));
    createTrigger(db, table, "INSERT", "NEW");
    createTrigger(db, table, `UPDATE OF ${changing.join(", ")}`, "OLD");
    createTrigger(db, table, "DELETE", "OLD");
  }
}

/** Without `INSERT OR IGNORE`, because in a trigger the conflict clause of the statement that fires it applies. */
function createTrigger(db: Database, table: TouchedTable, event: string, row: "NEW" | "OLD"): void {
  const name = `touch_${table}_${event.split(" ", 1)[0]}`;
  const isNew = `${row}.fid NOT IN (SELECT fid FROM touched_${table})`;
  db.run(`CREATE TEMP TRIGGER ${name} BEFORE ${event} ON main.${table} BEGIN
    INSERT INTO old_${table} SELECT * FROM main.${table} WHERE fid = ${row}.fid AND ${isNew};
    INSERT INTO touched_${table} SELECT ${row}.fid WHERE ${isNew};
  END`);
}

/**
 * Returns SQL for all rows of a table, each with `weight` 1. The sum of `weight` is the number of rows in an import,
 * and the change of that number in an update: the same SQL can count for both.
 */
export function allRowsSql(table: TouchedTable): string {
  return `(SELECT *, 1 AS weight FROM ${table})`;
}

/** Returns SQL for the touched rows of a table: new contents with `weight` 1, former contents with `weight` -1. */
export function differencesSql(table: TouchedTable): string {
  return `(SELECT t.*, 1 AS weight FROM work.touched_${table} CROSS JOIN ${table} t USING (fid)
    UNION ALL SELECT *, -1 FROM work.old_${table})`;
}

/** Returns SQL for the rows of a table in `work.affected` (links/find-affected.ts), as they were before the update. */
export function formerAffectedRowsSql(table: TouchedTable): string {
  return `(SELECT * FROM work.old_${table} UNION ALL SELECT t.* FROM work.affected
    CROSS JOIN ${table} t ON t.fid = affected.fid WHERE t.fid NOT IN (SELECT fid FROM work.touched_${table}))`;
}
