/** Life of an address: the periods of its whole record, or of its key. */
import type { AdresRecord, ObjectSource } from "../read/records.ts";
import { formatFullAddress } from "../schema/full-address.ts";
import { formatIdentificatie, typeCodeOf } from "../schema/object-types.ts";
import { type Absence, type AdresOnDay, findAdresOn, isAdres } from "./adres-on-day.ts";
import { changedFields } from "./changed-fields.ts";
import { type Day, formatBound, isEmpty, OPEN } from "./days.ts";
import { objectSourceOf } from "./details.ts";
import { type ReadRecord, readingOfAdres } from "./objects-on-day.ts";
import type { Past } from "./past.ts";
import { listPeriods, toBounds, type ValidBounds } from "./periods.ts";
import { type Announced, announcedOf } from "./records-on-day.ts";

/** Returns the text of an address as people write it, and the code of its gemeente. */
export function textOf({ number, street, woonplaats }: AdresOnDay) {
  const { huisnummer, huisletter, huisnummertoevoeging, postcode } = number;
  const line = {
    huisnummer,
    huisletter,
    huisnummertoevoeging,
    postcode,
    straatnaam: street.naam,
    woonplaats_naam: woonplaats.naam,
  };
  return { ...line, full_address: formatFullAddress(line), gemeente_code: woonplaats.gemeente.code };
}
export type AdresText = ReturnType<typeof textOf>;

/** Fields by which people name an address. */
export type AdresKeyRecord = Omit<AdresText, "gemeente_code"> & { openbare_ruimte_id: string };

function keyRecordOf(adres: AdresOnDay): AdresKeyRecord {
  const { gemeente_code: _, ...text } = textOf(adres);
  return { ...text, openbare_ruimte_id: formatIdentificatie(adres.number.openbare_ruimte_id) };
}

/** Returns the reading of the key of an address. */
export function readingOfKey(id: number): ReadRecord<AdresKeyRecord> {
  return (view) => {
    const found = findAdresOn(view, id);
    return isAdres(found) ? keyRecordOf(found) : found;
  };
}

/** Period of a life in an answer. */
export interface LifePeriod<R> extends ValidBounds, Announced {
  /** Null in a period without an address. */
  address: R | null;
  /** Why there is no address. */
  reason?: Absence;
  /** Fields that differ from the address before; empty for the first. */
  changed: string[];
  /** Voorkomens that begin with the period; absent unless asked for. */
  sources?: ObjectSource[];
}

export interface AdresLifeOptions {
  readonly fields: "all" | "key";
  /** Adds the stage of the object, with `fields: "all"`. */
  readonly stage?: boolean;
  /** Adds the documents of the voorkomens that begin with a period. */
  readonly source?: boolean;
}

/** Lists the periods of an address, without the days before its number existed; undefined for an unknown number. */
export function listAdresHistory(
  past: Past,
  id: number,
  { fields, stage, source }: AdresLifeOptions,
): LifePeriod<AdresRecord | AdresKeyRecord>[] | undefined {
  if (past.listVoorkomens("NUM", id).length === 0) {
    return undefined;
  }
  const read: ReadRecord<AdresRecord | AdresKeyRecord> =
    fields === "key" ? readingOfKey(id) : readingOfAdres(id, stage ? { stage } : {});
  let before: AdresRecord | AdresKeyRecord | undefined;
  return listPeriods(past, read)
    .filter(({ record }) => record !== "not_yet")
    .map(({ record, ...period }) => {
      const address = typeof record === "object" ? record : null;
      const known = [before, address].filter((one) => one != null);
      const entry: LifePeriod<AdresRecord | AdresKeyRecord> = {
        ...toBounds(period),
        ...announcedOf(past, period.begin),
        address,
        ...(address === null && { reason: record as Absence }),
        changed: address === null ? [] : changedFields(before, address),
        ...(source && { sources: listSources(past, { id, begin: period.begin, known }) }),
      };
      before = address ?? before;
      return entry;
    });
}

interface SourcesOf {
  readonly id: number;
  readonly begin: Day;
  /** Addresses before and in the period. */
  readonly known: readonly (AdresRecord | AdresKeyRecord)[];
}

/** Lists the voorkomens of the number, its objects, their panden and its streets that begin on a day. */
function listSources(past: Past, { id, begin, known }: SourcesOf): ObjectSource[] {
  const streets = past.listVoorkomens("NUM", id).flatMap(({ row }) => row?.openbare_ruimte_id ?? []);
  const panden = known.flatMap((record) => ("pand_id" in record && record.pand_id) || []);
  const parts = new Set([id, ...past.listNamingObjects(id), ...panden.map(Number), ...streets]);
  return [...parts].flatMap((part) => {
    const code = typeCodeOf(part)!;
    return past
      .listVoorkomens(code, part)
      .filter((voorkomen) => voorkomen.begin === begin && !isEmpty(voorkomen))
      .map(({ stored }) => objectSourceOf(code, part, stored));
  });
}

/**
 * Returns the first day of the registry where a nummeraanduiding lies, YYYY-MM-DD: days before it are only known from
 * documents that were found later. This is the first day of any woonplaats that the number or its street was ever in;
 * null without a woonplaats. Other streets there may show an earlier day (`registeredSince`), but reading them all
 * would take longer than reading the life itself.
 */
export function registrySince(past: Past, id: number): string | null {
  const numbers = past.listVoorkomens("NUM", id).flatMap(({ row }) => row ?? []);
  const streets = [...new Set(numbers.map((row) => row.openbare_ruimte_id))];
  const rows = [
    ...numbers,
    ...streets.flatMap((street) => past.listVoorkomens("OPR", street)).flatMap(({ row }) => row ?? []),
  ];
  const woonplaatsen = new Set(rows.flatMap(({ woonplaats_id }) => woonplaats_id ?? []));
  return formatBound(Math.min(...[...woonplaatsen].map((id) => past.listGemeenten(id)[0]?.begin ?? OPEN)));
}
