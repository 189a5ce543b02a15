/** Addresses of a day by key: of a postcode and number, of a postcode, of a street. */

import { type Page, type PageRequest, pageOf } from "../index/page.ts";
import type { AdresOptions as TodayOptions } from "../read/adres-record.ts";
import {
  type AdresKey,
  type AdresLookup,
  type AdresSortKeys,
  type DuplicateRow,
  listOrder,
  MAX_CANDIDATES,
  selectPreferred,
} from "../read/adressen.ts";
import type { AdresRecord } from "../read/records.ts";
import { nameKey } from "../schema/name-key.ts";
import { joinParts, matchNumberParts, type NumberParts } from "../schema/number-parts.ts";
import { type ExistingStage, OBJECT_TYPES, stageOf } from "../schema/object-types.ts";
import { sortKeyOf } from "../schema/sort-key.ts";
import { type AdresOnDay, findAdresOn, isAdres } from "./adres-on-day.ts";
import { DayView } from "./day-view.ts";
import type { Day } from "./days.ts";
import type { DetailOptions } from "./details.ts";
import { type ReadRecord, readingOfAdres } from "./objects-on-day.ts";
import { listNumbersOfPostcode, listNumbersOfStreet } from "./old-keys.ts";
import type { Past } from "./past.ts";
import { findPeriod, listPeriods, nearestTo, toBounds } from "./periods.ts";
import { type AbsenceReason, datedRecord } from "./records-on-day.ts";

type AdresOptions = TodayOptions & DetailOptions;

/** Page of a list of addresses of a day. */
export type DayPageRequest = PageRequest & AdresOptions & { ofStage?: ExistingStage | undefined };

/** Finds an address of a day by key, as the lookup of today does. */
export function lookupAdresOn(past: Past, day: Day, key: AdresKey, options: AdresOptions = {}): AdresLookup {
  const sameNumber = findAll(past, day, numbersOfKey(past, key), isAtNumber(key));
  const matching = matchNumberParts(sameNumber, key);
  if (matching.length > 0) {
    const preferred = selectPreferred(matching);
    return { adres: recordOf(past, day, preferred, options) };
  }
  return {
    candidates: sameNumber.slice(0, MAX_CANDIDATES).map((adres) => recordOf(past, day, adres, options)),
    total: sameNumber.length,
  };
}

/** Lists the addresses of a postcode on a day in list order; undefined when it had none. */
export function listAdressenOfPostcodeOn(
  past: Past,
  day: Day,
  postcode: string,
  request: DayPageRequest,
): Page<AdresRecord> | undefined {
  const found = findAll(past, day, listNumbersOfPostcode(past, postcode), isAtPostcode(postcode));
  return found.length === 0 ? undefined : toPage(past, day, found, request);
}

/**
 * Returns the reason why no address has a key on a day. The reason is of the number that has the key on the nearest
 * day, with the days on which that number has it; undefined for a key that no address ever has.
 */
export function absenceOfKey(past: Past, day: Day, key: AdresKey): AbsenceReason | undefined {
  const [isThere, parts] = [isAtNumber(key), joinParts(key)];
  const hasKey: Accepts = (number) => isThere(number) && joinParts(number) === parts;
  return absenceAmong(past, day, numbersOfKey(past, key), hasKey);
}

/** Returns the reason why no address has a postcode on a day, as `absenceOfKey` does. */
export function absenceOfPostcode(past: Past, day: Day, postcode: string): AbsenceReason | undefined {
  return absenceAmong(past, day, listNumbersOfPostcode(past, postcode), isAtPostcode(postcode));
}

