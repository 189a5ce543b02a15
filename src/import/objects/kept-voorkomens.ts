/**
 * Stores what a registry keeps of an object beside its base table row: the voorkomens that time or a later mutation
 * brings into force. `UPDATE_TABLES` in registry/schema/schema.ts describes the tables; this is the only code
 * that writes them.
 */
import type { Database, SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { type TypeCode, typeCodeOf } from "../../registry/schema/object-types.ts";
import { formatBagDate, NO_END, parseDate } from "../extract/dates.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { type BaseRow, findNextChangeYear, intrinsicValues, valuesInYear } from "./base-row.ts";
import { BaseTable, type BaseTableOptions, type RowChange } from "./base-table.ts";

/** A voorkomen with an end in the future or none. */
export interface KeptVoorkomen {
  readonly voorkomen: number;
  /** YYYYMMDD; BEGIN_IN_PAST when read from a registry, which does not store a begin in the past. */
  readonly begin: number;
  /** YYYYMMDD or NO_END. */
  readonly end: number;
  /**
   * Values in the order of `voorkomenColumns`; null when it makes no row: its status is an ended one, or it is
   * unusable.
   */
  readonly row: readonly RowValue[] | null;
  readonly geom?: Uint8Array | undefined;
}

export const BEGIN_IN_PAST = 0;

/**
 * Returns true when one row, in its base table or in `ended_object`, stores the whole object: no future date changes
 * it.
 */
export function isTrivial(code: TypeCode, kept: readonly KeptVoorkomen[], referenceDate: number): boolean {
  const [only, another] = kept;
  if (only === undefined || another !== undefined) {
    return false;
  }
  return findReviewDate(code, only, referenceDate) === undefined;
}

/**
 * Returns the first date after the reference date on which time alone changes the meaning of this voorkomen;
 * undefined when there is none.
 */
function findReviewDate(
  code: TypeCode,
  { begin, end, row }: KeptVoorkomen,
  referenceDate: number,
): number | undefined {
  if (begin > referenceDate) {
    return Math.min(begin, end);
  }
  const year = row === null ? undefined : findNextChangeYear(code, row, yearOf(referenceDate));
  const first = Math.min(end, year === undefined ? NO_END : year * 10_000 + 101);
  return first === NO_END ? undefined : first;
}

/** Returns the row of a voorkomen in its base table on a date; undefined when it makes none. */
export function baseRowOf(
  code: TypeCode,
  fid: number,
  { kept, referenceDate }: BaseRowInput,
): BaseRow | undefined {
  const { voorkomen, end, row, geom } = kept;
  if (row === null) {
    return undefined;
  }
  const endDate = end === NO_END ? null : formatBagDate(end);
  return { fid, voorkomen, endDate, values: valuesInYear(code, row, yearOf(referenceDate)), geom };
}

interface BaseRowInput {
  readonly kept: KeptVoorkomen;
  /** YYYYMMDD. */
  readonly referenceDate: number;
}

interface StoredVoorkomen {
  voorkomen: number;
  begin: string | null;
  end: string | null;
  row_json: string | null;
  geom: Uint8Array | null;
}

export interface KeptVoorkomenStoreOptions extends BaseTableOptions {
  /** Date for which rows are written, YYYYMMDD. */
  readonly referenceDate: number;
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

  /** Returns what the registry holds of an object; an empty list when it does not know the object. */
  read(id: number): KeptVoorkomen[] {
    const stored = this.#list.all(id);
    if (stored.length > 0) {
      return stored.map(fromStored);
    }
    const ended = this.#findEnded.get(id);
    if (ended !== null) {
      return [{ voorkomen: ended.voorkomen, begin: BEGIN_IN_PAST, end: NO_END, row: null }];
    }
    const code = typeCodeOf(id);
    const found = code && this.baseTable(code).find(id);
    if (!found) {
      return [];
    }
    const { voorkomen, values, geom } = found;
    return [{ voorkomen, begin: BEGIN_IN_PAST, end: NO_END, row: intrinsicValues(code, values), geom }];
  }

  /**
   * Replaces the kept voorkomens of an object by these, and updates its row in the base table; an empty list
   * removes the object. Throws on an identificatie of no type.
   */
  write(id: number, voorkomens: readonly KeptVoorkomen[]): RowChange {
    const code = typeCodeOf(id);
    if (code === undefined) {
      throw new Error(`${id} is the identificatie of no type`);
    }
    const { referenceDate } = this.#options;
    const kept = voorkomens.filter(({ end }) => end > referenceDate);
    const isOneRow = isTrivial(code, kept, referenceDate);
    this.#clear.run(id);
    if (!isOneRow) {
      for (const one of kept) {
        this.#add.run(id, ...this.#toStored(code, one));
      }
    }
    if (isOneRow && kept[0]!.row === null) {
      this.addEnded(id, kept[0]!.voorkomen);
    } else {
      this.#removeEnded.run(id);
    }
    const current = findInForce(kept, referenceDate);
    const row = current && baseRowOf(code, id, { kept: current, referenceDate });
    const table = this.baseTable(code);
    return row === undefined ? table.remove(id) : table.put(row);
  }

  /** Stores a trivial object that makes no row. */
  addEnded(id: number, voorkomen: number): void {
    this.#putEnded.run(id, voorkomen);
  }

  baseTable(code: TypeCode): BaseTable {
    const table = this.#tables.get(code) ?? new BaseTable(this.#db, code, this.#options);
    this.#tables.set(code, table);
    return table;
  }

  /** Returns the columns of table `voorkomen` from the second on. */
  #toStored(code: TypeCode, one: KeptVoorkomen): SQLQueryBindings[] {
    const { referenceDate } = this.#options;
    const review = findReviewDate(code, one, referenceDate);
    return [
      one.voorkomen,
      one.begin > referenceDate ? formatBagDate(one.begin) : null,
      one.end === NO_END ? null : formatBagDate(one.end),
      review === undefined ? null : formatBagDate(review),
      one.row && JSON.stringify(intrinsicValues(code, one.row)),
      one.geom ?? null,
    ];
  }
}

