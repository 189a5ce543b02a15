/** Life of an address: the periods of its whole record, or of its key. */
import type { AdresRecord } from "../read/records.ts";
import { formatFullAddress } from "../schema/full-address.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { type Absence, type AdresOnDay, findAdresOn, isAdres } from "./adres-on-day.ts";
import { formatBound } from "./days.ts";
import { type ReadRecord, readingOfAdres } from "./objects-on-day.ts";
import type { Past } from "./past.ts";
import { listPeriods, toBounds, type ValidBounds } from "./periods.ts";

/** Fields by which people name an address. */
export type AdresKeyRecord = Pick<
  AdresRecord,
  | "huisnummer"
  | "huisletter"
  | "huisnummertoevoeging"
  | "postcode"
  | "straatnaam"
  | "woonplaats_naam"
  | "full_address"
> & { openbare_ruimte_id: string };

function keyRecordOf({ number, street, woonplaats }: AdresOnDay): AdresKeyRecord {
  const { huisnummer, huisletter, huisnummertoevoeging, postcode } = number;
  const line = {
    huisnummer,
    huisletter,
    huisnummertoevoeging,
    postcode,
    straatnaam: street.naam,
    woonplaats_naam: woonplaats.naam,
  };
  return {
    ...line,
    full_address: formatFullAddress(line),
    openbare_ruimte_id: formatIdentificatie(number.openbare_ruimte_id),
  };
}

/** Returns the reading of the key of an address. */
export function readingOfKey(id: number): ReadRecord<AdresKeyRecord> {
  return (view) => {
    const found = findAdresOn(view, id);
    return isAdres(found) ? keyRecordOf(found) : found;
  };
}

/** Period of a life in an answer. */
export interface LifePeriod<R> extends ValidBounds {
  /** Null while there was none. */
  address: R | null;
  /** Why there was none. */
  reason?: Absence;
  /** Fields that differ from the address before; empty for the first. */
  changed: string[];
}

/** Lists the periods of an address from its first day or reason on; undefined for a number never heard of. */
export function listAdresHistory(
  past: Past,
  id: number,
  fields: "all" | "key",
): LifePeriod<AdresRecord | AdresKeyRecord>[] | undefined {
  if (past.listVoorkomens("NUM", id).length === 0) {
    return undefined;
  }
  const read: ReadRecord<AdresRecord | AdresKeyRecord> =
    fields === "key" ? readingOfKey(id) : readingOfAdres(id);
  let before: object | undefined;
  return listPeriods(past, read)
    .filter(({ record }) => record !== "not_yet")
    .map(({ record, ...period }) => {
      if (typeof record !== "object") {
        return { ...toBounds(period), address: null, reason: record as Absence, changed: [] };
      }
      const changed = changedFields(before, record);
      before = record;
      return { ...toBounds(period), address: record, changed };
    });
}

/** Lists the names of the fields that differ between two records of an object; none without the first. */
export function changedFields(before: object | undefined, after: object): string[] {
  if (before === undefined) {
    return [];
  }
  const values = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(values.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
}

/**
 * Returns the first day of the registry where a nummeraanduiding lies, YYYY-MM-DD: days before it are known as far as
 * documents that were found later tell of them. It is the first row in GEM-WPL-RELATIE of a woonplaats that the number
 * or its street ever lay in; null without one.
 */
export function registrySince(past: Past, id: number): string | null {
  const numbers = past.listVoorkomens("NUM", id).flatMap(({ row }) => row ?? []);
  const streets = [...new Set(numbers.map((row) => row.openbare_ruimte_id))];
  const rows = [
    ...numbers,
    ...streets.flatMap((street) => past.listVoorkomens("OPR", street)).flatMap(({ row }) => row ?? []),
  ];
  const woonplaatsen = rows.flatMap(({ woonplaats_id }) => woonplaats_id ?? []);
  const begins = woonplaatsen.flatMap((woonplaats) =>
    past.listGemeenten(woonplaats).map(({ begin }) => begin),
  );
  return formatBound(Math.min(...begins));
}
