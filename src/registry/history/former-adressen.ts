/** Former addresses: numbers that once had a key, and the addresses that replaced them. */
import { readAdres } from "../read/adres-record.ts";
import { type AdresKey, findPreferred } from "../read/adressen.ts";
import type { AdresRecord } from "../read/records.ts";
import { LISTED_KEYS } from "../read/rows-by-place.ts";
import { voorkomenTable } from "../schema/history-schema.ts";
import { compareKeys } from "../schema/name-key.ts";
import {
  joinParts,
  matchNumberParts,
  type NumberParts,
  type RequestedParts,
} from "../schema/number-parts.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { sortKeyOf } from "../schema/sort-key.ts";
import { type AdresKeyRecord, readingOfKey } from "./adres-history.ts";
import { DayView } from "./day-view.ts";
import { type Day, includesDay, type Period } from "./days.ts";
import { readingOfAdres } from "./objects-on-day.ts";
import type { Past } from "./past.ts";
import { listPeriods, toBounds, type ValidBounds } from "./periods.ts";
import { listSuccessors, type Successor } from "./successors.ts";

/** Number that held a key once. */
export interface FormerAdres extends ValidBounds {
  nummeraanduiding_id: string;
  /** The address on its last day with the key. */
  address: AdresRecord;
  /** The address that the same number is today. */
  today: AdresRecord | null;
  successors: Successor[];
}

export interface FormerAdressen {
  /** The address that has the key today. */
  current: AdresRecord | null;
  /** Former holders, the last holder first. */
  former: FormerAdres[];
}

/** A key of an address, and the nummeraanduidingen that may have had it. */
export interface FormerSearch extends Omit<AdresKey, "postcode"> {
  /** Numbers to examine. */
  readonly ids: readonly number[];
  /** Returns true for a record with the street, woonplaats and postcode of the key. */
  readonly accepts: (record: AdresKeyRecord) => boolean;
}

export interface FormerOptions {
  /** Day on which a holder must have had the key. */
  readonly validOn?: Day | undefined;
  /** Maximum former holders; all when absent. */
  readonly limit?: number;
}

/** Finds which of some numbers have a key today, and which had it earlier. */
export function findHolders(
  past: Past,
  search: FormerSearch,
  { validOn, limit }: FormerOptions = {},
): FormerAdressen {
  const { today } = past;
  const isOfToday = (span: Period) => includesDay(span, today);
  const spans = listSpans(past, search);
  // Matched separately: an ended 10a as typed must not hide the 10A of today.
  const current = matchNumberParts(spans.filter(isOfToday), search);
  const ids = current.map(({ id }) => id);
  // A holder of today is also a former holder if it had the spelling asked for, and no address has that spelling today.
  const isAsAsked = areAsAsked(search);
  const isLost = (span: Span) => !ids.includes(span.id) || (isAsAsked(span) && !current.some(isAsAsked));
  const before = spans.filter((span) => !isOfToday(span) && isLost(span));
  const holders = Map.groupBy(matchNumberParts(before, search), ({ id }) => id);
  const former = [...holders]
    .flatMap(([, held]) => held.findLast(isAsked(today, validOn)) ?? [])
    .sort((a, b) => b.end - a.end || b.id - a.id);
  const preferred = findPreferred(past.snapshot, ids);
  return {
    current: preferred === undefined ? null : (readAdres(past.snapshot, preferred) ?? null),
    former: former.slice(0, limit).map((span) => describe(past, span)),
  };
}

/** Returns true for parts that are written as asked. */
function areAsAsked(asked: RequestedParts): (parts: NumberParts) => boolean {
  return ({ huisletter, huisnummertoevoeging }) =>
    huisletter === (asked.huisletter || null) &&
    huisnummertoevoeging === (asked.huisnummertoevoeging || null);
}

function isAsked(today: Day, validOn: Day | undefined): (span: Period) => boolean {
  return (span) => span.end <= today && (validOn === undefined || includesDay(span, validOn));
}

/** Days on which a number held a key. */
interface Span extends Period, NumberParts {
  readonly id: number;
}

/** Lists the spans of all numbers that had the street or postcode and number, in natural order of the rest. */
function listSpans(past: Past, search: FormerSearch): Span[] {
  const order = (span: Span) => sortKeyOf(search.huisnummer, span.huisletter, span.huisnummertoevoeging);
  return selectPossible(past, search)
    .flatMap((id) => listSpansOf(past, id, search))
    .sort((a, b) => compareKeys(order(a), order(b)) || a.id - b.id || a.begin - b.begin);
}

const partsOf = (table: string) => `SELECT object_id AS id, huisletter, huisnummertoevoeging
  FROM ${LISTED_KEYS} CROSS JOIN ${table} ON object_id = listed WHERE huisnummer = ?`;
const STORED_PARTS = partsOf(voorkomenTable("NUM", "history"));
const RECENT_PARTS = partsOf(voorkomenTable("NUM", "recent"));

/**
 * Selects the nummeraanduidingen with any voorkomen that has the house number, letter and addition. Reads no lives: a
 * number with hundreds of additions would cost too many.
 */
function selectPossible({ history, snapshot }: Past, { ids, huisnummer, ...parts }: FormerSearch): number[] {
  const asked = joinParts(parts);
  const values = [JSON.stringify(ids), huisnummer];
  const rows = [
    ...history.statement<NumberParts & { id: number }>(STORED_PARTS).all(...values),
    ...snapshot.statement<NumberParts & { id: number }>(RECENT_PARTS).all(...values),
  ];
  const possible = new Set(rows.filter((row) => joinParts(row) === asked).map(({ id }) => id));
  return ids.filter((id) => possible.has(id));
}

/** Lists the spans of one number; periods of the same letter and addition that touch are one. */
function listSpansOf(past: Past, id: number, { huisnummer, accepts }: FormerSearch): Span[] {
  const spans: Span[] = [];
  for (const { record, begin, end } of listPeriods(past, readingOfKey(id))) {
    if (typeof record !== "object" || record.huisnummer !== huisnummer || !accepts(record)) {
      continue;
    }
    const { huisletter, huisnummertoevoeging } = record;
    const last = spans.at(-1);
    const goesOn =
      last?.end === begin &&
      last.huisletter === huisletter &&
      last.huisnummertoevoeging === huisnummertoevoeging;
    if (goesOn) {
      spans[spans.length - 1] = { ...last, end };
    } else {
      spans.push({ id, begin, end, huisletter, huisnummertoevoeging });
    }
  }
  return spans;
}

function describe(past: Past, { id, begin, end }: Span): FormerAdres {
  const today = readAdres(past.snapshot, id) ?? null;
  return {
    nummeraanduiding_id: formatIdentificatie(id),
    address: readingOfAdres(id)(new DayView(past, end - 1)) as AdresRecord,
    ...toBounds({ begin, end }),
    today,
    successors: today === null ? listSuccessors(past, id) : [],
  };
}
