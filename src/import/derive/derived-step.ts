/** Kinds of derived tables and columns. One declaration of a table serves import and update. */
import type { Database } from "../../base/sqlite.ts";
import type { GemeentenOnDate } from "../extract/extract-header.ts";
import type { ImportReport } from "../report.ts";
import { allRowsSql, differencesSql, type TouchedTable } from "./touched.ts";

export interface DeriveContext {
  readonly report: ImportReport;
  /** Gemeenten of woonplaatsen on the reference date. */
  readonly gemeenten: GemeentenOnDate;
}

type Work = (db: Database, context: DeriveContext) => void;

/** Returns SQL for rows of a table with a column `weight`: all (1), or new ones (1) and former ones (-1). */
type WeightedRows = (table: TouchedTable) => string;

/** Columns by table. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** All columns of a table. */
export const ALL = ["*"] as const;

/**
 * Place in an import where a step runs:
 * - `load`: in the main thread, while objects are loaded
 * - `before search`, `main`, `last`: in the main thread, before the search index begins, after that, and after the
 *   tables of the threads
 * - `panden`, `adressen`, `search`: in a thread (import/threads)
 * - `file`: on the complete file
 */
export type Place = "load" | "before search" | "main" | "last" | "panden" | "adressen" | "search" | "file";

interface Declaration {
  /** Name of the stage. */
  readonly name: string;
  readonly place: Place;
  /** Columns that it reads, except columns that it writes itself and former contents. No later step writes one. */
  readonly reads: Columns;
  readonly writes: Columns;
}

export interface DerivedStep extends Declaration {
  readonly kind: "tally" | "keyed rows" | "small values" | "own";
  /** Derives all rows in an import; absent where stages of the import derive them together with other tables. */
  readonly derive?: Work;
  /** Updates the derived rows from the touched rows. */
  readonly update: Work;
}

/** A step that needs only the registry, so that a thread can derive it. */
export interface PlainStep extends DerivedStep {
  readonly derive: (db: Database) => void;
}

interface Tally extends Declaration {
  /** Adds the sums of `weight` by key. */
  readonly add: (db: Database, rowsOf: WeightedRows) => void;
  /** Tables with a column `count`; an update removes their rows with a count of zero. */
  readonly counts: readonly string[];
  /** Restores counts in rows of other tables: an update may have inserted such a row again without its counts. */
  readonly restore?: (db: Database) => void;
}

/** Counts of rows by key: an update adds differences. */
export function tally({ add, counts, restore, ...declaration }: Tally): PlainStep {
  return {
    ...declaration,
    kind: "tally",
    derive: (db) => add(db, allRowsSql),
    update(db) {
      restore?.(db);
      add(db, differencesSql);
      for (const table of counts) {
        db.run(`DELETE FROM ${table} WHERE count = 0`);
      }
    },
  };
}

interface KeyedRows extends Declaration {
  readonly table: string;
  /** Column of the table, and of the rows that it is derived from. */
  readonly key: string;
  readonly source: TouchedTable;
  /** Adds the rows of the keys of the source's rows that an SQL condition selects: of each key all or none. */
  readonly add: (db: Database, condition: string) => void;
}

/** Rows by key: an update derives again the rows of every key that a touched row has or had. */
export function keyedRows({ table, key, source, add, ...declaration }: KeyedRows): PlainStep {
  return {
    ...declaration,
    kind: "keyed rows",
    derive: (db) => add(db, `${key} IS NOT NULL`),
    update(db) {
      db.run(`CREATE TABLE work.touched_key_of_${table} AS
        SELECT DISTINCT ${key} FROM ${differencesSql(source)} WHERE ${key} IS NOT NULL`);
      const isTouched = `${key} IN (SELECT ${key} FROM work.touched_key_of_${table})`;
      db.run(`DELETE FROM ${table} WHERE ${isTouched}`);
      add(db, isTouched);
    },
  };
}

/** Few values, which an update derives again as an import does, from updated tables. */
export function smallValues({
  make,
  ...declaration
}: Declaration & { readonly make: Work }): DerivedStep & { readonly derive: Work } {
  return { ...declaration, kind: "small values", derive: make, update: make };
}

/** A step that fits none of the other kinds. */
export function own<S extends Omit<DerivedStep, "kind">>(step: S): S & { readonly kind: "own" } {
  return { ...step, kind: "own" };
}
