/** Finds, adds, changes and removes rows of one object type's table, one at a time. */
import type { Database, SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { hasGeometry, OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import { formatBagDate, NO_END, parseDate } from "../extract/dates.ts";
import { orderValues, voorkomenColumns } from "./row-layout.ts";
import { BEGIN_IN_PAST, intrinsicRow, type Voorkomen } from "./voorkomen.ts";

/** Change made to a row; undefined when it is unchanged. */
export type RowChange = "made" | "changed" | "removed" | undefined;

export interface BaseTableOptions {
  /**
   * True in an import: a pand's row is written once, complete, with the counts of derivePandLinks
   * (`work.pand_tally`). False: columns that other steps derive are left unchanged.
   */
  readonly isImport: boolean;
}

export class BaseTable {
  readonly #code: TypeCode;
  readonly #insert: Statement;
  readonly #upsert: Statement;
  readonly #find: Statement;
  readonly #delete: Statement;

  constructor(db: Database, code: TypeCode, { isImport }: BaseTableOptions) {
    const { table } = OBJECT_TYPES[code];
    this.#code = code;
    const insert = insertSql(code, isImport);
    this.#insert = db.query(`${insert.sql} ON CONFLICT (fid) DO NOTHING`);
    this.#upsert = db.query(`${insert.sql} ON CONFLICT (fid) DO UPDATE SET ${insert.updates}`);
    this.#find = db.query(`SELECT ${rowColumns(code).join(", ")} FROM ${table} WHERE fid = ?`);
    this.#delete = db.query(`DELETE FROM ${table} WHERE fid = ?`);
  }

  /** Returns the voorkomen of an object's row, without the values that depend on other objects (`intrinsicRow`). */
  find(id: number): Voorkomen | undefined {
    const stored = this.#find.get(id) as StoredRow | null;
    if (stored === null) {
      return undefined;
    }
    const { voorkomen_identificatie, eind_geldigheid, geom } = stored;
    return {
      id,
      voorkomen: voorkomen_identificatie,
      begin: BEGIN_IN_PAST,
      end: eind_geldigheid === null ? NO_END : parseDate(eind_geldigheid)!,
      isInactive: false,
      row: intrinsicRow(this.#code, orderValues(this.#code, stored)),
      geom,
    };
  }

  /** Adds the row of a voorkomen; does nothing when its object already has one. */
  add(voorkomen: Voorkomen): void {
    this.#insert.run(...toBindings(voorkomen));
  }

  put(voorkomen: Voorkomen): RowChange {
    const known = this.find(voorkomen.id);
    if (known !== undefined && this.#isSame(known, voorkomen)) {
      return undefined;
    }
    this.#upsert.run(...toBindings(voorkomen));
    return known === undefined ? "made" : "changed";
  }

  remove(fid: number): RowChange {
    if (this.find(fid) === undefined) {
      return undefined;
    }
    this.#delete.run(fid);
    return "removed";
  }

  #isSame(known: Voorkomen, other: Voorkomen): boolean {
    if (known.voorkomen !== other.voorkomen || known.end !== other.end) {
      return false;
    }
    const row = intrinsicRow(this.#code, other.row!);
    if (!known.row!.every((value, i) => value === row[i])) {
      return false;
    }
    return known.geom === undefined || other.geom === undefined
      ? known.geom === other.geom
      : isEqual(known.geom, other.geom);
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

/** Returns the columns that a voorkomen fills, in the order of `toBindings`. */
function rowColumns(code: TypeCode): string[] {
  const columns = voorkomenColumns(code).map(({ name }) => name);
  const head = ["fid", "voorkomen_identificatie", "eind_geldigheid"];
  return hasGeometry(code) ? [...head, ...columns, "geom"] : [...head, ...columns];
}

function toBindings({ id, voorkomen, end, row, geom }: Voorkomen): SQLQueryBindings[] {
  const endDate = end === NO_END ? null : formatBagDate(end);
  return geom === undefined ? [id, voorkomen, endDate, ...row!] : [id, voorkomen, endDate, ...row!, geom];
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