function absenceAmong(
  past: Past,
  day: Day,
  ids: readonly number[],
  accepts: Accepts,
): AbsenceReason | undefined {
  const isEverAccepted = (id: number) =>
    past.listVoorkomens("NUM", id).some(({ row }) => row !== undefined && accepts(row));
  const held = ids.filter(isEverAccepted).flatMap((id) => {
    const read = readingIfAccepted(id, accepts);
    return listPeriods(past, read).flatMap((period) =>
      typeof period.record === "object" ? { ...period, read } : [],
    );
  });
  const nearest = nearestTo(day, held);
  if (nearest === undefined) {
    return undefined;
  }
  const { record } = findPeriod(past, nearest.read, day);
  const ifElsewhere = nearest.end <= day ? "ended" : "not_yet";
  return { why: typeof record === "string" ? record : ifElsewhere, ...toBounds(nearest) };
}

/** Returns a reading of a number: a record while it is an accepted address, undefined while it is another address. */
function readingIfAccepted(id: number, accepts: Accepts): ReadRecord<object> {
  return (view) => {
    const found = findAdresOn(view, id);
    if (isAdres(found)) {
      return accepts(found.number) ? {} : undefined;
    }
    return found;
  };
}

/** Lists the addresses of a street on a day in list order. */
export function listAdressenOfStreetOn(
  past: Past,
  day: Day,
  street: number,
  request: DayPageRequest,
): Page<AdresRecord> {
  const isOnStreet: Accepts = (number) => number.openbare_ruimte_id === street;
  return toPage(past, day, findAll(past, day, listNumbersOfStreet(past, street), isOnStreet), request);
}

function numbersOfKey(past: Past, { postcode, huisnummer }: AdresKey): number[] {
  return listNumbersOfPostcode(past, postcode, huisnummer);
}

/** Chooses addresses by the voorkomen of their number. */
type Accepts = (number: AdresOnDay["number"]) => boolean;

function isAtPostcode(postcode: string): Accepts {
  return (number) => number.postcode === postcode;
}

function isAtNumber({ postcode, huisnummer }: AdresKey): Accepts {
  return (number) => number.postcode === postcode && number.huisnummer === huisnummer;
}

/** Address of a day with the columns that rank and order it among others. */
type Ranked = AdresOnDay & NumberParts & AdresSortKeys & DuplicateRow;

/** Returns the accepted addresses that some numbers have on a day, in list order. */
function findAll(past: Past, day: Day, ids: readonly number[], accepts: Accepts): Ranked[] {
  return ids
    .map((id) => findAdresOn(new DayView(past, day), id))
    .filter((found) => isAdres(found) && accepts(found.number))
    .map((found) => toRanked(found as AdresOnDay))
    .sort(listOrder(({ woonplaats }) => nameKey(woonplaats.naam)));
}

function toRanked(adres: AdresOnDay): Ranked {
  const { code, voorkomen, isNevenadres } = adres.object;
  const statuses: readonly string[] = OBJECT_TYPES[code].statuses;
  const { huisnummer, huisletter, huisnummertoevoeging } = adres.number;
  return {
    ...adres,
    fid: adres.id,
    straatnaam: adres.street.naam,
    woonplaats_id: adres.woonplaats.id,
    huisletter,
    huisnummertoevoeging,
    sort_key: sortKeyOf(huisnummer, huisletter, huisnummertoevoeging),
    is_nevenadres: Number(isNevenadres),
    type: OBJECT_TYPES[code].table,
    object_status: statuses.indexOf(voorkomen.row.status),
  };
}

function toPage(
  past: Past,
  day: Day,
  found: readonly Ranked[],
  { ofStage, ...request }: DayPageRequest,
): Page<AdresRecord> {
  const selected = found.filter(
    ({ object: { code, voorkomen } }) =>
      ofStage === undefined || stageOf(code, voorkomen.row.status) === ofStage,
  );
  const { rows, total } = pageOf(selected, request);
  return { rows: rows.map((adres) => recordOf(past, day, adres, request)), total };
}

function recordOf(past: Past, day: Day, { id }: AdresOnDay, options: AdresOptions): AdresRecord {
  return datedRecord(past, readingOfAdres(id, options), day) as AdresRecord;
}