function fromStored({ voorkomen, begin, end, row_json, geom }: StoredVoorkomen): KeptVoorkomen {
  return {
    voorkomen,
    begin: begin === null ? BEGIN_IN_PAST : parseDate(begin)!,
    end: end === null ? NO_END : parseDate(end)!,
    row: row_json === null ? null : (JSON.parse(row_json) as RowValue[]),
    geom: geom ?? undefined,
  };
}

function yearOf(date: number): number {
  return Math.floor(date / 10_000);
}

/** Period in which a voorkomen is valid: YYYYMMDD, the end exclusive or NO_END. */
interface Validity {
  readonly begin: number;
  readonly end: number;
}

/**
 * Returns true for a voorkomen that counts on the reference date D (docs/records.md, "Which records exist"):
 * beginGeldigheid ≤ D < eindGeldigheid (no end = open), not inactive, not niet-BAG. Dates are compared as integers
 * YYYYMMDD; `eindRegistratie` is not a criterion.
 */
export function isInForce({ begin, end }: Validity, referenceDate: number): boolean {
  return begin <= referenceDate && referenceDate < end;
}

/**
 * Returns true for a voorkomen that a registry keeps: those that count, and those that are still to begin, because time
 * alone brings them into force.
 */
export function isKept(
  { end, isInactive }: { end: number; isInactive: boolean },
  referenceDate: number,
): boolean {
  return end > referenceDate && !isInactive;
}

/** Returns the voorkomen in force with the highest number; undefined before the first and after the last. */
export function findInForce<T extends Validity & { readonly voorkomen: number }>(
  kept: readonly T[],
  referenceDate: number,
): T | undefined {
  let highest: T | undefined;
  for (const one of kept) {
    if (isInForce(one, referenceDate) && one.voorkomen > (highest?.voorkomen ?? -1)) {
      highest = one;
    }
  }
  return highest;
}
