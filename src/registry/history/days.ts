/** Days and periods of history: day numbers (base/day-number.ts), which compare as days do. */
import { formatDayNumber, toDayNumber } from "../../base/day-number.ts";

/** Days since 1970-01-01. */
export type Day = number;

/** Days from the first, up to and without the last. */
export interface Period {
  /** EVER without a first day. */
  readonly begin: Day;
  /** OPEN without an end. */
  readonly end: Day;
}

export const EVER = Number.NEGATIVE_INFINITY;
export const OPEN = Number.POSITIVE_INFINITY;

/** Returns the day of a date YYYY-MM-DD. */
export function toDay(date: string): Day {
  return toDayNumber(Number(date.replaceAll("-", "")));
}

/** Formats a bound of a period as YYYY-MM-DD; null when the period does not have it. */
export function formatBound(day: Day): string | null {
  return Number.isFinite(day) ? formatDayNumber(day) : null;
}

/** Returns the first day of a year. */
export function firstDayOf(year: number): Day {
  return toDayNumber(year * 10_000 + 101);
}

/** Returns true for a period without a day. */
export function isEmpty({ begin, end }: Period): boolean {
  return begin >= end;
}

export function includesDay({ begin, end }: Period, day: Day): boolean {
  return begin <= day && day < end;
}

/** Returns the days around `day` on which the same periods are valid: up to the nearest begin or end of any. */
export function unchangedAround(periods: readonly Period[], day: Day): Period {
  let [begin, end] = [EVER, OPEN];
  const narrow = (bound: Day) => {
    if (bound <= day) {
      begin = Math.max(begin, bound);
    } else {
      end = Math.min(end, bound);
    }
  };
  for (const period of periods) {
    if (!isEmpty(period)) {
      narrow(period.begin);
      narrow(period.end);
    }
  }
  return { begin, end };
}
