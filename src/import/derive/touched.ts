/**
 * Tracks the rows that an update has changed, with their previous values, and selects rows with weights that count
 * them.
 */
import type { Database, Statement } from "../../base/sqlite.ts";

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

/**
 * Keeps two tables in the attached `work` database per table: `work.touched_<table>` (fid) of every row that was
 * changed, added or removed, and `work.old_<table>` with those rows as they were before. A row in `touched_<table>`
 * only did not exist before; its current values are in the table itself, unless it was removed.
 */
export class TouchedRows {
  readonly #insertFid: Record<TouchedTable, Statement>;
  readonly #copyRow: Record<TouchedTable, Statement>;

  constructor(db: Database) {
    for (const table of TOUCHED_TABLES) {
      db.run(`CREATE TABLE work.touched_${table} (fid INTEGER PRIMARY KEY)`);
      db.run(`CREATE TABLE work.old_${table} AS SELECT * FROM ${table} WHERE false`);
    }
    const prepareEach = (sql: (table: TouchedTable) => string) =>
      Object.fromEntries(TOUCHED_TABLES.map((table) => [table, db.prepare(sql(table))])) as Record<
        TouchedTable,
        Statement
      >;
    this.#insertFid = prepareEach((table) => `INSERT OR IGNORE INTO work.touched_${table} VALUES (?)`);
    this.#copyRow = prepareEach(
      (table) => `INSERT INTO work.old_${table} SELECT * FROM ${table} WHERE fid = ?`,
    );
  }

  /** Records a row; must be called before it is changed, added or removed. Repeated calls are harmless. */
  touch(table: TouchedTable, fid: number): void {
    if (this.#insertFid[table].run(fid).changes > 0) {
      this.#copyRow[table].run(fid);
    }
  }
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
