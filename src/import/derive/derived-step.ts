/** Declarations of derived tables and columns: one serves import and update. */
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

/** Stands for all columns of a table. */
export const ALL = ["*"] as const;

/**
 * Where an import derives: while it loads objects; in its main thread, before the search index begins, after that, or
 * after the tables of the threads; in one of those threads (import/beside); or in the file that is complete.
 */
export type Place = "load" | "before search" | "main" | "last" | "panden" | "adressen" | "search" | "file";

interface Declaration {
  /** Name of the stage. */
  readonly name: string;
  readonly place: Place;
  /** Columns of the registry that it reads, apart from its own tables and former contents: no later step writes one. */
  readonly reads: Columns;
  readonly writes: Columns;
}

export interface DerivedStep extends Declaration {
  readonly kind: "tally" | "keyed rows" | "small values" | "own";
  /** Derives all in an import; absent where stages of the import derive it together with other tables. */
  readonly derive?: Work;
  /** Brings it up to date with the touched rows. */
  readonly update: Work;
}

/** A step that needs nothing but the registry, so that a thread can derive it. */
export interface PlainStep extends DerivedStep {
  readonly derive: (db: Database) => void;
}

interface Tally extends Declaration {
  /** Adds the sums of `weight` by key. */
  readonly add: (db: Database, rowsOf: WeightedRows) => void;
  /** Tables with a column `count`; rows with a count of zero go. */
  readonly counts: readonly string[];
  /** For counts in rows of other tables, which an update may have inserted again without them. */
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

/** Rows by key: an update derives those again whose key a touched row has or had. */
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

/** Values that an update makes whole, as an import does, from tables that are up to date. */
export function smallValues({
  make,
  ...declaration
}: Declaration & { readonly make: (db: Database) => void }): PlainStep {
  return { ...declaration, kind: "small values", derive: make, update: make };
}

/** A step that fits none of the other kinds. */
export function own<S extends Omit<DerivedStep, "kind">>(step: S): S & { readonly kind: "own" } {
  return { ...step, kind: "own" };
}
