/** Lives of woonplaatsen and gemeenten among each other: by GEM-WPL-RELATIE, which has the whole country. */
import { formatDayNumber } from "../../base/day-number.ts";
import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { DayView } from "./day-view.ts";
import { type Day, includesDay, isEmpty } from "./days.ts";
import { type Past, readIfKept } from "./past.ts";
import { toBounds, type ValidBounds } from "./periods.ts";
import { type Announced, announcedOf } from "./records-on-day.ts";
import { findInForce } from "./voorkomens.ts";

const WOONPLAATSEN = "SELECT json_group_array(DISTINCT object_id) AS ids FROM woonplaats_voorkomen";
const SINCE = `SELECT min(begin_day) AS day FROM gemeente_woonplaats
  WHERE woonplaats_id IN (SELECT value FROM json_each(?))`;

/**
 * Returns the first day on which one of the woonplaatsen was in the registry, YYYY-MM-DD, or null when there are none;
 * undefined without a past that can be read. Days before it are only known from documents that were found later.
 */
export function historySince(s: Snapshot): string | null | undefined {
  return sinceOf(s)?.since;
}

const sinceOf = memoizePerObject((s: Snapshot) =>
  readIfKept<{ readonly since: string | null } | undefined>(s, undefined, (history) => {
    const { ids } = history.statement<{ ids: string }>(WOONPLAATSEN).get()!;
    const { day } = s.statement<{ day: number | null }>(SINCE).get(ids)!;
    return { since: day === null ? null : formatDayNumber(day) };
  }),
);

/** Gemeente of a woonplaats in a period, with the name that it had on its first day. */
export interface GemeenteOfWoonplaats extends ValidBounds, Announced {
  gemeente_code: string;
  gemeente_naam: string;
}

/** Lists the gemeenten that a woonplaats lay in, oldest first. */
export function listGemeentenOfWoonplaats(past: Past, id: number): GemeenteOfWoonplaats[] {
  return past.listGemeenten(id).map(({ code, ...period }) => ({
    ...toBounds(period),
    ...announcedOf(past, period.begin),
    gemeente_code: formatIdentificatie(code, 4),
    gemeente_naam: new DayView(past, period.begin).gemeente(code).naam,
  }));
}

/** Woonplaats of a gemeente in a period. Its gemeente of today shows the successor of a gemeente that ended. */
export interface WoonplaatsOfGemeente extends ValidBounds, Announced {
  woonplaats_id: string;
  /** Null for a woonplaats that the data does not have. */
  woonplaats_naam: string | null;
  /** Null for a woonplaats that ended. */
  gemeente_code_today: string | null;
}

/** Name of a gemeente in a period. */
export interface NameOfGemeente extends ValidBounds, Announced {
  gemeente_naam: string;
}

/** Returns the names and woonplaatsen of a gemeente, oldest first; undefined for one without any. */
export function findGemeenteLife(
  past: Past,
  code: number,
): { names: NameOfGemeente[]; woonplaatsen: WoonplaatsOfGemeente[] } | undefined {
  const periods = past.listWoonplaatsPeriods(code);
  if (periods.length === 0) {
    return undefined;
  }
  const names = past.listGemeenteNames(code).map(({ naam, ...period }) => ({
    ...toBounds(period),
    ...announcedOf(past, period.begin),
    gemeente_naam: naam,
  }));
  const { today } = past;
  const woonplaatsen = periods.map(({ woonplaats, ...period }) => {
    const now = past.listGemeenten(woonplaats).findLast((one) => includesDay(one, today));
    return {
      ...toBounds(period),
      ...announcedOf(past, period.begin),
      woonplaats_id: formatIdentificatie(woonplaats, 4),
      woonplaats_naam: findNaam(past, woonplaats, today),
      gemeente_code_today: now === undefined ? null : formatIdentificatie(now.code, 4),
    };
  });
  return { names: names.reverse(), woonplaatsen };
}

/**
 * Returns the name of a woonplaats on a day, else its last name before, else its first; null when it is not in the
 * data.
 */
function findNaam(past: Past, woonplaats: number, day: Day): string | null {
  const usable = past
    .listVoorkomens("WPL", woonplaats)
    .filter((one) => one.row !== undefined && !isEmpty(one));
  const begun = findInForce(usable, day) ?? usable.findLast(({ begin }) => begin <= day);
  return (begun ?? usable[0])?.row?.naam ?? null;
}
