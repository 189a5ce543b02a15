/** Which rows an update has changed, and what they were before. */
import type { Database, Statement } from "../../base/sqlite.ts";

/** The tables whose rows other tables are derived from. */
export const TOUCHED_TABLES = [
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

/**
 * Per table two tables in the attached `work` database: `work.geraakt_<table>` (fid) of every row that was changed, made
 * or removed, and `work.oud_<table>` with the rows as they were before. A row that is in `geraakt` only did not exist;
 * what it is now is in the table itself, or it is gone.
 */
export class Touched {
  readonly #note: Record<TouchedTable, Statement>;
  readonly #keep: Record<TouchedTable, Statement>;

  constructor(db: Database) {
    for (const table of TOUCHED_TABLES) {
      db.run(`CREATE TABLE work.geraakt_${table} (fid INTEGER PRIMARY KEY)`);
      db.run(`CREATE TABLE work.oud_${table} AS SELECT * FROM ${table} WHERE false`);
    }
    const each = (sql: (table: TouchedTable) => string) =>
      Object.fromEntries(TOUCHED_TABLES.map((table) => [table, db.prepare(sql(table))])) as Record<
        TouchedTable,
        Statement
      >;
    this.#note = each((table) => `INSERT OR IGNORE INTO work.geraakt_${table} VALUES (?)`);
    this.#keep = each((table) => `INSERT INTO work.oud_${table} SELECT * FROM ${table} WHERE fid = ?`);
  }

  /** To be called before a row is changed, made or removed; any number of times. */
  touch(table: TouchedTable, fid: number): void {
    if (this.#note[table].run(fid).changes > 0) this.#keep[table].run(fid);
  }
}
