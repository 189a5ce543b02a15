/** Loads the objects of one type: rows into its table, and what is kept of them beside. */
import type { Database } from "../base/sqlite.ts";
import { OBJECT_TYPES, type TypeCode } from "../registry/object-types.ts";
import type { BaseTable } from "./base-table.ts";
import type { RowValue } from "./field-reader.ts";
import { BEGUN, type KeptVoorkomen, KeptVoorkomens, mergeKept } from "./kept-voorkomens.ts";
import { ROW_HEAD } from "./object-columns.ts";
import type { EndedObjects, OutsidePand, SortedObjects } from "./object-sorter.ts";
import { forEachRow } from "./row-batch.ts";
import { NO_END } from "./voorkomen.ts";

export interface LoadOptions {
  /** YYYYMMDD. */
  readonly referenceDate: number;
  /** Several extracts are loaded: any object may come more than once. */
  readonly mayRepeat: boolean;
}

/**
 * Takes the results of a type's files in order. Trivial objects, nearly all, become one row each without further ado.
 * An object that comes more than once — from several municipal extracts, or split over two files — is what all that
 * is kept of it together says.
 */
export class ObjectLoader {
  readonly #db: Database;
  readonly #code: TypeCode;
  readonly #mayRepeat: boolean;
  readonly #kept: KeptVoorkomens;
  readonly #table: BaseTable;
  readonly #outside: OutsidePand[] = [];

  constructor(db: Database, code: TypeCode, { referenceDate, mayRepeat }: LoadOptions) {
    this.#db = db;
    this.#code = code;
    this.#mayRepeat = mayRepeat;
    this.#kept = new KeptVoorkomens(db, { referenceDate, isImport: true });
    this.#table = this.#kept.baseTable(code);
  }

  load({ batch, ended, others, outside }: SortedObjects): void {
    let next = 0;
    // In order of identificatie, which keeps the table's pages full.
    const addOthers = (before: number) => {
      for (; next < others.length && others[next]!.id < before; next++)
        this.#merge(others[next]!.id, others[next]!.kept);
    };
    forEachRow(batch, (row) => {
      const id = Number(row[0]);
      addOthers(id);
      if ((this.#mayRepeat && this.#isKnown(id)) || !this.#table.add(row))
        this.#merge(id, [this.#fromRow(row)]);
    });
    addOthers(Infinity);
    this.#addEnded(ended);
    this.#outside.push(...outside);
  }

  /** After the last file. */
  finish(): void {
    const insert = this.#db.query(`INSERT OR IGNORE INTO losse_verwijzing
      SELECT ?3, fid FROM ${OBJECT_TYPES[this.#code].table} WHERE fid = ?1 AND voorkomen_identificatie = ?2`);
    for (const { id, voorkomen, woonplaatsId } of this.#outside) insert.run(id, voorkomen, woonplaatsId);
  }

  #addEnded({ ids, voorkomens }: EndedObjects): void {
    ids.forEach((id, i) => {
      const voorkomen = voorkomens[i]!;
      if (this.#mayRepeat && this.#isKnown(id))
        this.#merge(id, [{ voorkomen, begin: BEGUN, end: NO_END, row: null }]);
      else this.#kept.addEnded(id, voorkomen);
    });
  }

  #isKnown(id: number): boolean {
    return this.#kept.read(id).length > 0;
  }

  #merge(id: number, kept: readonly KeptVoorkomen[]): void {
    this.#kept.write(id, mergeKept(this.#kept.read(id), kept));
  }

  #fromRow(row: readonly (RowValue | Uint8Array)[]): KeptVoorkomen {
    const last = row.at(-1);
    const geom = last instanceof Uint8Array ? last : undefined;
    const values = row.slice(ROW_HEAD.length, geom === undefined ? undefined : -1) as RowValue[];
    return { voorkomen: Number(row[1]), begin: BEGUN, end: NO_END, row: values, geom };
  }
}
