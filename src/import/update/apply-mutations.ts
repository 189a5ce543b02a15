/** Brings the base tables, `voorkomen` and `beeindigd` to a later date. */
import type { Database, Statement } from "../../base/sqlite.ts";
import { formatIdentificatie, TYPE_CODES, type TypeCode, typeCodeOf } from "../../registry/object-types.ts";
import type { RowChange } from "../base-table.ts";
import type { RowValue } from "../field-reader.ts";
import { type KeptVoorkomen, KeptVoorkomens } from "../kept-voorkomens.ts";
import type { VoorkomenHeader } from "../read-voorkomen.ts";
import type { ImportReport } from "../report.ts";
import { formatDate, isKept } from "../voorkomen.ts";
import { removeElsewhere } from "./area-filter.ts";
import type { Mutation, MutationKind, MutationStream } from "./mutation.ts";
import type { Touched } from "./touched.ts";

export interface ApplyOptions {
  /** In order of time. */
  readonly streams: readonly MutationStream[];
  /** What the registry is of until now, and what it becomes; YYYYMMDD. */
  readonly previousDate: number;
  readonly referenceDate: number;
  /** Of a registry of single gemeenten: the woonplaatsen that are, were or will be in them, until when (YYYYMMDD). */
  readonly woonplaatsen?: ReadonlyMap<number, number> | undefined;
  readonly touched: Touched;
  readonly report: ImportReport;
}

/** Mutations as delivered, objects that belong to no gemeente of the registry, and what became of the rows of the base table. */
export type MutationTally = Record<MutationKind | "elsewhere" | NonNullable<RowChange>, number>;

/**
 * Of each voorkomen the last mutation decides, so all deliveries are first gathered in `work.gewijzigd`; then every
 * object that is in it and belongs to the registry's area, or that time itself has changed, is written once, in order of
 * identificatie.
 */
export async function applyMutations(
  db: Database,
  options: ApplyOptions,
): Promise<Record<TypeCode, MutationTally>> {
  const tallies = Object.fromEntries(TYPE_CODES.map((code) => [code, newTally()])) as Tallies;
  const gathered = new GatheredMutations(db, options);
  for (const stream of options.streams)
    for await (const mutation of gathered.begin(stream)) {
      tallies[mutation.code][mutation.kind]++;
      gathered.add(mutation);
    }
  for (const id of gathered.removeElsewhere()) tallies[typeCodeOf(id)!].elsewhere++;
  gathered.reportMissing();
  const { referenceDate, touched } = options;
  const beforeChange = touched.touch.bind(touched);
  const kept = new KeptVoorkomens(db, { referenceDate, isImport: false, beforeChange });
  for (const id of gathered.listObjects()) {
    const change = kept.write(id, gathered.apply(id, kept.read(id)));
    if (change !== undefined) tallies[typeCodeOf(id)!][change]++;
  }
  return tallies;
}

type Tallies = Record<TypeCode, MutationTally>;

function newTally(): MutationTally {
  return { toevoeging: 0, wijziging: 0, verwijdering: 0, elsewhere: 0, made: 0, changed: 0, removed: 0 };
}

/** The last mutation of a voorkomen; `isKept` is 0 of one that was removed or is inactive. */
interface Gathered {
  voorkomen: number;
  isKept: number;
  begin: number;
  end: number;
  rij: string | null;
  geom: Uint8Array | null;
}

class GatheredMutations {
  readonly #db: Database;
  readonly #options: ApplyOptions;
  /** What the registry was before. */
  readonly #before: KeptVoorkomens;
  readonly #put: Statement;
  readonly #find: Statement<Gathered, [number, number]>;
  readonly #list: Statement<Gathered, [number]>;
  readonly #miss: Statement;
  #from = 0;
  /** To when everything is known: the registry's date, later that of the delivery before. */
  #knownTo: number;

  constructor(db: Database, options: ApplyOptions) {
    this.#db = db;
    this.#options = options;
    this.#knownTo = options.previousDate;
    this.#before = new KeptVoorkomens(db, { referenceDate: options.previousDate, isImport: false });
    db.run(`CREATE TABLE work.gewijzigd (
      object_id INTEGER, voorkomen INTEGER, is_kept INTEGER, begin INTEGER, eind INTEGER, rij TEXT, geom BLOB,
      PRIMARY KEY (object_id, voorkomen)) WITHOUT ROWID`);
    this.#put = db.query("INSERT OR REPLACE INTO work.gewijzigd VALUES (?, ?, ?, ?, ?, ?, ?)");
    const select = "SELECT voorkomen, is_kept AS isKept, begin, eind AS end, rij, geom FROM work.gewijzigd";
    this.#find = db.query(`${select} WHERE object_id = ? AND voorkomen = ?`);
    this.#list = db.query(`${select} WHERE object_id = ?`);
    db.run("CREATE TABLE work.gemist (object_id INTEGER, voorkomen INTEGER, kind TEXT)");
    this.#miss = db.query("INSERT INTO work.gemist VALUES (?, ?, ?)");
  }

