/**
 * Records of a day as answers give them: with the days on which they are valid, or with the reason why there is no
 * record.
 */
import { listGaps } from "../file/imports.ts";
import type { Absence } from "./adres-on-day.ts";
import { type Day, toDay } from "./days.ts";
import type { ReadRecord } from "./objects-on-day.ts";
import type { Past } from "./past.ts";
import { findNearest, findPeriod, toBounds, type ValidBounds } from "./periods.ts";

/** Reason why there is no record on a day, with the days of the nearest one; null without any. */
export interface AbsenceReason extends ValidBounds {
  why: Absence;
}

/** Returns the record of a day with its days; undefined without one. */
export function datedRecord<R extends object>(past: Past, read: ReadRecord<R>, day: Day): R | undefined {
  const { record, ...period } = findPeriod(past, read, day);
  if (typeof record !== "object") {
    return undefined;
  }
  return {
    ...record,
    ...toBounds(period),
    ...announcedOf(past, day),
    ...gapOf(past, day),
  };
}

/** Mark of a period that begins after the reference date, or of an answer about a day after that date. */
export interface Announced {
  announced?: true;
}

/** Returns the mark for a day after the reference date, empty for other days. */
export function announcedOf({ today }: Past, day: Day): Announced {
  return day > today ? { announced: true } : {};
}

/**
 * Returns the mark for a day on or after the first day whose mutations no update has applied, empty for earlier days.
 * All later days lack these mutations too, until an import.
 */
export function gapOf({ snapshot }: Past, day: Day): { gap?: true } {
  return listGaps(snapshot).some(({ from }) => toDay(from) <= day) ? { gap: true } : {};
}

/** Returns the reason why there is no record on a day; undefined for an object that the history does not know. */
export function absenceReason<R extends object>(
  past: Past,
  read: ReadRecord<R>,
  day: Day,
): AbsenceReason | undefined {
  const { record: why } = findPeriod(past, read, day);
  if (typeof why !== "string") {
    return undefined;
  }
  const nearest = findNearest(past, read, day);
  return {
    why: why as Absence,
    ...(nearest === undefined ? { valid_from: null, valid_until: null } : toBounds(nearest)),
  };
}
