/**
 * Voorkomens of an object that count, neither inactief nor niet-BAG, and the rules of docs/records.md, "Which records
 * exist", with any day for D.
 */
import type { Geometry } from "../../geo/geometry.ts";
import { decodeMillimetres } from "../../geo/millimetre-geometry.ts";
import { fromHistoryValue, type HistoryField, historyFields } from "../schema/history-schema.ts";
import { stageOf, type TypeCode } from "../schema/object-types.ts";
import type { HistoryVoorkomen } from "../schema/voorkomen-life.ts";
import { type Day, includesDay, isEmpty, OPEN, type Period } from "./days.ts";

type ValueOf<F> = F extends { readonly repeated: true }
  ? string
  : F extends { readonly kind: "text" | "status" }
    ? string
    : number;
type NullOf<F> = F extends { readonly optional: true } | { readonly isDummy: unknown } ? null : never;

/** Values of a voorkomen by column: a status is its text, repeated values are joined by `|`. */
type HistoryRow<C extends TypeCode> = {
  readonly [F in HistoryField<C> as F["column"]]: ValueOf<F> | NullOf<F>;
};

/**
 * Counting voorkomen, valid from its begin to its end. A correction has an empty period: another voorkomen replaced it
 * for all of its days.
 */
export interface Voorkomen<C extends TypeCode> extends Period {
  /** As the history stores it, with its document and times of registration. */
  readonly stored: HistoryVoorkomen;
  /** Undefined for a voorkomen that cannot be used. */
  readonly row: HistoryRow<C> | undefined;
}

/** Voorkomen that makes a record. */
export interface UsableVoorkomen<C extends TypeCode> extends Voorkomen<C> {
  readonly row: HistoryRow<C>;
}

/** Returns the voorkomens that count, of an object's voorkomens sorted by number. */
export function listCounting<C extends TypeCode>(code: C, life: readonly HistoryVoorkomen[]): Voorkomen<C>[] {
  return life
    .filter(({ retired }) => retired === 0)
    .map((stored) => ({
      stored,
      row: rowOf(code, stored),
      begin: stored.beginDay,
      end: stored.endDay ?? OPEN,
    }));
}

function rowOf<C extends TypeCode>(code: C, { values }: HistoryVoorkomen): HistoryRow<C> | undefined {
  if (values.every((value) => value === null)) {
    return undefined;
  }
  const named = historyFields(code).map((field, at) => [
    field.column,
    fromHistoryValue(code, field, values[at]!),
  ]);
  return Object.fromEntries(named) as HistoryRow<C>;
}

/** Decodes the geometry of a voorkomen in RD; throws for a type without one. */
export function geometryOf({ stored }: { readonly stored: HistoryVoorkomen }): Geometry {
  return decodeMillimetres(stored.geom!);
}

/**
 * Returns the voorkomen in force on a day, of several the one with the highest number; undefined without one. Takes
 * counting voorkomens sorted by number, with day numbers throughout or, as an import has them, dates YYYYMMDD.
 */
export function findInForce<V extends Period>(voorkomens: readonly V[], day: Day): V | undefined {
  return voorkomens.findLast((one) => includesDay(one, day));
}

/** Returns true for a voorkomen of an object that exists: it can be used, and its status is not an ended one. */
export function isExisting<C extends TypeCode>(
  code: C,
  voorkomen: Voorkomen<C>,
): voorkomen is UsableVoorkomen<C> {
  const row = voorkomen.row as { status: string } | undefined;
  return row !== undefined && stageOf(code, row.status) !== "ended";
}

/** Reasons why an object does not exist on a day. */
export type ObjectAbsence = "not_yet" | "ended" | "corrected";

/** Returns the reason why an object with these voorkomens, at least one, does not exist on a day. */
export function absenceOf(voorkomens: readonly Period[], day: Day): ObjectAbsence {
  const valid = voorkomens.filter((one) => !isEmpty(one));
  if (valid.length === 0) {
    return "corrected";
  }
  return valid.every(({ begin }) => day < begin) ? "not_yet" : "ended";
}
