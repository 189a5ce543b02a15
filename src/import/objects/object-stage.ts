import { OrderedWorkers } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import type { Database } from "../../base/sqlite.ts";
import {
  formatIdentificatie,
  OBJECT_TYPES,
  TYPE_CODES,
  type TypeCode,
} from "../../registry/schema/object-types.ts";
import type { ArchiveEntry } from "../extract/archive-entry.ts";
import { parseObjectName } from "../extract/entry-names.ts";
import type { Extract } from "../extract/extract-header.ts";
import type { Progress } from "../progress.ts";
import { refuseImport } from "../refuse.ts";
import type { ImportReport } from "../report.ts";
import { countTableRows } from "../verify.ts";
import { KeptVoorkomenStore } from "./kept-voorkomens.ts";
import { CONFLICTING_OCCURRENCES, mergeOccurrences } from "./merge-occurrences.ts";
import type { SortedObjects } from "./object-sorter.ts";
import type { LocatorTask, ParseResponse, ParseResult, ParseTask } from "./parse-worker.ts";
import { formatIdPair, type ObjectTally, OUT_OF_ORDER } from "./read-object.ts";
import { forEachVoorkomen } from "./row-batch.ts";
import { positionsOf } from "./row-layout.ts";
import { UnorderedObjects } from "./unordered-objects.ts";
import { type Fault, isTrivial, type Voorkomen } from "./voorkomen.ts";

/**
 * Parses files in worker threads and loads them in this one. The workers continue with the files of the next type while
 * the loader, or a step that derives tables, still works on this one.
 */
export class ObjectStage {
  readonly #db: Database;
  readonly #report: ImportReport;
  readonly #pool: ParsePool;
  readonly #tasks: readonly ParseTask[];
  readonly #referenceDate: number;
  #parsed: AsyncGenerator<{ task: ParseTask; result: ParseResult }>;

  constructor(db: Database, { extracts, referenceDate, report, pool, isStrict }: ObjectStageOptions) {
    this.#db = db;
    this.#report = report;
    this.#pool = pool;
    this.#referenceDate = referenceDate;
    this.#tasks = TYPE_CODES.flatMap((code) =>
      extracts
        .flatMap((extract) => extract.objects.get(code) ?? [])
        .map((entry) => ({ code, entry, referenceDate, isStrict })),
    );
    this.#parsed = this.#pool.parseAll(this.#tasks.filter((task) => task.code === "WPL"));
  }

  /** Loads all files of the given types, which must follow the order of TYPE_CODES, and fills in their tallies. */
  async load(codes: readonly TypeCode[], progress: Progress): Promise<void> {
    for (const code of codes) {
      const tasks = this.#tasks.filter((task) => task.code === code);
      const bytes = tasks.reduce((sum, task) => sum + task.entry.sizeBytes, 0);
      const name = `load ${OBJECT_TYPES[code].table}`;
      await progress.stage(name, (advance) => this.#loadType(code, tasks.length, advance), bytes);
    }
  }

  async #loadType(code: TypeCode, files: number, advance: (bytes: number) => void): Promise<void> {
    const loader = new ObjectLoader(this.#db, code, {
      referenceDate: this.#referenceDate,
      report: this.#report,
    });
    const order = new FileOrder(code, this.#report);
    const tally = this.#report.tallies[code];
    for (let file = 0; file < files; file++) {
      const { task, result } = await this.#next(code);
      loader.load(result);
      order.check(task.entry, result.tally);
      tally.files++;
      tally.bytes += task.entry.sizeBytes;
      tally.voorkomens += result.tally.voorkomens;
      for (const problem of result.problems) {
        this.#report.merge(problem);
      }
      advance(task.entry.sizeBytes);
    }
    loader.finish();
    tally.objects = countTableRows(this.#db, OBJECT_TYPES[code].table);
  }

  /** Returns the next parsed file. Woonplaatsen are read first and alone: the workers need them to locate panden. */
  async #next(code: TypeCode): Promise<{ task: ParseTask; result: ParseResult }> {
    let next = await this.#parsed.next();
    if (next.done) {
      this.#pool.setWoonplaatsen(this.#woonplaatsen());
      this.#parsed = this.#pool.parseAll(this.#tasks.filter((task) => task.code !== "WPL"));
      next = await this.#parsed.next();
    }
    if (next.done || next.value.task.code !== code) {
      throw new Error(`no more files of type ${code}`);
    }
    return next.value;
  }

  #woonplaatsen(): { id: number; geom: Uint8Array }[] {
    return this.#db
      .query<{ id: number; geom: Uint8Array }, []>(
        "SELECT fid AS id, geom FROM woonplaats WHERE geom IS NOT NULL",
      )
      .all();
  }
}

