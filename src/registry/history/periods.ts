/** Periods in which a record stays equal: around a day, and of all days. */
import type { Absence } from "./adres-on-day.ts";
import { DayView } from "./day-view.ts";
import { type Day, EVER, formatBound, OPEN, type Period } from "./days.ts";
import type { ReadRecord } from "./objects-on-day.ts";
import type { Past } from "./past.ts";

/** Days on which a record is equal, or missing for the same reason. */
export interface RecordPeriod<R> extends Period {
  readonly record: R | Absence | undefined;
}

/** Bounds of a period as answers have them: the first day, and the day after the last; null without one. */
export interface ValidBounds {
  valid_from: string | null;
  valid_until: string | null;
}

export function toBounds({ begin, end }: Period): ValidBounds {
  return { valid_from: formatBound(begin), valid_until: formatBound(end) };
}

/** Returns the periods of all days, oldest first: they touch, and no two neighbours are equal. */
export function listPeriods<R>(past: Past, read: ReadRecord<R>): RecordPeriod<R>[] {
  const periods: RecordPeriod<R>[] = [];
  for (let day = EVER; day < OPEN; ) {
    const period = findPeriodFrom(past, read, day);
    periods.push(period);
    day = period.end;
  }
  return periods;
}

/** Returns the record on a day with all days around it on which it is equal. */
export function findPeriod<R>(past: Past, read: ReadRecord<R>, day: Day): RecordPeriod<R> {
  const { record, json, ...around } = readOn(past, read, day);
  let { begin } = around;
  while (begin > EVER) {
    const before = readOn(past, read, begin - 1);
    if (before.json !== json) {
      break;
    }
    begin = before.begin;
  }
  return { record, begin, end: endOfEqual(past, read, { json, end: around.end }) };
}

function findPeriodFrom<R>(past: Past, read: ReadRecord<R>, day: Day): RecordPeriod<R> {
  const { record, json, end } = readOn(past, read, day);
  return { record, begin: day, end: endOfEqual(past, read, { json, end }) };
}

/** Returns the first day from `end` on with another record. */
function endOfEqual<R>(past: Past, read: ReadRecord<R>, equal: { json: string; end: Day }): Day {
  let { end } = equal;
  while (end < OPEN) {
    const after = readOn(past, read, end);
    if (after.json !== equal.json) {
      break;
    }
    end = after.end;
  }
  return end;
}

/** Reads the record on a day, with its text for comparison and the days around on which nothing of it can differ. */
function readOn<R>(past: Past, read: ReadRecord<R>, day: Day): RecordPeriod<R> & { json: string } {
  const view = new DayView(past, day);
  const record = read(view);
  return { record, json: JSON.stringify(record) ?? "", ...view.unchanged };
}

/** Returns the period with a record that is nearest to a day; undefined without any. */
export function findNearest<R>(past: Past, read: ReadRecord<R>, day: Day): RecordPeriod<R> | undefined {
  return nearestTo(
    day,
    listPeriods(past, read).filter(({ record }) => typeof record === "object"),
  );
}

/** Returns the period that is nearest to a day, of two as near the earlier; undefined without any. */
export function nearestTo<P extends Period>(day: Day, periods: readonly P[]): P | undefined {
  const distance = ({ begin, end }: Period) => Math.max(begin - day, day - end + 1);
  return periods.toSorted((a, b) => distance(a) - distance(b) || a.begin - b.begin)[0];
}
