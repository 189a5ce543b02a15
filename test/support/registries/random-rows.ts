/** Picks and changes random rows of a registry's tables. */
import type { Database, SQLQueryBindings } from "../../../src/base/sqlite.ts";
import { columnsOf } from "./base-changes.ts";

export type Table = "adres" | "pand" | "openbare_ruimte" | "woonplaats";
export type Row = Record<string, SQLQueryBindings> & { fid: number };

/** First identificaties of new objects, which are numbered from here. */
const FIRST_NEW: Record<Table, number> = {
  adres: 8999_20_0000000000,
  pand: 8999_10_0000000000,
  openbare_ruimte: 8999_30_0000000000,
  woonplaats: 9900,
};

export class RandomRows {
  readonly #db: Database;
  readonly #random: () => number;

  /** `random` gives numbers in [0, 1). */
  constructor(db: Database, random: () => number) {
    this.#db = db;
    this.#random = random;
  }

  remove(table: Table, { fid }: Row): void {
    this.#db.query(`DELETE FROM ${table} WHERE fid = ?`).run(fid);
  }

  update(table: Table, { fid }: Row, values: Record<string, SQLQueryBindings>): void {
    const columns = Object.keys(values).map((column) => `${column} = ?`);
    this.#db
      .query(`UPDATE ${table} SET ${columns.join(", ")} WHERE fid = ?`)
      .run(...Object.values(values), fid);
  }

  /** Inserts a copy of a random row with new values. */
  copy(table: Table, values: Record<string, SQLQueryBindings> = {}): Row {
    const { last } = this.#db.query<{ last: number }, []>(`SELECT max(fid) AS last FROM ${table}`).get()!;
    const row = { ...this.randomRow(table), ...values, fid: Math.max(last + 1, FIRST_NEW[table]) };
    this.insert(table, row);
    return row;
  }

  insert(table: Table, row: Row): void {
    const columns = columnsOf(this.#db, table);
    this.#db
      .query(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
      .run(...columns.map((column) => row[column]!));
  }

  randomRow(table: Table, where = "true"): Row {
    const { n } = this.#db
      .query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)
      .get()!;
    return this.all(table, `${where} LIMIT 1 OFFSET ?`, this.below(n))[0]!;
  }

  all(table: Table, where: string, ...values: SQLQueryBindings[]): Row[] {
    return this.#db.query<Row, SQLQueryBindings[]>(`SELECT * FROM ${table} WHERE ${where}`).all(...values);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}
