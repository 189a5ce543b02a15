/** Records of a day as answers give them: with the days on which they hold, or with the reason why there is none. */
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
  const isAnnounced = day > toDay(past.snapshot.meta.referenceDate);
  return {
    ...record,
    ...toBounds(period),
    ...(isAnnounced && { announced: true }),
    ...gapOf(past, day),
  };
}

/**
 * Returns the mark of answers about a day whose mutations no update has applied, empty for other days. A delivery begins
 * with the mutations of its first day.
 */
export function gapOf({ snapshot }: Past, day: Day): { gap?: true } {
  const isInGap = listGaps(snapshot).some(({ from, to }) => toDay(from) <= day && day < toDay(to));
  return isInGap ? { gap: true } : {};
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
