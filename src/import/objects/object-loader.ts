/** Loads the objects of one type: rows into the base table, and their kept voorkomens into the tables beside it. */
import type { Database } from "../../base/sqlite.ts";
import { formatIdentificatie, OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import { NO_END } from "../extract/dates.ts";
import type { ImportReport } from "../report.ts";
import type { BaseRow } from "./base-row.ts";
import type { BaseTable } from "./base-table.ts";
import {
  BEGIN_IN_PAST,
  baseRowOf,
  isTrivial,
  type KeptVoorkomen,
  KeptVoorkomenStore,
} from "./kept-voorkomens.ts";
import { CONFLICTING_OCCURRENCES, mergeOccurrences } from "./merge-occurrences.ts";
import type { OutsidePand, SortedObjects } from "./object-sorter.ts";
import { forEachRow } from "./row-batch.ts";
import { type ObjectOccurrences, UnorderedObjects } from "./unordered-objects.ts";

export interface LoadOptions {
  /** YYYYMMDD. */
  readonly referenceDate: number;
  readonly report: ImportReport;
}

/**
 * Receives the results of a type's files one by one. A file whose objects are sorted, above those of the file before
 * and below those of the file after, is loaded at once: trivial objects, nearly all, become one row each directly.
 * The objects of any other file wait (unordered-objects.ts) until all files have been received. The occurrences of an
 * object that comes in several pieces, or more than once, are merged.
 */
export class ObjectLoader {
  readonly #db: Database;
  readonly #code: TypeCode;
  readonly #options: LoadOptions;
  readonly #kept: KeptVoorkomenStore;
  readonly #table: BaseTable;
  readonly #outside: OutsidePand[] = [];
  /** The last file; it waits until the next one shows whether it is in order. */
  #pending: SortedObjects | undefined;
  /** The highest identificatie of the file before it. */
  #previousHighest = -Infinity;
  /** The highest identificatie that has been loaded. */
  #loadedHighest = -Infinity;
  #unordered: UnorderedObjects | undefined;

  constructor(db: Database, code: TypeCode, options: LoadOptions) {
    this.#db = db;
    this.#code = code;
    this.#options = options;
    this.#kept = new KeptVoorkomenStore(db, { referenceDate: options.referenceDate, isImport: true });
    this.#table = this.#kept.baseTable(code);
  }

  load(objects: SortedObjects): void {
    this.#loadPending(objects.span.lowest);
    this.#pending = objects;
    this.#outside.push(...objects.outside);
  }

  /** Loads what has been held back; must be called after the last file. */
  finish(): void {
    this.#loadPending(Infinity);
    this.#loadUnordered();
    const insert = this.#db.query(`INSERT OR IGNORE INTO unresolved_reference
      SELECT ?3, fid FROM ${OBJECT_TYPES[this.#code].table} WHERE fid = ?1 AND voorkomen_identificatie = ?2`);
    for (const { id, voorkomen, woonplaatsId } of this.#outside) {
      insert.run(id, voorkomen, woonplaatsId);
    }
  }

  /**
   * Loads the pending file, or defers it when it is out of order. `nextLowest`: the lowest identificatie of the next
   * file.
   */
  #loadPending(nextLowest: number): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending === undefined) {
      return;
    }
    const { isSorted, lowest, highest } = pending.span;
    const isDisjoint =
      Math.max(this.#previousHighest, this.#loadedHighest) <= lowest && highest <= nextLowest;
    if (isSorted && isDisjoint) {
      this.#loadSortedFile(pending);
    } else {
      this.#deferUnordered(pending);
    }
    this.#previousHighest = highest;
  }

  #loadSortedFile({ batch, ended, others, span }: SortedObjects): void {
    let next = 0;
    // In order of identificatie, which keeps the table's pages full.
    const addOthers = (before: number) => {
      for (; next < others.length && others[next]!.id < before; next++) {
        this.#merge(others[next]!);
      }
    };
    forEachRow(batch, (row) => {
      addOthers(row.fid);
      this.#table.add(row);
    });
    addOthers(Infinity);
    ended.ids.forEach((id, i) => void this.#kept.addEnded(id, ended.voorkomens[i]!));
    this.#loadedHighest = Math.max(this.#loadedHighest, span.highest);
  }

  #deferUnordered({ batch, ended, others }: SortedObjects): void {
    this.#unordered ??= new UnorderedObjects(this.#db);
    const unordered = this.#unordered;
    forEachRow(batch, (row) => void unordered.add(row.fid, fromRow(row)));
    ended.ids.forEach((id, i) => void unordered.add(id, fromEnded(ended.voorkomens[i]!)));
    for (const { id, kept } of others) {
      for (const one of kept) {
        unordered.add(id, one);
      }
    }
  }

  #loadUnordered(): void {
    if (this.#unordered === undefined) {
      return;
    }
    for (const object of this.#unordered.inOrder()) {
      const { id, kept } = object;
      const isNew = id > this.#loadedHighest;
      if (isNew && isTrivial(this.#code, kept, this.#options.referenceDate)) {
        this.#addTrivial(id, kept[0]!);
      } else {
        this.#merge(object);
      }
    }
    this.#unordered.close();
  }

  /** Adds a trivial object that the registry does not hold yet. */
  #addTrivial(id: number, kept: KeptVoorkomen): void {
    const row = baseRowOf(this.#code, id, { kept, referenceDate: this.#options.referenceDate });
    if (row === undefined) {
      this.#kept.addEnded(id, kept.voorkomen);
    } else {
      this.#table.add(row);
    }
  }

  #merge({ id, kept }: ObjectOccurrences): void {
    const known = this.#kept.read(id);
    const merged = mergeOccurrences(this.#code, [...known, ...kept]);
    for (const voorkomen of merged.conflicting) {
      const text = formatIdentificatie(id, id < 10_000 ? 4 : 16);
      this.#options.report.add(
        this.#code,
        "noticed",
        CONFLICTING_OCCURRENCES,
        `${text} voorkomen ${voorkomen}`,
      );
    }
    this.#kept.write(id, merged.kept);
  }
}

function fromRow({ voorkomen, values, geom }: BaseRow): KeptVoorkomen {
  return { voorkomen, begin: BEGIN_IN_PAST, end: NO_END, row: values, geom };
}

function fromEnded(voorkomen: number): KeptVoorkomen {
  return { voorkomen, begin: BEGIN_IN_PAST, end: NO_END, row: null };
}
