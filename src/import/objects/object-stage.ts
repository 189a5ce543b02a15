import { OrderedWorkers } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import type { Database } from "../../base/sqlite.ts";
import { OBJECT_TYPES, TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import type { ArchiveEntry } from "../extract/archive-entry.ts";
import { parseObjectName } from "../extract/entry-names.ts";
import type { Extract } from "../extract/extract-header.ts";
import type { Progress } from "../progress.ts";
import type { ImportReport } from "../report.ts";
import { countTableRows } from "../verify.ts";
import { ObjectLoader } from "./object-loader.ts";
import type { LocatorTask, ParseResult, ParseTask } from "./parse-worker.ts";
import { formatIdPair, type ObjectTally, OUT_OF_ORDER } from "./read-object.ts";

/** Takes the voorkomens and kenmerken of a file for the history, in the order of the files. */
export interface HistoryTaker {
  take(
    input: Pick<ParseResult, "life" | "inOnderzoek"> & { code: TypeCode; isMarked: boolean },
  ): Promise<void>;
}

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
  readonly #history: HistoryTaker | undefined;
  #parsed: AsyncGenerator<{ task: ParseTask; result: ParseResult }>;

  constructor(
    db: Database,
    { extracts, referenceDate, report, pool, history, isStrict }: ObjectStageOptions,
  ) {
    this.#db = db;
    this.#report = report;
    this.#pool = pool;
    this.#referenceDate = referenceDate;
    this.#history = history;
    const withHistory = history !== undefined;
    this.#tasks = TYPE_CODES.flatMap((code) =>
      // Marked voorkomens come first: they are written among those that count.
      [
        ...extracts.flatMap((extract) => extract.ofHistory.get(code) ?? []),
        ...extracts.flatMap((extract) => extract.objects.get(code) ?? []),
      ].map((entry): ParseTask => {
        const { kind } = parseObjectName(entry.name)!;
        return { code, kind, entry, referenceDate, withHistory, isStrict };
      }),
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
      const { life, inOnderzoek } = result;
      await this.#history?.take({ code, isMarked: task.kind !== "counting", life, inOnderzoek });
      if (task.kind === "counting") {
        loader.load(result);
        order.check(task.entry, result.tally);
        tally.files++;
        tally.bytes += task.entry.sizeBytes;
        tally.voorkomens += result.tally.voorkomens;
      }
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
  /** Given when a history is made. */
  readonly history: HistoryTaker | undefined;
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

/** Pool of worker threads that parse files, at most `threads + 1` of them ahead of the loader. */
export class ParsePool {
  readonly #workers: OrderedWorkers<ParseTask, ParseResult>;

  constructor(threads: number) {
    this.#workers = new OrderedWorkers(threadUrl("import/objects/parse-worker.ts"), threads);
  }

  /** Sends every worker the geometries of the woonplaatsen, for locating panden in the files that follow. */
  setWoonplaatsen(woonplaatsen: LocatorTask["woonplaatsen"]): void {
    this.#workers.broadcast({ woonplaatsen } satisfies LocatorTask);
  }

  async *parseAll(tasks: readonly ParseTask[]): AsyncGenerator<{ task: ParseTask; result: ParseResult }> {
    for await (const { task, response } of this.#workers.runAll(tasks)) {
      yield { task, result: response };
    }
  }

  close(): void {
    this.#workers.close();
  }
}
