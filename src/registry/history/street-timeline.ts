/**
 * Stocks and flows of a street, from the lives of its numbers, of the residences with one of these numbers as
 * hoofdadres, and of the panden of these residences, present or former. Objects count where they are today or were
 * last.
 */
import { monthOf } from "../schema/change-months.ts";
import { voorkomenTable } from "../schema/history-schema.ts";
import { typeCodeOf } from "../schema/object-types.ts";
import { MEASURES } from "../schema/timeline-measures.ts";
import { type AddCount, type CountedRow, countLife, type TimelineCode } from "./life-counts.ts";
import { listNumbersOfStreet } from "./old-keys.ts";
import { type Past, pastQuery } from "./past.ts";
import {
  listTimelinePeriods,
  type MonthSums,
  registeredSince,
  type Timeline,
  type TimelineGroup,
} from "./timeline.ts";

/** Row of a life, with the references that tell where its object lies. */
interface StreetRow extends CountedRow {
  readonly id: number;
  readonly hoofdadres_id?: number | null;
  /** Keys joined by `|`, or one key. */
  readonly pand_ids?: number | string | null;
}
type Lives = ReadonlyMap<number, readonly StreetRow[]>;

/** Returns the periods of a street, as `readTimeline` does for an area; `woonplaats` is its own. */
export function readStreetTimeline(
  past: Past,
  { street, woonplaats }: { readonly street: number; readonly woonplaats: number },
  group: TimelineGroup,
): Timeline {
  const lastOf = lastRowOn(past.today);
  const keep = (lives: Lives, isHere: (last: StreetRow) => boolean): Lives =>
    new Map([...lives].filter(([, life]) => isHere(lastOf(life) ?? life[0]!)));
  const numbers = keep(
    readLives(past, "NUM", listNumbersOfStreet(past, street)),
    (last) => last.openbare_ruimte_id === street,
  );
  const residences = keep(readLives(past, "VBO", listNamingResidences(past, [...numbers.keys()])), (last) =>
    numbers.has(last.hoofdadres_id ?? 0),
  );
  const panden = readLives(past, "PND", [...new Set([...residences.values()].flatMap(listPanden))]);
  const sums = new Map<number, MonthSums>();
  const add: AddCount = (day, place, n = 1) => {
    const month = monthOf(day);
    const known = sums.get(month) ?? { ...NO_SUMS, month };
    known[MEASURES[place]!] += n;
    sums.set(month, known);
  };
  const isKnownStreet = (id: number) => past.listVoorkomens("OPR", id).length > 0;
  for (const [code, lives] of [
    ["NUM", numbers],
    ["VBO", residences],
    ["PND", panden],
  ] as const) {
    for (const life of lives.values()) {
      countLife(code, life, { add, isKnownStreet });
    }
  }
  return listTimelinePeriods(past, [...sums.values()], { since: registeredSince(past, woonplaats), group });
}

const NO_SUMS = { month: 0, ...Object.fromEntries(MEASURES.map((name) => [name, 0])) } as MonthSums;

/** Returns a function that finds the last usable row of those that have begun on a day, else of all. */
function lastRowOn(today: number): (life: readonly StreetRow[]) => StreetRow | undefined {
  return (life) => {
    const usable = life.filter(({ status }) => status !== null);
    return usable.findLast(({ beginDay }) => beginDay <= today) ?? usable.at(-1);
  };
}

const COLUMNS: Readonly<Record<TimelineCode, readonly string[]>> = {
  NUM: ["openbare_ruimte_id", "huisnummer", "huisletter", "huisnummertoevoeging", "postcode"],
  VBO: ["hoofdadres_id", "pand_ids"],
  PND: [],
};
const livesQuery = (code: TimelineCode) =>
  pastQuery(
    (
      of,
    ) => `SELECT ${["object_id AS id", "begin_day AS beginDay", "extra", "status", ...COLUMNS[code]].join(", ")}
    FROM ${voorkomenTable(code, of)} WHERE object_id IN (SELECT value FROM json_each(?)) AND retired = 0
    ORDER BY object_id, nr`,
  );
const LIVES = { NUM: livesQuery("NUM"), VBO: livesQuery("VBO"), PND: livesQuery("PND") };
const RECENT = "SELECT object_id FROM recent_object WHERE object_id IN (SELECT value FROM json_each(?))";

/** Reads the voorkomens of some objects that count, in order of number, by object. */
function readLives({ snapshot, history }: Past, code: TimelineCode, ids: readonly number[]): Lives {
  const recent = new Set(snapshot.statement(RECENT).values(JSON.stringify(ids)).flat().map(Number));
  const rows = [
    ...history
      .statement<StreetRow>(LIVES[code].history)
      .all(JSON.stringify(ids.filter((id) => !recent.has(id)))),
    ...snapshot.statement<StreetRow>(LIVES[code].recent).all(JSON.stringify([...recent])),
  ];
  return Map.groupBy(rows, ({ id }) => id);
}

const NAMING = pastQuery((of) =>
  of === "history"
    ? "SELECT object_id AS id FROM old_link WHERE nummeraanduiding_id IN (SELECT value FROM json_each(?))"
    : `SELECT object_id AS id FROM recent_old_link WHERE nummeraanduiding_id IN (SELECT value FROM json_each(?1))
      UNION SELECT adresseerbaar_object_id FROM adres WHERE fid IN (SELECT value FROM json_each(?1))`,
);

/** Lists the residences that ever named any of some numbers. */
function listNamingResidences(past: Past, numbers: readonly number[]): number[] {
  const rows = past.listRows<{ id: number }>(NAMING, JSON.stringify(numbers));
  return [...new Set(rows.map(({ id }) => id))].filter((id) => typeCodeOf(id) === "VBO");
}

function listPanden(life: readonly StreetRow[]): number[] {
  return life.flatMap(({ pand_ids }) => (pand_ids == null ? [] : String(pand_ids).split("|").map(Number)));
}
