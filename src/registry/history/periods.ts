/** Periods in which what a view tells stays equal: around a day, and of a whole life. */
import { DayView } from "./day-view.ts";
import { type Day, EVER, OPEN, type Period } from "./days.ts";
import type { Past } from "./past.ts";

/** Reads a state of one day; equal states are equal as JSON. */
export type Read<T> = (view: DayView) => T;

/** State and the days on which it holds. */
export interface StatePeriod<T> extends Period {
  readonly state: T;
}

/** Returns the state on a day with all days around it on which it is equal. */
export function periodAround<T>(past: Past, read: Read<T>, day: Day): StatePeriod<T> {
  const around = readOn(past, read, day);
  const { state, json } = around;
  let { begin, end } = around;
  for (let before = around; before.json === json && before.begin > EVER; ) {
    before = readOn(past, read, before.begin - 1);
    begin = before.json === json ? before.begin : begin;
  }
  for (let after = around; after.json === json && after.end < OPEN; ) {
    after = readOn(past, read, after.end);
    end = after.json === json ? after.end : end;
  }
  return { state, begin, end };
}

/** Returns the states of all days, oldest first; neighbours differ. */
export function periodsOf<T>(past: Past, read: Read<T>): StatePeriod<T>[] {
  const periods: ReadPeriod<T>[] = [];
  for (let day = EVER; day < OPEN; ) {
    const next = readOn(past, read, day);
    const last = periods.at(-1);
    if (last?.json === next.json) {
      periods[periods.length - 1] = { ...last, end: next.end };
    } else {
      periods.push(next);
    }
    day = next.end;
  }
  return periods.map(({ state, begin, end }) => ({ state, begin, end }));
}

interface ReadPeriod<T> extends StatePeriod<T> {
  readonly json: string;
}

function readOn<T>(past: Past, read: Read<T>, day: Day): ReadPeriod<T> {
  const view = new DayView(past, day);
  const state = read(view);
  return { state, json: JSON.stringify(state), ...view.unchanged };
}
