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
import { matchNumberParts, type NumberParts } from "../schema/number-parts.ts";
import { type ExistingStage, OBJECT_TYPES, stageOf } from "../schema/object-types.ts";
import { sortKeyOf } from "../schema/sort-key.ts";
import { type AdresOnDay, findAdresOn, isAdres } from "./adres-on-day.ts";
import { DayView } from "./day-view.ts";
import type { Day } from "./days.ts";
import type { DetailOptions } from "./details.ts";
import { readingOfAdres } from "./objects-on-day.ts";
import { listNumbersOfPostcode, listNumbersOfStreet } from "./old-keys.ts";
import type { Past } from "./past.ts";
import { datedRecord } from "./records-on-day.ts";

type AdresOptions = TodayOptions & DetailOptions;

/** Page of a list of addresses of a day. */
export type DayPageRequest = PageRequest & AdresOptions & { ofStage?: ExistingStage };

/** Finds an address of a day by key, as the lookup of today does. */
export function lookupAdresOn(past: Past, day: Day, key: AdresKey, options: AdresOptions = {}): AdresLookup {
  const { postcode, huisnummer } = key;
  const sameNumber = findAll(
    past,
    day,
    listNumbersOfPostcode(past, postcode, huisnummer),
    ({ number }) => number.postcode === postcode && number.huisnummer === huisnummer,
  );
  const requested: NumberParts = {
    huisletter: key.huisletter || null,
    huisnummertoevoeging: key.toevoeging || null,
  };
  const matching = matchNumberParts(sameNumber, requested);
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
  const found = findAll(
    past,
    day,
    listNumbersOfPostcode(past, postcode),
    ({ number }) => number.postcode === postcode,
  );
  return found.length === 0 ? undefined : toPage(past, day, found, request);
}

/** Lists the addresses of a street on a day in list order. */
export function listAdressenOfStreetOn(
  past: Past,
  day: Day,
  street: number,
  request: DayPageRequest,
): Page<AdresRecord> {
  const isOnStreet = ({ number }: AdresOnDay) => number.openbare_ruimte_id === street;
  return toPage(past, day, findAll(past, day, listNumbersOfStreet(past, street), isOnStreet), request);
}

/** Address of a day with the columns that rank and order it among others. */
type Ranked = AdresOnDay & NumberParts & AdresSortKeys & DuplicateRow;

/** Returns the addresses of a day that some numbers have, in list order. */
function findAll(
  past: Past,
  day: Day,
  ids: readonly number[],
  accepts: (adres: AdresOnDay) => boolean,
): Ranked[] {
  return ids
    .map((id) => findAdresOn(new DayView(past, day), id))
    .filter((found) => isAdres(found) && accepts(found))
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
