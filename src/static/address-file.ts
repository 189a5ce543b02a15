/** Turns the addresses of one postcode area, or those without a postcode of one woonplaats, into their files. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { AdresRow } from "../registry/read/adres-record.ts";
import { lookupAdres } from "../registry/read/adressen.ts";
import { formatHouseNumber } from "../registry/schema/full-address.ts";
import { compareKeys, nameKey } from "../registry/schema/name-key.ts";
import { formatIdentificatie } from "../registry/schema/object-types.ts";
import {
  type AddressFile,
  type Differences,
  FORMAT,
  type IdDifferences,
  type NumberDifference,
  type PlaceRow,
  type PostcodeRun,
  type RecordFile,
  type StreetRow,
  UNITS_PER_DEGREE,
  type ValueColumn,
} from "./format.ts";

/** Returns the file of addresses that are in order of postcode, number and id. */
export function toAddressFile(
  s: Snapshot,
  rows: readonly AdresRow[],
  { hasPositions }: { readonly hasPositions: boolean },
): AddressFile {
  const places = listPlaces(s, rows);
  const streets = listStreets(rows, places);
  const indexOf = new Map(
    streets.map(([name, shortName, place], i) => [streetKey(name, shortName, place), i]),
  );
  const streetOf = (row: AdresRow) =>
    indexOf.get(streetKey(row.straatnaam, row.verkorte_straatnaam, places.indexOf(row.woonplaats_id)))!;
  const second = listSecond(s, rows);
  return {
    format: FORMAT,
    places: places.map((id) => toPlace(s, id)),
    streets,
    postcodes: listPostcodes(rows, streetOf),
    numbers: rows.map((row, i) => toNumberDifference(row, rows[i - 1]?.huisnummer ?? 0)),
    ids: toIdDifferences(rows.map(({ fid }) => fid)),
    ...(hasPositions && {
      lat: toDifferences(rows.map(({ latitude }) => Math.round(latitude * UNITS_PER_DEGREE))),
      lon: toDifferences(rows.map(({ longitude }) => Math.round(longitude * UNITS_PER_DEGREE))),
    }),
    ...(second.length > 0 && { second }),
  };
}

/** Returns the file of the fields that `records` adds, for the same rows. */
export function toRecordFile(rows: readonly AdresRow[]): RecordFile {
  return {
    format: FORMAT,
    types: toValueColumn(rows.map(({ type }) => type)),
    objects: toIdDifferences(rows.map((row) => row.adresseerbaar_object_id)),
    buildings: toIdDifferences(rows.map(({ pand_id }) => pand_id)),
    years: rows.map(({ bouwjaar }) => bouwjaar),
    floor_areas: rows.map(({ oppervlakte }) => oppervlakte),
    purposes: toValueColumn(rows.map(({ gebruiksdoel }) => gebruiksdoel ?? "")),
  };
}

function listPostcodes(rows: readonly AdresRow[], streetOf: (row: AdresRow) => number): PostcodeRun[] {
  return [...Map.groupBy(rows, ({ postcode }) => postcode?.slice(4) ?? "")].map(([letters, ofPostcode]) => {
    const streets = ofPostcode.map(streetOf);
    const isOne = streets.every((street) => street === streets[0]);
    return [letters, ofPostcode.length, isOne ? streets[0]! : streets];
  });
}

function listPlaces(s: Snapshot, rows: readonly AdresRow[]): number[] {
  const keyOf = (id: number) => s.areas.woonplaatsen.get(id)!.nameKey;
  const ids = [...new Set(rows.map(({ woonplaats_id }) => woonplaats_id))];
  return ids.sort((a, b) => compareKeys(keyOf(a), keyOf(b)) || a - b);
}

function toPlace(s: Snapshot, id: number): PlaceRow {
  const { identificatie, naam, gemeente } = s.areas.woonplaatsen.get(id)!;
  return [identificatie, naam, gemeente.code, gemeente.naam, gemeente.provincie.naam];
}

/** Lists the streets in the order of lists of the interface: by name, then by woonplaats. */
function listStreets(rows: readonly AdresRow[], places: readonly number[]): StreetRow[] {
  const streets = new Map<string, StreetRow>();
  for (const { straatnaam, verkorte_straatnaam, woonplaats_id } of rows) {
    const place = places.indexOf(woonplaats_id);
    const key = streetKey(straatnaam, verkorte_straatnaam, place);
    if (!streets.has(key)) {
      streets.set(key, [straatnaam, verkorte_straatnaam, place]);
    }
  }
  return [...streets.values()].sort(
    (a, b) =>
      compareKeys(nameKey(a[0]), nameKey(b[0])) ||
      a[2] - b[2] ||
      compareKeys(a[0], b[0]) ||
      compareKeys(a[1] ?? "", b[1] ?? ""),
  );
}

function streetKey(name: string, shortName: string | null, place: number): string {
  return JSON.stringify([name, shortName, place]);
}

/** Matches a number as one text; the parts read from it are the registered ones, with few exceptions. */
const READABLE = /^(\d+)([^\d\s-][^\s-]*)?(?:[ -](.+))?$/s;

function toNumberDifference(row: AdresRow, before: number): NumberDifference {
  const { huisnummer, huisletter, huisnummertoevoeging } = row;
  const difference = huisnummer - before;
  if (huisletter === null && huisnummertoevoeging === null) {
    return difference;
  }
  const text = formatHouseNumber(huisnummer, huisletter, huisnummertoevoeging);
  const [, number, letter = null, addition = null] = READABLE.exec(text) ?? [];
  const isSame = number !== undefined && letter === huisletter && addition === huisnummertoevoeging;
  return isSame ? difference + text.slice(number.length) : [difference, huisletter, huisnummertoevoeging];
}

function toDifferences(values: readonly number[]): Differences {
  return values.map((value, i) => value - (values[i - 1] ?? 0));
}

function toIdDifferences(ids: readonly (number | null)[]): IdDifferences {
  let last: number | undefined;
  return ids.map((id) => {
    if (id === null) {
      return null;
    }
    const value = last === undefined ? formatIdentificatie(id) : id - last;
    last = id;
    return value;
  });
}

function toValueColumn<T>(values: readonly T[]): ValueColumn<T> {
  const indexOf = new Map<T, number>();
  for (const value of values) {
    indexOf.set(value, indexOf.get(value) ?? indexOf.size);
  }
  return { values: [...indexOf.keys()], of: values.map((value) => indexOf.get(value)!) };
}

/** Lists the rows that a lookup does not return, because the registry prefers another one of the same number. */
function listSecond(s: Snapshot, rows: readonly AdresRow[]): number[] {
  const keyOf = (row: AdresRow) =>
    JSON.stringify([row.postcode, row.huisnummer, row.huisletter, row.huisnummertoevoeging]);
  const groups = Map.groupBy(rows.keys(), (i) => keyOf(rows[i]!));
  const second = [...groups.values()].flatMap((indices) => {
    const { postcode, ...row } = rows[indices[0]!]!;
    if (indices.length === 1 || postcode === null) {
      return [];
    }
    const found = lookupAdres(s, { ...row, postcode });
    const preferred = "adres" in found ? found.adres.nummeraanduiding_id : undefined;
    return indices.filter((i) => formatIdentificatie(rows[i]!.fid) !== preferred);
  });
  return second.sort((a, b) => a - b);
}
