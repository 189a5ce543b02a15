/**
 * A voorkomen from its file to its tables, and the rules when it counts (docs/records.md, "Which records exist"). Its
 * row is the same on every date; only the base table has null for values that are not yet believed in the year of the
 * reference date.
 */
import {
  byTypeCode,
  OBJECT_TYPES,
  type ObjectField,
  type TypeCode,
} from "../../registry/schema/object-types.ts";
import type { HistoryVoorkomen } from "../../registry/schema/voorkomen-life.ts";
import { NO_END } from "../extract/dates.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { positionsOf } from "./row-layout.ts";

/** A voorkomen as a file has it, or as a registry keeps it. */
export interface Voorkomen {
  /** The identificatie. */
  readonly id: number;
  /** Number within its object. */
  readonly voorkomen: number;
  /** YYYYMMDD; BEGIN_IN_PAST when read from a registry, which does not store a begin in the past. */
  readonly begin: number;
  /** YYYYMMDD or NO_END. */
  readonly end: number;
  /** True for inactief or niet-BAG: such a voorkomen is never in force. */
  readonly isInactive: boolean;
  /**
   * Time at which it became public; null when it cannot be read, undefined in an extract. A delivery has two voorkomens
   * of one number for a synchronised object: the marked one and the new one have different times
   * (docs/bag-format.md §1.8).
   */
  readonly registeredLvMs?: number | null;
  /**
   * Values in the order of `voorkomenColumns`; null when it makes no row: its status is an ended one, it is unusable,
   * or a registry does not keep it.
   */
  readonly row: readonly RowValue[] | null;
  /** GeoPackage blob; undefined for types without geometry and when there is no row. */
  readonly geom?: Uint8Array | undefined;
  /** True for a pand whose point lies in no woonplaats: its row names the nearest. */
  readonly isOutside?: boolean | undefined;
  /** Faults that the reader found; undefined without any. An import reports them when the voorkomen is in force. */
  readonly faults?: readonly VoorkomenFault[] | undefined;
  /** Its record in a history; undefined when it is read without a history. */
  readonly life?: HistoryVoorkomen | undefined;
}

/** Fault of a voorkomen: `skipped` when it makes no row for that reason, `noticed` when it is kept all the same. */
export interface VoorkomenFault {
  readonly kind: "skipped" | "noticed";
  readonly reason: string;
  readonly detail: string;
}

export const BEGIN_IN_PAST = 0;

/**
 * Returns true for a voorkomen that a registry keeps: one that counts, or is still to begin, because time alone brings
 * it into force.
 */
export function isKept(
  { end, isInactive }: Pick<Voorkomen, "end" | "isInactive">,
  referenceDate: number,
): boolean {
  return end > referenceDate && !isInactive;
}

/**
 * Returns true when one row, in its base table or in `ended_object`, stores the whole object: no future date changes
 * it.
 */
export function isTrivial(code: TypeCode, kept: readonly Voorkomen[], referenceDate: number): boolean {
  const [only, another] = kept;
  if (only === undefined || another !== undefined) {
    return false;
  }
  return findReviewDate(code, only, referenceDate) === undefined;
}

/**
 * Returns the first date after the reference date on which time alone changes the meaning of this voorkomen;
 * undefined when there is none.
 */
export function findReviewDate(
  code: TypeCode,
  { begin, end, row }: Voorkomen,
  referenceDate: number,
): number | undefined {
  if (begin > referenceDate) {
    return Math.min(begin, end);
  }
  const year = row === null ? undefined : findNextChangeYear(code, row, yearOf(referenceDate));
  const first = Math.min(end, year === undefined ? NO_END : year * 10_000 + 101);
  return first === NO_END ? undefined : first;
}

interface BelievedField {
  readonly at: number;
  readonly believedFrom: (value: number) => number;
}

/** Fields that are believed only from some year on, by type. */
const BELIEVED_FIELDS = byTypeCode((code): BelievedField[] => {
  const positions: Readonly<Record<string, number>> = positionsOf(code);
  return (OBJECT_TYPES[code].fields as readonly ObjectField[]).flatMap(({ column, plausibleFrom }) =>
    plausibleFrom === undefined ? [] : [{ at: positions[column]!, believedFrom: plausibleFrom }],
  );
});

/** Returns the first year after `year` in which time alone changes a row; undefined for nearly all. */
function findNextChangeYear(code: TypeCode, row: readonly RowValue[], year: number): number | undefined {
  for (const { at, believedFrom } of BELIEVED_FIELDS[code]) {
    const value = row[at];
    if (typeof value === "number" && believedFrom(value) > year) {
      return believedFrom(value);
    }
  }
  return undefined;
}

/** Returns a row as the base table has it on a date: null for values that are not yet believed. */
export function believedRow(
  code: TypeCode,
  row: readonly RowValue[],
  referenceDate: number,
): readonly RowValue[] {
  const year = yearOf(referenceDate);
  if (findNextChangeYear(code, row, year) === undefined) {
    return row;
  }
  const believed = [...row];
  for (const { at, believedFrom } of BELIEVED_FIELDS[code]) {
    if (believedFrom(Number(row[at])) > year) {
      believed[at] = null;
    }
  }
  return believed;
}

function yearOf(date: number): number {
  return Math.floor(date / 10_000);
}

const PND = positionsOf("PND");
const VBO = positionsOf("VBO");

/**
 * Returns a row without the values that depend on other objects: the chosen pand of a verblijfsobject and whether it
 * exists, the woonplaats of a pand. Accepts rows as read and as stored.
 */
export function intrinsicRow(code: TypeCode, row: readonly RowValue[]): readonly RowValue[] {
  if (code === "PND") {
    return row.with(PND.woonplaats_id, null);
  }
  if (code !== "VBO" || row[VBO.pand_ids] === null) {
    return row;
  }
  const panden = String(row[VBO.pand_ids]).split("|");
  return row
    .with(VBO.pand_ids, panden.length > 1 ? panden.join("|") : null)
    .with(VBO.pand_id, Number(panden[0]));
}
