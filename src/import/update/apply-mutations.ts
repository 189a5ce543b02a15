/** Brings the base tables, `voorkomen` and `ended_object` to a later date. */
import type { Database, Statement } from "../../base/sqlite.ts";
import {
  byTypeCode,
  formatIdentificatie,
  type TypeCode,
  typeCodeOf,
} from "../../registry/schema/object-types.ts";
import type { TouchedRows } from "../derive/touched.ts";
import { formatBagDate } from "../extract/dates.ts";
import type { RowValue } from "../extract/field-reader.ts";
import type { RowChange } from "../objects/base-table.ts";
import { KeptVoorkomenStore } from "../objects/kept-voorkomens.ts";
import { type ExtractVoorkomen, isKept } from "../objects/voorkomen.ts";
import type { ImportReport } from "../report.ts";
import { removeOutsideArea } from "./area-filter.ts";
import type { Mutation, MutationHeader, MutationKind, MutationStream } from "./mutation-reader.ts";
import type { StagedLives } from "./staged-lives.ts";

export interface ApplyOptions {
  /** Sorted by date. */
  readonly streams: readonly MutationStream[];
  /** Reference date of the registry before the update, and the new one; YYYYMMDD. */
  readonly previousDate: number;
  readonly referenceDate: number;
  /**
   * For a registry of single gemeenten: woonplaatsen that are, were or will be in them, with the date until which
   * (YYYYMMDD).
   */
  readonly woonplaatsen?: ReadonlyMap<number, number> | undefined;
  readonly touched: TouchedRows;
  /** Given when the registry keeps a history. */
  readonly lives?: StagedLives | undefined;
  readonly report: ImportReport;
}

/** Counts of mutations by kind, of objects outside the registry's area, and of base table rows by change. */
export type MutationTally = Record<MutationKind | "elsewhere" | NonNullable<RowChange>, number>;

/**
 * Applies the streams of mutations and returns the tallies by type. The last mutation of each voorkomen decides
 * (`#takeAway` has the exception), so all deliveries are first staged in `work.staged`; then every object that is in it
 * and belongs to the registry's area, or whose review date (`review_date`) has come, is written once, in order of
 * identificatie.
 */
export async function applyMutations(
  db: Database,
  options: ApplyOptions,
): Promise<Record<TypeCode, MutationTally>> {
  const tallies = byTypeCode(newTally);
  const staged = new StagedMutations(db, options);
  for (const stream of options.streams) {
    for await (const mutation of staged.readStream(stream)) {
      tallies[mutation.code][mutation.kind]++;
      staged.add(mutation);
      options.lives?.add(mutation);
    }
  }
  for (const id of staged.removeOutsideArea()) {
    tallies[typeCodeOf(id)!].elsewhere++;
  }
  staged.reportMissing();
  const { referenceDate, touched } = options;
  const beforeChange = touched.touch.bind(touched);
  const kept = new KeptVoorkomenStore(db, { referenceDate, isImport: false, beforeChange });
  for (const id of staged.listObjects()) {
    const { change } = kept.write(id, staged.apply(id, kept.read(id)));
    if (change !== undefined) {
      tallies[typeCodeOf(id)!][change]++;
    }
  }
  return tallies;
}

function newTally(): MutationTally {
  return { toevoeging: 0, wijziging: 0, verwijdering: 0, elsewhere: 0, made: 0, changed: 0, removed: 0 };
}

/** The last mutation of a voorkomen; `isKept` is 0 when it was removed or is inactive. */
interface StagedVoorkomen {
  voorkomen: number;
  isKept: number;
  begin: number;
  end: number;
  registeredLvMs: number | null;
  row_json: string | null;
  geom: Uint8Array | null;
}

class StagedMutations {
  readonly #db: Database;
  readonly #options: ApplyOptions;
  /** Kept voorkomens before the update. */
  readonly #keptBefore: KeptVoorkomenStore;
  readonly #stage: Statement;
  readonly #findStaged: Statement<StagedVoorkomen, [number, number]>;
  readonly #listStaged: Statement<StagedVoorkomen, [number]>;
  readonly #insertMissing: Statement;
  #streamFrom = 0;
  /** Date up to which all mutations are known: the registry's date, later the end of the deliveries read so far. */
  #knownTo: number;