  async *begin({ from, to, mutations }: MutationStream): AsyncGenerator<Mutation> {
    this.#from = from;
    yield* mutations;
    this.#knownTo = Math.max(this.#knownTo, to);
  }

  add({ kind, was, wordt }: Mutation): void {
    if (was !== undefined && this.#isMissing(was, wordt)) this.#miss.run(was.id, was.voorkomen, kind);
    if (was !== undefined && !isSameVoorkomen(was, wordt))
      this.#put.run(was.id, was.voorkomen, 0, was.begin, was.end, null, null);
    if (wordt === undefined) return;
    const { id, voorkomen, begin, end, row, geom } = wordt;
    const rij = row === null ? null : JSON.stringify(row);
    this.#put.run(id, voorkomen, wordt.isInactive ? 0 : 1, begin, end, rij, geom ?? null);
  }

  /** Of a registry of single gemeenten: forgets the objects that belong to others, and returns them. */
  removeElsewhere(): number[] {
    const { woonplaatsen, referenceDate } = this.#options;
    if (woonplaatsen === undefined) return [];
    return removeElsewhere(this.#db, { woonplaatsen, referenceDate, before: this.#before });
  }

  /** Reports what mutations begin from and the registry does not hold. */
  reportMissing(): void {
    const missing = this.#db.query<{ id: number; voorkomen: number; kind: MutationKind }, []>(
      `SELECT object_id AS id, voorkomen, kind FROM work.gemist m
       WHERE EXISTS (SELECT 1 FROM work.gewijzigd g WHERE g.object_id = m.object_id) ORDER BY rowid`,
    );
    for (const { id, voorkomen, kind } of missing.iterate()) {
      const code = typeCodeOf(id)!;
      const example = `${formatIdentificatie(id, code === "WPL" ? 4 : 16)} voorkomen ${voorkomen}`;
      const reason = `${kind} of a voorkomen that the registry does not hold`;
      this.#options.report.add(code, "noticed", reason, example);
    }
  }

  /** Objects that a mutation is about or that time has changed; ascending. */
  *listObjects(): Generator<number> {
    const { referenceDate } = this.#options;
    // Apart from what is written while they are walked through.
    this.#db.run("CREATE TABLE work.te_herzien (object_id INTEGER PRIMARY KEY)");
    this.#db.run("INSERT INTO work.te_herzien SELECT DISTINCT object_id FROM work.gewijzigd");
    this.#db.run(
      "INSERT OR IGNORE INTO work.te_herzien SELECT object_id FROM voorkomen WHERE herzie_op <= ?",
      [formatDate(referenceDate)],
    );
    const all = this.#db.query<{ id: number }, []>(
      "SELECT object_id AS id FROM work.te_herzien ORDER BY object_id",
    );
    for (const { id } of all.iterate()) yield id;
  }

  /** What is kept of an object, after its mutations. */
  apply(id: number, known: readonly KeptVoorkomen[]): KeptVoorkomen[] {
    const kept = new Map(known.map((one) => [one.voorkomen, one]));
    for (const { voorkomen, isKept, begin, end, rij, geom } of this.#list.all(id)) {
      const row = rij === null ? null : (JSON.parse(rij) as RowValue[]);
      if (isKept) kept.set(voorkomen, { voorkomen, begin, end, row, geom: geom ?? undefined });
      else kept.delete(voorkomen);
    }
    return [...kept.values()];
  }

  /** Whether a mutation begins from what the registry, as complete as it was then, would have to hold. */
  #isMissing(was: VoorkomenHeader, wordt: VoorkomenHeader | undefined): boolean {
    if (!isKept(was, this.#knownTo) || this.#holds(was)) return false;
    // A delivery that begins before the registry's date may tell what is in the registry already.
    const isHereAlready = !(wordt && isKept(wordt, this.#knownTo)) || this.#holds(wordt);
    return !(this.#from < this.#knownTo && isHereAlready);
  }

  #holds({ id, voorkomen }: VoorkomenHeader): boolean {
    const gathered = this.#find.get(id, voorkomen);
    if (gathered !== null) return gathered.isKept === 1 && gathered.end > this.#knownTo;
    return this.#before.read(id).some((one) => one.voorkomen === voorkomen);
  }
}

function isSameVoorkomen(one: VoorkomenHeader, other: VoorkomenHeader | undefined): boolean {
  return one.id === other?.id && one.voorkomen === other.voorkomen;
}
