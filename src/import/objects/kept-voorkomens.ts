/**
 * Stores the voorkomens that a registry keeps of an object in addition to its base table row: time or a later mutation
 * may bring them into force. `UPDATE_TABLES` in registry/schema/schema.ts describes the tables; this is the only code
 * that writes them.
 */
import type { Database, SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { findInForce } from "../../registry/history/voorkomens.ts";
import { type TypeCode, typeCodeOf } from "../../registry/schema/object-types.ts";
import { formatBagDate, NO_END, parseDate } from "../extract/dates.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { BaseTable, type BaseTableOptions, type RowChange } from "./base-table.ts";
import {
  BEGIN_IN_PAST,
  believedRow,
  findReviewDate,
  intrinsicRow,
  isKept,
  isTrivial,
  type Voorkomen,
} from "./voorkomen.ts";

/** Row of table `voorkomen`. */
interface StoredVoorkomen {
  readonly voorkomen: number;
  readonly begin: string | null;
  readonly end: string | null;
  readonly row_json: string | null;
  readonly geom: Uint8Array | null;
}

export interface KeptVoorkomenStoreOptions extends BaseTableOptions {
  /** Date for which rows are written, YYYYMMDD. */
  readonly referenceDate: number;
}

export interface WrittenObject {
  readonly change: RowChange;
  readonly inForce: Voorkomen | undefined;
}

export class KeptVoorkomenStore {
  readonly #db: Database;
  readonly #options: KeptVoorkomenStoreOptions;
  readonly #tables = new Map<TypeCode, BaseTable>();
  readonly #list: Statement<StoredVoorkomen, [number]>;
  readonly #add: Statement;
  readonly #clear: Statement;
  readonly #findEnded: Statement<{ voorkomen: number }, [number]>;
  readonly #putEnded: Statement;
  readonly #removeEnded: Statement;

  constructor(db: Database, options: KeptVoorkomenStoreOptions) {
    this.#db = db;
    this.#options = options;
    this.#list = db.query(`
      SELECT voorkomen_identificatie AS voorkomen, begin_geldigheid AS begin, eind_geldigheid AS end, row_json, geom
      FROM voorkomen WHERE object_id = ? ORDER BY voorkomen_identificatie`);
    this.#add = db.query("INSERT INTO voorkomen VALUES (?, ?, ?, ?, ?, ?, ?)");
    this.#clear = db.query("DELETE FROM voorkomen WHERE object_id = ?");
    this.#findEnded = db.query("SELECT voorkomen_identificatie AS voorkomen FROM ended_object WHERE fid = ?");
    this.#putEnded = db.query("INSERT OR REPLACE INTO ended_object VALUES (?, ?)");
    this.#removeEnded = db.query("DELETE FROM ended_object WHERE fid = ?");
  }

  /** Returns the voorkomens that the registry keeps of an object; an empty list for an unknown object. */
  read(id: number): Voorkomen[] {
    const stored = this.#list.all(id);
    if (stored.length > 0) {
      return stored.map((one) => fromStored(id, one));
    }
    const ended = this.#findEnded.get(id);
    if (ended !== null) {
      const { voorkomen } = ended;
      return [{ id, voorkomen, begin: BEGIN_IN_PAST, end: NO_END, isInactive: false, row: null }];
    }
    const code = typeCodeOf(id);
    const found = code && this.#baseTable(code).find(id);
    return found ? [found] : [];
  }

  /**
   * Stores the voorkomens that a registry keeps in place of the stored ones, and updates the row in the base table.
   * Removes the object when the registry keeps none. Returns the change of the row and the voorkomen in force. Throws
   * on an identificatie of no type.
   */
  write(id: number, voorkomens: readonly Voorkomen[]): WrittenObject {
    const code = typeCodeOf(id);
    if (code === undefined) {
      throw new Error(`${id} is the identificatie of no type`);
    }
    const { referenceDate } = this.#options;
    const kept = voorkomens
      .filter((one) => isKept(one, referenceDate))
      .toSorted((a, b) => a.voorkomen - b.voorkomen);
    const isOneRow = isTrivial(code, kept, referenceDate);
    this.#clear.run(id);
    if (!isOneRow) {
      for (const one of kept) {
        this.#add.run(id, ...this.#toStored(code, one));
      }
    }
    if (isOneRow && kept[0]!.row === null) {
      this.#putEnded.run(id, kept[0]!.voorkomen);
    } else {
      this.#removeEnded.run(id);
    }
    const inForce = findInForce(kept, referenceDate);
    const table = this.#baseTable(code);
    const change = inForce?.row
      ? table.put({ ...inForce, row: believedRow(code, inForce.row, referenceDate) })
      : table.remove(id);
    return { change, inForce };
  }

  /** Stores a trivial object that the registry does not hold yet, at a fraction of the cost of `write`. */
  add(code: TypeCode, trivial: Voorkomen): void {
    if (trivial.row === null) {
      this.#putEnded.run(trivial.id, trivial.voorkomen);
    } else {
      this.#baseTable(code).add(trivial);
    }
  }

  #baseTable(code: TypeCode): BaseTable {
    const table = this.#tables.get(code) ?? new BaseTable(this.#db, code, this.#options);
    this.#tables.set(code, table);
    return table;
  }

  /** Returns the columns of table `voorkomen` from the second on. */
  #toStored(code: TypeCode, one: Voorkomen): SQLQueryBindings[] {
    const { referenceDate } = this.#options;
    const review = findReviewDate(code, one, referenceDate);
    return [
      one.voorkomen,
      one.begin > referenceDate ? formatBagDate(one.begin) : null,
      one.end === NO_END ? null : formatBagDate(one.end),
      review === undefined ? null : formatBagDate(review),
      one.row && JSON.stringify(intrinsicRow(code, one.row)),
      one.geom ?? null,
    ];
  }
}

function fromStored(id: number, { voorkomen, begin, end, row_json, geom }: StoredVoorkomen): Voorkomen {
  return {
    id,
    voorkomen,
    begin: begin === null ? BEGIN_IN_PAST : parseDate(begin)!,
    end: end === null ? NO_END : parseDate(end)!,
    isInactive: false,
    row: row_json === null ? null : (JSON.parse(row_json) as RowValue[]),
    geom: geom ?? undefined,
  };
}