  constructor(db: Database, options: ApplyOptions) {
    this.#db = db;
    this.#options = options;
    this.#knownTo = options.previousDate;
    this.#keptBefore = new KeptVoorkomenStore(db, { referenceDate: options.previousDate, isImport: false });
    db.run(`CREATE TABLE work.staged (
      object_id INTEGER, voorkomen INTEGER, is_kept INTEGER, begin_date INTEGER, end_date INTEGER,
      registered_lv_ms INTEGER, row_json TEXT, geom BLOB,
      PRIMARY KEY (object_id, voorkomen)) WITHOUT ROWID`);
    this.#stage = db.query("INSERT OR REPLACE INTO work.staged VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    const select = `SELECT voorkomen, is_kept AS isKept, begin_date AS begin, end_date AS end,
      registered_lv_ms AS registeredLvMs, row_json, geom FROM work.staged`;
    this.#findStaged = db.query(`${select} WHERE object_id = ? AND voorkomen = ?`);
    this.#listStaged = db.query(`${select} WHERE object_id = ?`);
    db.run("CREATE TABLE work.missing (object_id INTEGER, voorkomen INTEGER, kind TEXT)");
    this.#insertMissing = db.query("INSERT INTO work.missing VALUES (?, ?, ?)");
  }

  async *readStream({ from, to, mutations }: MutationStream): AsyncGenerator<Mutation> {
    this.#streamFrom = from;
    yield* mutations;
    this.#knownTo = Math.max(this.#knownTo, to);
  }

  add({ kind, was, wordt }: Mutation): void {
    if (was !== undefined && this.#isMissing(was, wordt)) {
      this.#insertMissing.run(was.id, was.voorkomen, kind);
    }
    if (was !== undefined && (wordt?.isInactive || !hasSameNumber(was, wordt))) {
      this.#takeAway(was);
    }
    if (wordt === undefined) {
      return;
    }
    if (wordt.isInactive) {
      if (!hasSameNumber(wordt, was)) {
        this.#takeAway(wordt);
      }
      return;
    }
    const { id, voorkomen, begin, end, registeredLvMs, row, geom } = wordt;
    const rowJson = row === null ? null : JSON.stringify(row);
    this.#stage.run(id, voorkomen, 1, begin, end, registeredLvMs, rowJson, geom ?? null);
  }

  /**
   * Takes a voorkomen away, unless another of its number has been staged, or is in force by a history: a synchronised
   * object gets new voorkomens of the same numbers, and the marks of the former ones may come behind these.
   */
  #takeAway(gone: MutationHeader): void {
    const { id, voorkomen, begin, end, registeredLvMs } = gone;
    const staged = this.#findStaged.get(id, voorkomen);
    const isOther =
      staged?.isKept === 1
        ? !isRegisteredAs(staged, gone)
        : staged === null && this.#options.lives?.holdsAnother(gone);
    if (!isOther) {
      this.#stage.run(id, voorkomen, 0, begin, end, registeredLvMs, null, null);
    }
  }

  /** For a registry of single gemeenten: removes staged objects outside its area; returns their identificaties. */
  removeOutsideArea(): number[] {
    const { woonplaatsen, referenceDate } = this.#options;
    if (woonplaatsen === undefined) {
      return [];
    }
    return removeOutsideArea(this.#db, { woonplaatsen, referenceDate, keptBefore: this.#keptBefore });
  }

  /** Reports mutations that begin from a voorkomen that the registry does not hold. */
  reportMissing(): void {
    const missing = this.#db.query<{ id: number; voorkomen: number; kind: MutationKind }, []>(
      `SELECT object_id AS id, voorkomen, kind FROM work.missing m
       WHERE EXISTS (SELECT 1 FROM work.staged s WHERE s.object_id = m.object_id) ORDER BY rowid`,
    );
    for (const { id, voorkomen, kind } of missing.iterate()) {
      const code = typeCodeOf(id)!;
      const example = `${formatIdentificatie(id, code === "WPL" ? 4 : 16)} voorkomen ${voorkomen}`;
      const reason = `${kind} of a voorkomen that the registry does not hold`;
      this.#options.report.add(code, "noticed", reason, example);
    }
  }

  /** Enumerates objects that have mutations or whose review date has come; ascending. */
  *listObjects(): Generator<number> {
    const { referenceDate } = this.#options;
    // A separate table, because its sources are written during the iteration.
    this.#db.run("CREATE TABLE work.to_review (object_id INTEGER PRIMARY KEY)");
    this.#db.run("INSERT INTO work.to_review SELECT DISTINCT object_id FROM work.staged");
    this.#db.run(
      "INSERT OR IGNORE INTO work.to_review SELECT object_id FROM voorkomen WHERE review_date <= ?",
      [formatBagDate(referenceDate)],
    );
    const all = this.#db.query<{ id: number }, []>(
      "SELECT object_id AS id FROM work.to_review ORDER BY object_id",
    );
    for (const { id } of all.iterate()) {
      yield id;
    }
  }

  /** Returns the kept voorkomens of an object after its mutations. */
  apply(id: number, known: readonly ExtractVoorkomen[]): ExtractVoorkomen[] {
    const kept = new Map(known.map((one) => [one.voorkomen, one]));
    for (const { voorkomen, isKept, begin, end, row_json, geom } of this.#listStaged.all(id)) {
      const row = row_json === null ? null : (JSON.parse(row_json) as RowValue[]);
      if (isKept) {
        kept.set(voorkomen, { id, voorkomen, begin, end, row, geom: geom ?? undefined });
      } else {
        kept.delete(voorkomen);
      }
    }
    return [...kept.values()];
  }

  /**
   * Returns true when the registry, complete up to `#knownTo`, lacks the voorkomen before a mutation but should hold
   * it.
   */
  #isMissing(was: MutationHeader, wordt: MutationHeader | undefined): boolean {
    if (!isKept(was, this.#knownTo) || this.#holds(was)) {
      return false;
    }
    // A delivery that begins before the registry's date may contain mutations that the registry already holds.
    const isAppliedAlready = !(wordt && isKept(wordt, this.#knownTo)) || this.#holds(wordt);
    return !(this.#streamFrom < this.#knownTo && isAppliedAlready);
  }

  #holds(one: MutationHeader): boolean {
    const { id, voorkomen } = one;
    const staged = this.#findStaged.get(id, voorkomen);
    if (staged !== null && isRegisteredAs(staged, one)) {
      return staged.isKept === 1 && staged.end > this.#knownTo;
    }
    const isHeldBefore = () => this.#keptBefore.read(id).some((kept) => kept.voorkomen === voorkomen);
    return staged?.isKept === 1 || isHeldBefore();
  }
}

function hasSameNumber(one: MutationHeader, other: MutationHeader | undefined): boolean {
  return one.id === other?.id && one.voorkomen === other.voorkomen;
}

/**
 * Returns true when a voorkomen is the staged one of its number, not another that had or took the number. Of 66,073 in
 * Weesp one pair shares even the registration, and differs in begin.
 */
function isRegisteredAs(staged: StagedVoorkomen, one: MutationHeader): boolean {
  return staged.registeredLvMs === one.registeredLvMs && staged.begin === one.begin;
}
