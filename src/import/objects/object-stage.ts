import type { Database } from "../../base/sqlite.ts";
import { OBJECT_TYPES, TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import type { Extract } from "../extract/extract.ts";
import type { Progress } from "../progress.ts";
import type { ImportReport } from "../report.ts";
import { countRows } from "../verify.ts";
import { FileOrder } from "./file-order.ts";
import { ObjectLoader } from "./object-loader.ts";
import type { ParsePool } from "./parse-pool.ts";
import type { ParseResult, ParseTask } from "./parse-worker.ts";

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
      tally.ended += result.endedCount;
      for (const problem of result.problems) {
        this.#report.merge(problem);
      }
      advance(task.entry.sizeBytes);
    }
    loader.finish();
    tally.objects = countRows(this.#db, OBJECT_TYPES[code].table);
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
