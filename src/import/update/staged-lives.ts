/** Lives of objects before and after staged mutations, in a registry that keeps a history. */
import { toDayNumber } from "../../base/day-number.ts";
import type { Database } from "../../base/sqlite.ts";
import { readLife, type StatementSource } from "../../registry/index/life-reader.ts";
import { decodeIds } from "../../registry/schema/change-months.ts";
import { lookupTable } from "../../registry/schema/history-schema.ts";
import { typeCodeOf } from "../../registry/schema/object-types.ts";
import type { HistoryVoorkomen } from "../../registry/schema/voorkomen-life.ts";
import type { Voorkomen } from "../objects/voorkomen.ts";
import type { StagedMutations } from "./staged-mutations.ts";

/**
 * Identity of a voorkomen. The number is not enough, because a synchronised object has two voorkomens of one number. Of
 * 66,073 voorkomens in Weesp one pair shares even the registration, and differs in begin.
 */
interface Identity {
  readonly nr: number;
  readonly beginDay: number;
  readonly registeredLvMs: number | null;
}

interface ChangeMonth {
  woonplaats: number;
  month: number;
  ids: Uint8Array;
}

/** Numbers that were on a street and are no address there today, and the objects that named such a number. */
const FORMER_NUMBERS = (of: "history" | "recent") =>
  `SELECT DISTINCT nummeraanduiding_id FROM ${lookupTable("old_key", of)} WHERE openbare_ruimte_id = ?`;
const FORMER_OBJECTS = (of: "history" | "recent") =>
  `SELECT object_id FROM ${lookupTable("old_link", of)} WHERE nummeraanduiding_id = ?`;

const STORED_IN = "SELECT object_ids FROM change_month WHERE woonplaats_id = ?";
const RECENT_IN = "SELECT object_id FROM recent_object WHERE woonplaats_id = ?";
const HAS_PAND = "SELECT 1 FROM pand WHERE fid = ?";

const CHANGE_MONTHS = "SELECT woonplaats_id AS woonplaats, month, object_ids AS ids FROM change_month";

export class StagedLives {
  readonly #registry: StatementSource;
  /** The history file. */
  readonly history: StatementSource;
  readonly #staged: StagedMutations;

  /** `db` is the draft, `history` the file that it names; the mutations were read for a history. */
  constructor(db: Database, history: StatementSource, staged: StagedMutations) {
    this.#registry = { statement: (sql) => db.query(sql) };
    this.history = history;
    this.#staged = staged;
  }

  /** Returns true when the counting voorkomen of this number before the update was another one. */
  holdsAnother(gone: Voorkomen): boolean {
    const counting = this.readBefore(gone.id).find(
      ({ nr, retired }) => nr === gone.voorkomen && retired === 0,
    );
    return counting !== undefined && !isSame(counting, identityOf(gone));
  }

  /** Returns the voorkomens of an object before the update. */
  readBefore(id: number): HistoryVoorkomen[] {
    const code = typeCodeOf(id);
    return code === undefined ? [] : readLife(this.#registry, this.history, code, id);
  }

  /**
   * Returns the woonplaats of some objects in the history file. `months` has, for each object, a month in which one of
   * its voorkomens in the file begins. Reads the lists of all months: a second or two for the country.
   */
  findPlaces(months: ReadonlyMap<number, number>): Map<number, number> {
    const places = new Map<number, number>();
    if (months.size === 0) {
      return places;
    }
    const asked = new Set(months.values());
    const rows = this.history.statement<ChangeMonth>(CHANGE_MONTHS).iterate();
    for (const { woonplaats, month, ids } of rows) {
      for (const id of asked.has(month) ? decodeIds(ids) : []) {
        if (months.get(id) === month) {
          places.set(id, woonplaats);
        }
      }
    }
    return places;
  }

  /** Returns the numbers that lay on some streets before the update, and the objects that named them. */
  listFormerOn(streets: readonly number[]): Set<number> {
    const list = (sql: (of: "history" | "recent") => string, id: number) =>
      [
        ...this.history.statement(sql("history")).values(id),
        ...this.#registry.statement(sql("recent")).values(id),
      ].map(([found]) => Number(found));
    const numbers = new Set(streets.flatMap((street) => list(FORMER_NUMBERS, street)));
    return new Set([...numbers].flatMap((number) => [number, ...list(FORMER_OBJECTS, number)]));
  }

  /** Returns the ended panden that the history assigns to some woonplaatsen by their footprints. */
  listEndedPanden(woonplaatsen: readonly number[]): Set<number> {
    const hasPand = this.#registry.statement(HAS_PAND);
    const ids = woonplaatsen.flatMap((woonplaats) => [
      ...this.history
        .statement(STORED_IN)
        .values(woonplaats)
        .flatMap(([stored]) => decodeIds(stored as Uint8Array)),
      ...(this.#registry.statement(RECENT_IN).values(woonplaats).flat() as number[]),
    ]);
    return new Set(ids.filter((id) => typeCodeOf(id) === "PND" && hasPand.get(id) === null));
  }

  /** Returns the voorkomens of an object after its mutations, one of each number and mark. */
  readAfter(id: number): HistoryVoorkomen[] {
    let life = this.readBefore(id);
    for (const { was, wordt } of this.#staged.read(id)) {
      if (was !== undefined) {
        remove(life, identityOf(was));
      }
      if (wordt !== undefined) {
        const added = wordt.life!;
        // A delivery may contain a voorkomen that the registry holds already.
        life = life.filter((one) => !isSame(one, added) || one.retired !== added.retired);
        life.push(added);
      }
    }
    // Of several with one number and mark, the last one counts.
    return [...new Map(life.map((one) => [`${one.nr} ${one.retired}`, one])).values()];
  }
}

function identityOf({ voorkomen, begin, registeredLvMs = null }: Voorkomen): Identity {
  return { nr: voorkomen, beginDay: toDayNumber(begin), registeredLvMs };
}

function isSame(one: HistoryVoorkomen, other: Identity): boolean {
  return (
    one.nr === other.nr && one.beginDay === other.beginDay && one.registeredLvMs === other.registeredLvMs
  );
}

/**
 * Removes a voorkomen. Of several with this identity removes the counting one, because a mutation that marks a
 * voorkomen names the voorkomen before the mark.
 */
function remove(life: HistoryVoorkomen[], gone: Identity): void {
  const found = life.filter((one) => isSame(one, gone));
  const chosen = found.find(({ retired }) => retired === 0) ?? found[0];
  if (chosen !== undefined) {
    life.splice(life.indexOf(chosen), 1);
  }
}
