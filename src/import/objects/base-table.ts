/** Finds, adds, changes and removes rows of one object type's table, one at a time. */
import type { Database, SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { type BaseRow, intrinsicValues } from "./base-row.ts";
import { hasGeometry, orderValues, voorkomenColumns } from "./row-layout.ts";

type ObjectTable = (typeof OBJECT_TYPES)[TypeCode]["table"];

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

export class BaseTable {
  readonly #code: TypeCode;
  readonly #beforeChange: (fid: number) => void;
  readonly #insert: Statement;
  readonly #upsert: Statement;
  readonly #find: Statement;
  readonly #delete: Statement;

  constructor(db: Database, code: TypeCode, { isImport, beforeChange }: BaseTableOptions) {
    const { table } = OBJECT_TYPES[code];
    this.#code = code;
    this.#beforeChange = (fid) => beforeChange?.(table, fid);
    const insert = insertSql(code, isImport);
    this.#insert = db.query(`${insert.sql} ON CONFLICT (fid) DO NOTHING`);
    this.#upsert = db.query(`${insert.sql} ON CONFLICT (fid) DO UPDATE SET ${insert.updates}`);
    this.#find = db.query(`SELECT ${rowColumns(code).join(", ")} FROM ${table} WHERE fid = ?`);
    this.#delete = db.query(`DELETE FROM ${table} WHERE fid = ?`);
  }

  find(fid: number): BaseRow | undefined {
    const row = this.#find.get(fid) as StoredRow | null;
    if (row === null) {
      return undefined;
    }
    return {
      fid,
      voorkomen: row.voorkomen_identificatie,
      endDate: row.eind_geldigheid,
      values: orderValues(this.#code, row),
      geom: row.geom,
    };
  }

  /** Adds a row; returns false when its object already has one. */
  add(row: BaseRow): boolean {
    return this.#insert.run(...toBindings(row)).changes > 0;
  }

  put(row: BaseRow): RowChange {
    const known = this.find(row.fid);
    if (known !== undefined && this.#isSame(known, row)) {
      return undefined;
    }
    this.#beforeChange(row.fid);
    this.#upsert.run(...toBindings(row));
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
    if (a.voorkomen !== b.voorkomen || a.endDate !== b.endDate) {
      return false;
    }
    const [one, other] = [a, b].map(({ values }) => intrinsicValues(this.#code, values)) as [
      readonly RowValue[],
      readonly RowValue[],
    ];
    if (!one.every((value, i) => value === other[i])) {
      return false;
    }
    return a.geom === undefined || b.geom === undefined ? a.geom === b.geom : isEqual(a.geom, b.geom);
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

interface StoredRow extends Record<string, unknown> {
  voorkomen_identificatie: number;
  eind_geldigheid: string | null;
  geom?: Uint8Array;
}

/** Returns the columns that a `BaseRow` fills, in the order of `toBindings`. */
function rowColumns(code: TypeCode): string[] {
  const columns = voorkomenColumns(code).map(({ name }) => name);
  const head = ["fid", "voorkomen_identificatie", "eind_geldigheid"];
  return hasGeometry(code) ? [...head, ...columns, "geom"] : [...head, ...columns];
}

function toBindings({ fid, voorkomen, endDate, values, geom }: BaseRow): SQLQueryBindings[] {
  return geom === undefined
    ? [fid, voorkomen, endDate, ...values]
    : [fid, voorkomen, endDate, ...values, geom];
}

/** Returns the INSERT and the SET list of its upsert; takes `toBindings` of a row. */
function insertSql(code: TypeCode, isImport: boolean): { sql: string; updates: string } {
  const values = new Map(rowColumns(code).map((name, i) => [name, `?${i + 1}`]));
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
  const countColumn = (column: string) =>
    `(SELECT ${column} FROM work.pand_tally WHERE pand_id = ${values.get("fid")})`;
  values.set("woonplaats_id", `coalesce(${countColumn("woonplaats_id")}, ${values.get("woonplaats_id")})`);
  values.set("adres_count", `coalesce(${countColumn("adres_count")}, 0)`);
  values.set("verblijfsobject_count", `coalesce(${countColumn("verblijfsobject_count")}, 0)`);
}
