/** Brings the base tables, `voorkomen` and `ended_object` to a later date. */
import type { Database } from "../../base/sqlite.ts";
import {
  byTypeCode,
  formatIdentificatie,
  type TypeCode,
  typeCodeOf,
} from "../../registry/schema/object-types.ts";
import { formatBagDate } from "../extract/dates.ts";
import type { RowChange } from "../objects/base-table.ts";
import { KeptVoorkomenStore } from "../objects/kept-voorkomens.ts";
import type { ImportReport } from "../report.ts";
import { listOutsideArea } from "./area-filter.ts";
import { MutatedObject } from "./mutated-object.ts";
import type { MutationKind, MutationStream } from "./mutation-reader.ts";
import type { StagedLives } from "./staged-lives.ts";
import type { StagedMutation, StagedMutations } from "./staged-mutations.ts";

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
  readonly staged: StagedMutations;
  /** Given when the registry keeps a history. */
  readonly lives?: StagedLives | undefined;
  readonly report: ImportReport;
}

/** Counts of mutations by kind, of objects outside the registry's area, and of base table rows by change. */
export type MutationTally = Record<MutationKind | "elsewhere" | NonNullable<RowChange>, number>;

/**
 * Stages the streams of mutations, applies them and returns the tallies by type. Every object that has mutations and
 * belongs to the registry's area, or whose review date (`review_date`) has come, is written once, in order of
 * identificatie.
 */
export async function applyMutations(
  db: Database,
  options: ApplyOptions,
): Promise<Record<TypeCode, MutationTally>> {
  const { staged, woonplaatsen, referenceDate } = options;
  const tallies = byTypeCode(newTally);
  let knownTo = options.previousDate;
  for (const { from, to, mutations } of options.streams) {
    for await (const mutation of mutations) {
      tallies[mutation.code][mutation.kind]++;
      staged.add(mutation, { from, knownTo });
    }
    knownTo = Math.max(knownTo, to);
  }
  const kept = new KeptVoorkomenStore(db, { referenceDate, isImport: false });
  const read = (id: number) => new MutatedObject(kept.read(id), staged.read(id), options.lives);
  const outside = new Set(
    woonplaatsen === undefined ? [] : listOutsideArea(db, { woonplaatsen, referenceDate, staged, read }),
  );
  for (const id of outside) {
    tallies[typeCodeOf(id)!].elsewhere++;
  }
  const missing: MissingVoorkomen[] = [];
  for (const id of listToReview(db, { referenceDate, staged, outside })) {
    const object = read(id);
    missing.push(...object.missing.map(({ number, code, kind, was }) => ({ number, code, kind, was })));
    const { change } = kept.write(id, object.voorkomens);
    if (change !== undefined) {
      tallies[typeCodeOf(id)!][change]++;
    }
  }
  reportMissing(missing, options.report);
  return tallies;
}

function newTally(): MutationTally {
  return { toevoeging: 0, wijziging: 0, verwijdering: 0, elsewhere: 0, made: 0, changed: 0, removed: 0 };
}

interface ObjectsToReview extends Pick<ApplyOptions, "referenceDate" | "staged"> {
  /** Objects with mutations that are outside the area. */
  readonly outside: ReadonlySet<number>;
}

/** Fills `work.to_review` with the objects that have mutations or whose review date has come; returns it, ascending. */
function listToReview(db: Database, { referenceDate, staged, outside }: ObjectsToReview): number[] {
  db.run("CREATE TABLE work.to_review (object_id INTEGER PRIMARY KEY)");
  const insert = db.query("INSERT INTO work.to_review VALUES (?)");
  for (const id of staged.listObjects()) {
    if (!outside.has(id)) {
      insert.run(id);
    }
  }
  db.run("INSERT OR IGNORE INTO work.to_review SELECT object_id FROM voorkomen WHERE review_date <= ?", [
    formatBagDate(referenceDate),
  ]);
  return db.query("SELECT object_id FROM work.to_review ORDER BY object_id").values().flat() as number[];
}

/** Mutation of a voorkomen that the registry does not hold, without its contents: there may be many. */
type MissingVoorkomen = Pick<StagedMutation, "number" | "code" | "kind" | "was">;

/** Reports mutations of voorkomens that the registry does not hold, in the order of the deliveries. */
function reportMissing(missing: readonly MissingVoorkomen[], report: ImportReport): void {
  for (const { code, kind, was } of missing.toSorted((a, b) => a.number - b.number)) {
    const example = `${formatIdentificatie(was!.id, code === "WPL" ? 4 : 16)} voorkomen ${was!.voorkomen}`;
    report.add(code, "noticed", `${kind} of a voorkomen that the registry does not hold`, example);
  }
}