export interface ObjectStageOptions {
  readonly extracts: readonly Extract[];
  /** YYYYMMDD. */
  readonly referenceDate: number;
  readonly report: ImportReport;
  readonly pool: ParsePool;
  readonly isStrict: boolean;
}

/**
 * Checks that the objects of successive files of one type ascend by identificatie within a delivery; reports files
 * that do not.
 */
class FileOrder {
  readonly #code: TypeCode;
  readonly #report: ImportReport;
  /** Identificatie of the last object, by delivery: a zip and an area in it. */
  readonly #lastIds = new Map<string, number>();

  constructor(code: TypeCode, report: ImportReport) {
    this.#code = code;
    this.#report = report;
  }

  check(entry: ArchiveEntry, { first, last }: ObjectTally): void {
    if (first === undefined || last === undefined) {
      return;
    }
    const delivery = `${parseObjectName(entry.name)?.area} ${entry.path.split(" > ", 1)[0]}`;
    const previous = this.#lastIds.get(delivery);
    if (previous !== undefined && first < previous) {
      this.#report.tolerate(
        this.#code,
        OUT_OF_ORDER,
        `${entry.path}: ${formatIdPair(this.#code, first, previous)}`,
      );
    }
    this.#lastIds.set(delivery, last);
  }
}

interface LoadOptions {
  /** YYYYMMDD. */
  readonly referenceDate: number;
  readonly report: ImportReport;
}

/**
 * Loads the objects of one type: rows into the base table, and their kept voorkomens into the tables beside it.
 * Receives the results of a type's files one by one. A file whose objects are sorted, above the objects of the file
 * before and below the objects of the file after, is loaded at once: trivial objects, nearly all, become one row each
 * directly. The objects of any other file wait (unordered-objects.ts) until all files have been received. The
 * occurrences of an object that comes in several pieces, or more than once, are merged.
 */
class ObjectLoader {
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

  /** Merges the occurrences of an object with those that the registry holds. */
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
    // One that the registry held is accounted for already.
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

  #report(id: number, { kind, reason, detail }: Fault): void {
    const identificatie = formatIdentificatie(id, id < 10_000 ? 4 : 16);
    this.#options.report.add(this.#code, kind, reason, `${identificatie} ${detail}`.trim());
  }
}

const PND = positionsOf("PND");

/** A pand that lies in no woonplaats, with the nearest woonplaats. */
interface OutsidePand {
  readonly id: number;
  readonly voorkomen: number;
  readonly woonplaatsId: number;
}

/** Pool of worker threads that parse files, at most `threads + 1` of them ahead of the loader. */
export class ParsePool {
  readonly #workers: OrderedWorkers<ParseTask, ParseResponse>;

  constructor(threads: number) {
    this.#workers = new OrderedWorkers(threadUrl("import/objects/parse-worker.ts"), threads);
  }

  /** Sends every worker the geometries of the woonplaatsen, for locating panden in the files that follow. */
  setWoonplaatsen(woonplaatsen: LocatorTask["woonplaatsen"]): void {
    this.#workers.broadcast({ woonplaatsen } satisfies LocatorTask);
  }

  async *parseAll(tasks: readonly ParseTask[]): AsyncGenerator<{ task: ParseTask; result: ParseResult }> {
    for await (const { task, response } of this.#workers.runAll(tasks)) {
      yield { task, result: unwrapResponse(response) };
    }
  }

  close(): void {
    this.#workers.close();
  }
}

function unwrapResponse(response: ParseResponse): ParseResult {
  if ("result" in response) {
    return response.result;
  }
  if ("refused" in response) {
    return refuseImport(response.refused);
  }
  throw new Error(response.failed);
}
