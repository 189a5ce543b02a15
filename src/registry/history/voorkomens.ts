/**
 * Voorkomens of an object, and the rules for a day: those of docs/records.md, "Which records exist", with any day for
 * D. All are counting ones, neither inactief nor niet-BAG.
 */
import type { Geometry } from "../../geo/geometry.ts";
import { type OBJECT_TYPES, stageOf, type TypeCode } from "../schema/object-types.ts";
import { type Day, includesDay, isEmpty, type Period } from "./days.ts";

type FieldOf<C extends TypeCode> = (typeof OBJECT_TYPES)[C]["fields"][number];
type ValueOf<F> = F extends { readonly repeated: true }
  ? string
  : F extends { readonly kind: "text" | "status" }
    ? string
    : number;
type NullOf<F> = F extends { readonly optional: true } | { readonly isDummy: unknown } ? null : never;

/** Values of a voorkomen by column: a status is its text, repeated values are joined by `|`. */
export type HistoryRow<C extends TypeCode> = {
  readonly [F in FieldOf<C> as F["column"]]: ValueOf<F> | NullOf<F>;
};

/**
 * Counting voorkomen, valid from its begin to its end. A correction has an empty period: another voorkomen replaced it
 * for all of its days.
 */
export interface Voorkomen<C extends TypeCode> extends Period {
  readonly voorkomenidentificatie: number;
  readonly row: HistoryRow<C>;
  /** Decodes the geometry in RD; throws for a type without one. */
  geometry(): Geometry;
}

/** Returns the voorkomen in force on a day, of several the one with the highest number. */
export function findInForce<C extends TypeCode>(
  voorkomens: readonly Voorkomen<C>[],
  day: Day,
): Voorkomen<C> | undefined {
  return voorkomens
    .filter((one) => includesDay(one, day))
    .reduce<Voorkomen<C> | undefined>(
      (highest, one) =>
        one.voorkomenidentificatie > (highest?.voorkomenidentificatie ?? -1) ? one : highest,
      undefined,
    );
}

/** Returns true while the object exists: the status is not an ended one. */
export function isExisting<C extends TypeCode>(code: C, { row }: Voorkomen<C>): boolean {
  return stageOf(code, (row as { status: string }).status) !== "ended";
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
