/** Finds, adds, changes and removes rows of one object type's table, one at a time. */
import type { Database, SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { OBJECT_TYPES, type TypeCode } from "../../registry/object-types.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { intrinsicValues } from "./base-row.ts";
import { hasGeometry, objectColumns, ROW_HEAD } from "./object-columns.ts";

export type ObjectTable = (typeof OBJECT_TYPES)[TypeCode]["table"];

/** Change made to a row; undefined when it is unchanged. */
export type RowChange = "made" | "changed" | "removed" | undefined;

export interface BaseTableOptions {
  /**
   * True in an import: a pand's row is written once, complete, with the counts of derivePandLinks
   * (`work.pand_tally`). False: columns that other steps derive are left unchanged.
   */
  readonly isImport: boolean;
  /** Called before a row is made, changed or removed. */
  readonly beforeChange?: ((table: ObjectTable, fid: number) => void) | undefined;
}

export interface BaseRow {
  /** Values in the order of `objectColumns`. */
  readonly values: readonly RowValue[];
  readonly geom: Uint8Array | undefined;
}

export class BaseTable {
  readonly #code: TypeCode;
  readonly #beforeChange: (fid: number) => void;
  readonly #columns: readonly string[];
  readonly #insert: Statement;
  readonly #upsert: Statement;
  readonly #find: Statement;
  readonly #delete: Statement;

  constructor(db: Database, code: TypeCode, { isImport, beforeChange }: BaseTableOptions) {
    const { table } = OBJECT_TYPES[code];
    this.#code = code;
    this.#beforeChange = (fid) => beforeChange?.(table, fid);
    this.#columns = objectColumns(code).map((column) => column.name);
    const insert = insertSql(code, isImport);
    this.#insert = db.query(`${insert.sql} ON CONFLICT (fid) DO NOTHING`);
    this.#upsert = db.query(`${insert.sql} ON CONFLICT (fid) DO UPDATE SET ${insert.updates}`);
    const geom = hasGeometry(code) ? ", geom" : "";
    this.#find = db.query(`SELECT ${this.#columns.join(", ")}${geom} FROM ${table} WHERE fid = ?`);
    this.#delete = db.query(`DELETE FROM ${table} WHERE fid = ?`);
  }

  find(fid: number): BaseRow | undefined {
    const row = this.#find.get(fid) as Record<string, RowValue | Uint8Array> | null;
    if (row === null) {
      return undefined;
    }
    return {
      values: this.#columns.map((name) => row[name] as RowValue),
      geom: row.geom as Uint8Array | undefined,
    };
  }

  /** Adds a row, geometry last; returns false when its object already has a row. */
  add(row: readonly (RowValue | Uint8Array)[]): boolean {
    return this.#insert.run(...(row as SQLQueryBindings[])).changes > 0;
  }

  put({ values, geom }: BaseRow): RowChange {
    const fid = Number(values[0]);
    const known = this.find(fid);
    if (known !== undefined && this.#isSame(known, { values, geom })) {
      return undefined;
    }
    this.#beforeChange(fid);
    const row = geom === undefined ? values : [...values, geom];
    this.#upsert.run(...(row as SQLQueryBindings[]));
    return known === undefined ? "made" : "changed";
  }

  remove(fid: number): RowChange {
    if (this.find(fid) === undefined) {
      return undefined;
    }
    this.#beforeChange(fid);
    this.#delete.run(fid);
    return "removed";
  }

  #isSame(a: BaseRow, b: BaseRow): boolean {
    const [one, other] = [a, b].map(({ values }) => [
      ...values.slice(0, ROW_HEAD.length),
      ...intrinsicValues(this.#code, values.slice(ROW_HEAD.length)),
    ]) as [RowValue[], RowValue[]];
    if (!one.every((value, i) => value === other[i])) {
      return false;
    }
    return a.geom === undefined || b.geom === undefined ? a.geom === b.geom : isEqual(a.geom, b.geom);
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/**
 * Returns the INSERT and the SET list of its upsert; values are bound in the order of `objectColumns`, geometry last.
 */
function insertSql(code: TypeCode, isImport: boolean): { sql: string; updates: string } {
  const columns = objectColumns(code).map((column) => column.name);
  if (hasGeometry(code)) {
    columns.push("geom");
  }
  const values = new Map(columns.map((name, i) => [name, `?${i + 1}`]));
  if (code === "PND" && isImport) {
    addPandCounts(values);
  }
  if (code === "PND" && !isImport) {
    values.delete("woonplaats_id");
  }
  const names = [...values.keys()];
  return {
    sql: `INSERT INTO ${OBJECT_TYPES[code].table} (${names.join(", ")}) VALUES (${[...values.values()].join(", ")})`,
    updates: names
      .filter((name) => name !== "fid")
      .map((name) => `${name} = excluded.${name}`)
      .join(", "),
  };
}

/**
 * Adds the counts of derivePandLinks to the INSERT: a later UPDATE would rewrite all 11 million panden with their
 * footprints.
 */
function addPandCounts(values: Map<string, string>): void {
  const countColumn = (column: string) => `(SELECT ${column} FROM work.pand_tally WHERE pand_id = ?1)`;
  values.set("woonplaats_id", `coalesce(${countColumn("woonplaats_id")}, ${values.get("woonplaats_id")})`);
  values.set("adres_count", `coalesce(${countColumn("adres_count")}, 0)`);
  values.set("verblijfsobject_count", `coalesce(${countColumn("verblijfsobject_count")}, 0)`);
}
