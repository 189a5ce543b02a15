/** Stocks and flows of an area through the years or months, from the sums of the table `timeline`. */
import { memoize, memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { monthOf } from "../schema/change-months.ts";
import { lookupTable, voorkomenTable } from "../schema/history-schema.ts";
import { FLOWS, type Flow, MEASURES, type Measure, STOCKS, type Stock } from "../schema/timeline-measures.ts";
import { type Day, formatBound, isEmpty, OPEN } from "./days.ts";
import { type Past, pastQuery } from "./past.ts";

/** Lengths of a period in months. */
const TIMELINE_GROUPS = { year: 12, month: 1 } as const;
export type TimelineGroup = keyof typeof TIMELINE_GROUPS;

/** Period with the counts on its first day, and the events in it. */
interface TimelinePeriod {
  /** `2012`, or `2012-01`. */
  period: string;
  stock: Record<Stock, number>;
  flows: Record<Flow, number>;
}

export interface Timeline {
  /** The day from which on all woonplaatsen of the area are registered; null without any. */
  registry_since: string | null;
  timeline: TimelinePeriod[];
}

/** Lists the woonplaatsen of a gemeente, known or not: present ones, and ended ones. */
export function listWoonplaatsenOf(past: Past, gemeente: number): number[] {
  const { today } = past;
  const ids = new Set(past.listWoonplaatsPeriods(gemeente).map(({ woonplaats }) => woonplaats));
  return [...ids].filter((id) => {
    const last = past.listGemeenten(id).findLast(({ begin }) => begin <= today);
    return last?.code === gemeente;
  });
}

/**
 * Returns the periods of an area, oldest first. The first period begins at least a year after the whole area is
 * registered, because initial loads look like changes. The last period contains the reference date.
 */
export function readTimeline(past: Past, woonplaatsen: readonly number[], group: TimelineGroup): Timeline {
  const since = Math.max(...woonplaatsen.map((id) => registeredSince(past, id)));
  const rows = past.listRows<MonthSums>(SUMS, JSON.stringify(woonplaatsen));
  return listTimelinePeriods(past, rows, { since, group });
}

const STREETS = "SELECT json_group_array(fid) AS ids FROM openbare_ruimte WHERE woonplaats_id = ?";
// Includes streets that only a marked voorkomen or a correction has elsewhere; their lives are read to leave these out.
const MOVED = pastQuery(
  (of) => `SELECT DISTINCT object_id AS id FROM ${voorkomenTable("OPR", of)}
  WHERE object_id IN (SELECT value FROM json_each(?)) AND woonplaats_id <> ?`,
);

const sinceOf = memoizePerObject((_snapshot: Snapshot) => new Map<number, Day>());

/**
 * Returns the first day on which a woonplaats, or an earlier woonplaats of one of its present streets, had a gemeente.
 * A woonplaats that was formed later took over streets that had long been registered.
 */
export function registeredSince(past: Past, woonplaats: number): Day {
  return memoize(sinceOf(past.snapshot), woonplaats, () => {
    const streets = past.snapshot.statement<{ ids: string }>(STREETS).get(woonplaats)!.ids;
    const others = past
      .listRows<{ id: number }>(MOVED, streets, woonplaats)
      .flatMap(({ id }) => past.listVoorkomens("OPR", id))
      .flatMap((one) => (isEmpty(one) ? [] : (one.row?.woonplaats_id ?? [])));
    const ids = [woonplaats, ...new Set(others)];
    return Math.min(...ids.map((id) => past.listGemeenten(id)[0]?.begin ?? OPEN));
  });
}

const SUMS = pastQuery(
  (of) => `SELECT month, ${MEASURES.map((name) => `sum(${name}) AS ${name}`).join(", ")}
  FROM ${lookupTable("timeline", of)} WHERE woonplaats_id IN (SELECT value FROM json_each(?)) GROUP BY month`,
);

/** Changes of stocks, and flows, of a month; several rows of one month add up. */
export type MonthSums = Record<Measure, number> & { month: number };

interface PeriodsOptions {
  /** Day from which on all is registered; OPEN for none. */
  readonly since: Day;
  readonly group: TimelineGroup;
}

/** Returns the periods from a year after `since` on, of the sums of all months. */
export function listTimelinePeriods(
  past: Past,
  rows: readonly MonthSums[],
  { since, group }: PeriodsOptions,
): Timeline {
  if (since === OPEN) {
    return { registry_since: null, timeline: [] };
  }
  const length = TIMELINE_GROUPS[group];
  const periodOf = (month: number) => Math.floor(month / length);
  // The month after `since`, a year later.
  const first = Math.ceil((monthOf(since - 1) + 1 + 12) / length);
  const last = periodOf(monthOf(past.today));
  const stock = sumOf(
    STOCKS,
    rows.filter(({ month }) => periodOf(month) < first),
  );
  const periods: TimelinePeriod[] = [];
  for (let period = first; period <= last; period++) {
    const within = rows.filter(({ month }) => periodOf(month) === period);
    periods.push({ period: formatPeriod(period, group), stock: { ...stock }, flows: sumOf(FLOWS, within) });
    const added = sumOf(STOCKS, within);
    for (const name of STOCKS) {
      stock[name] += added[name];
    }
  }
  return { registry_since: formatBound(since), timeline: periods };
}

function sumOf<T extends Measure>(names: readonly T[], rows: readonly MonthSums[]): Record<T, number> {
  const sums = names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]);
  return Object.fromEntries(sums) as Record<T, number>;
}

function formatPeriod(period: number, group: TimelineGroup): string {
  if (group === "year") {
    return String(period);
  }
  const month = String((period % 12) + 1).padStart(2, "0");
  return `${Math.floor(period / 12)}-${month}`;
}
