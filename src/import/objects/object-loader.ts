/** Loads the objects of one type, and merges the occurrences of an object that comes in pieces or more than once. */
import type { Database, Statement } from "../../base/sqlite.ts";
import { formatIdentificatie, OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import type { ImportReport } from "../report.ts";
import { KeptVoorkomenStore } from "./kept-voorkomens.ts";
import type { SortedObjects } from "./object-sorter.ts";
import { forEachVoorkomen } from "./row-batch.ts";
import { positionsOf } from "./row-layout.ts";
import { intrinsicRow, isTrivial, type Voorkomen, type VoorkomenFault } from "./voorkomen.ts";

const PND = positionsOf("PND");

interface LoadOptions {
  /** YYYYMMDD. */
  readonly referenceDate: number;
  readonly report: ImportReport;
}

/**
 * Loads the objects of one type: rows into the base table, and their kept voorkomens into the tables beside it.
 * Receives the results of a type's files one by one. A file whose objects are sorted, above the objects of the file
 * before and below the objects of the file after, is loaded at once: trivial objects, nearly all, become one row each
 * directly. The objects of any other file wait (UnorderedObjects) until all files have been received. The
 * occurrences of an object that comes in several pieces, or more than once, are merged.
 */
export class ObjectLoader {
  readonly #db: Database;
  readonly #code: TypeCode;
  readonly #options: LoadOptions;
  readonly #kept: KeptVoorkomenStore;
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
  }

  load(objects: SortedObjects): void {
    this.#loadPending(objects.span.lowest);
    this.#pending = objects;
  }

  /** Loads the file and the objects that still wait; must be called after the last file. */
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

  #loadSortedFile({ batch, others, span }: SortedObjects): void {
    let next = 0;
    // In order of identificatie, which keeps the table's pages full.
    const addOthers = (before: number) => {
      for (; next < others.length && others[next]![0]!.id < before; next++) {
        this.#merge(others[next]!);
      }
    };
    forEachVoorkomen(batch, (trivial) => {
      addOthers(trivial.id);
      this.#addTrivial(trivial);
    });
    addOthers(Infinity);
    this.#loadedHighest = Math.max(this.#loadedHighest, span.highest);
  }

  #deferUnordered({ batch, others }: SortedObjects): void {
    this.#unordered ??= new UnorderedObjects(this.#db);
    const unordered = this.#unordered;
    forEachVoorkomen(batch, (trivial) => unordered.add(trivial));
    for (const occurrence of others.flat()) {
      unordered.add(occurrence);
    }
  }

  #loadUnordered(): void {
    if (this.#unordered === undefined) {
      return;
    }
    for (const occurrences of this.#unordered.inOrder()) {
      const isNew = occurrences[0]!.id > this.#loadedHighest;
      if (isNew && isTrivial(this.#code, occurrences, this.#options.referenceDate)) {
        this.#addTrivial(occurrences[0]!);
      } else {
        this.#merge(occurrences);
      }
    }
    this.#unordered.close();
  }

  /** Adds a trivial object that the registry does not hold yet. */
  #addTrivial(trivial: Voorkomen): void {
    this.#kept.add(this.#code, trivial);
    this.#account(trivial);
  }

  /** Merges the occurrences of an object with the voorkomens that the registry holds. */
  #merge(occurrences: readonly Voorkomen[]): void {
    const { id } = occurrences[0]!;
    const all = [...this.#kept.read(id), ...occurrences];
    const merged = mergeOccurrences(this.#code, all, (voorkomen) =>
      this.#report(id, {
        kind: "noticed",
        reason: CONFLICTING_OCCURRENCES,
        detail: `voorkomen ${voorkomen}`,
      }),
    );
    const { inForce } = this.#kept.write(id, merged);
    // A voorkomen that the registry already had is accounted for.
    if (inForce !== undefined && occurrences.includes(inForce)) {
      this.#account(inForce);
    }
  }

  /** Reports the faults of a voorkomen in force, and counts it when it ends its object. */
  #account({ id, voorkomen, row, isOutside, faults = [] }: Voorkomen): void {
    if (row === null && !faults.some(({ kind }) => kind === "skipped")) {
      this.#options.report.tallies[this.#code].ended++;
    }
    if (isOutside) {
      this.#outside.push({ id, voorkomen, woonplaatsId: Number(row![PND.woonplaats_id]) });
    }
    for (const fault of faults) {
      this.#report(id, fault);
    }
  }

  #report(id: number, { kind, reason, detail }: VoorkomenFault): void {
    const identificatie = formatIdentificatie(id, id < 10_000 ? 4 : 16);
    this.#options.report.add(this.#code, kind, reason, `${identificatie} ${detail}`.trim());
  }
}

/** A pand that lies in no woonplaats, with the nearest woonplaats. */
interface OutsidePand {
  readonly id: number;
  readonly voorkomen: number;
  readonly woonplaatsId: number;
}

/** Reason reported for a voorkomen whose occurrences differ. */
const CONFLICTING_OCCURRENCES = "a voorkomen occurs more than once with different contents; one is kept";

/**
 * Merges occurrences into one of each voorkomen. Of occurrences that differ, it keeps the one that ends first, else
 * the first in order of contents, and calls `onConflict` with the number of the voorkomen.
 */
export function mergeOccurrences(
  code: TypeCode,
  occurrences: readonly Voorkomen[],
  onConflict: (voorkomen: number) => void,
): Voorkomen[] {
  const chosen = new Map<number, Voorkomen>();
  for (const occurrence of occurrences) {
    const known = chosen.get(occurrence.voorkomen);
    const order = known === undefined ? 0 : compare(code, occurrence, known);
    if (order !== 0) {
      onConflict(occurrence.voorkomen);
    }
    if (order <= 0) {
      chosen.set(occurrence.voorkomen, occurrence);
    }
  }
  return [...chosen.values()];
}

function compare(code: TypeCode, a: Voorkomen, b: Voorkomen): number {
  return (
    a.end - b.end ||
    compareTexts(textOf(code, a), textOf(code, b)) ||
    Buffer.compare(a.geom ?? NO_BYTES, b.geom ?? NO_BYTES)
  );
}

function textOf(code: TypeCode, { row }: Voorkomen): string {
  return JSON.stringify(row && intrinsicRow(code, row));
}

function compareTexts(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

const NO_BYTES = new Uint8Array();

/**
 * Sorts objects of one type that came out of order of identificatie: they wait in a table of the work database, and
 * SQLite's sorter, which spills to disk when memory runs out, returns them in order. Inserting them as they come would
 * read and write a page of a large table for each.
 */
class UnorderedObjects {
  readonly #db: Database;
  readonly #insert: Statement;

  constructor(db: Database) {
    this.#db = db;
    db.run("CREATE TABLE work.unordered (id INTEGER NOT NULL, json TEXT NOT NULL, geom BLOB)");
    this.#insert = db.query("INSERT INTO work.unordered VALUES (?, ?, ?)");
  }

  add({ geom, ...occurrence }: Voorkomen): void {
    this.#insert.run(occurrence.id, JSON.stringify(occurrence), geom ?? null);
  }

  /** Enumerates objects in order of identificatie, each as all its occurrences in the order in which they came. */
  *inOrder(): Generator<Voorkomen[]> {
    const stored = this.#db.query<{ id: number; json: string; geom: Uint8Array | null }, []>(
      "SELECT * FROM work.unordered ORDER BY id, rowid",
    );
    let object: Voorkomen[] = [];
    for (const { id, json, geom } of stored.iterate()) {
      if (object.length > 0 && object[0]!.id !== id) {
        yield object;
        object = [];
      }
      object.push({ ...(JSON.parse(json) as Voorkomen), geom: geom ?? undefined });
    }
    if (object.length > 0) {
      yield object;
    }
  }

  /** Removes the table. */
  close(): void {
    this.#db.run("DROP TABLE work.unordered");
  }
}
