/** Reads addresses by street or postcode and number for search: keys first, records for one page only. */

import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { compareKeys } from "../../registry/schema/name-key.ts";

/** Keys of an openbare ruimte and of a woonplaats: the part of the street in that woonplaats. */
export interface StreetKey {
  readonly openbareRuimteId: number;
  readonly woonplaatsId: number;
}

/** Columns that distinguish the addresses of one house number. */
export interface NumberRow {
  fid: number;
  huisnummer: number;
  /** Sort key that includes letter and addition (sort-key.ts). */
  sort_key: string;
  postcode: string | null;
  openbare_ruimte_id: number;
  woonplaats_id: number;
}

/**
 * Sorts the rows of a number or a postcode in natural order. Their queries have no ORDER BY: SQLite would need three
 * times as long to set up a sorter as to read them.
 */
function inNaturalOrder(rows: NumberRow[]): NumberRow[] {
  return rows.sort((a, b) => compareKeys(a.sort_key, b.sort_key) || a.fid - b.fid);
}

const COLUMNS = "fid, huisnummer, sort_key, postcode, openbare_ruimte_id, woonplaats_id";
/** Range scan: a sort key is five digits, optionally followed by a space and more; `!` sorts right after the space. */
const NUMBER_OF_STREET = `SELECT ${COLUMNS} FROM adres
  WHERE openbare_ruimte_id = ? AND sort_key >= ? AND sort_key < ?`;

/** Lists the addresses of a street at one number, in natural order. */
export function listNumberRowsOfStreet(s: Snapshot, street: StreetKey, huisnummer: number): NumberRow[] {
  const numberKey = String(huisnummer).padStart(5, "0");
  const rows = s
    .statement<NumberRow>(NUMBER_OF_STREET)
    .all(street.openbareRuimteId, numberKey, `${numberKey}!`)
    .filter((row) => row.woonplaats_id === street.woonplaatsId);
  return inNaturalOrder(rows);
}

/** Served by the index alone. */
const NUMBERS_OF_STREET = `SELECT fid, CAST(substr(sort_key, 1, 5) AS INTEGER) AS huisnummer
  FROM adres INDEXED BY adres_openbare_ruimte WHERE openbare_ruimte_id = ? AND woonplaats_id = ?
  ORDER BY sort_key, fid`;

/** Lists the keys and house numbers of the addresses of a street, in natural order. */
export function listNumbersOfStreet(
  s: Snapshot,
  { openbareRuimteId, woonplaatsId }: StreetKey,
): Pick<NumberRow, "fid" | "huisnummer">[] {
  return s.statement<NumberRow>(NUMBERS_OF_STREET).all(openbareRuimteId, woonplaatsId);
}

const OF_ID = `SELECT ${COLUMNS} FROM adres WHERE fid = ?`;

/** Lists the addresses with the street and number of an address, including that address, in natural order. */
export function listNumberRowsBeside(s: Snapshot, { nummeraanduiding_id }: AdresRecord): NumberRow[] {
  const row = s.statement<NumberRow>(OF_ID).get(Number(nummeraanduiding_id));
  const { openbare_ruimte_id, woonplaats_id, huisnummer } = row!;
  const street = { openbareRuimteId: openbare_ruimte_id, woonplaatsId: woonplaats_id };
  return listNumberRowsOfStreet(s, street, huisnummer);
}

/** Key of an address and its sort key. */
export type NumberKey = readonly [fid: number, sortKey: string];

/** Served by the index alone. */
const KEYS_OF_NUMBER = `SELECT fid, sort_key FROM adres INDEXED BY adres_openbare_ruimte
  WHERE openbare_ruimte_id = ? AND sort_key >= ? AND sort_key < ? AND woonplaats_id = ?`;

/** Lists the keys of a street's addresses at one number, in natural order. */
export function listNumberKeysOfStreet(s: Snapshot, street: StreetKey, huisnummer: number): NumberKey[] {
  const numberKey = String(huisnummer).padStart(5, "0");
  const { openbareRuimteId, woonplaatsId } = street;
  const keys = s
    .statement(KEYS_OF_NUMBER)
    .values(openbareRuimteId, numberKey, `${numberKey}!`, woonplaatsId) as unknown as NumberKey[];
  return keys.sort(([fidA, a], [fidB, b]) => compareKeys(a, b) || fidA - fidB);
}

const OF_POSTCODE = `SELECT ${COLUMNS} FROM adres WHERE postcode = ?`;
const NUMBER_OF_POSTCODE = `SELECT ${COLUMNS} FROM adres WHERE postcode = ? AND huisnummer = ?`;

/** Lists the addresses of a postcode, or only those at one number, in natural order across streets. */
export function listNumberRowsOfPostcode(s: Snapshot, postcode: string, huisnummer?: number): NumberRow[] {
  if (huisnummer === undefined) {
    return inNaturalOrder(s.statement<NumberRow>(OF_POSTCODE).all(postcode));
  }
  return inNaturalOrder(s.statement<NumberRow>(NUMBER_OF_POSTCODE).all(postcode, huisnummer));
}

const NUMBER_OF_POSTCODES = `SELECT ${COLUMNS} FROM adres
  WHERE postcode IN (SELECT value FROM json_each(?)) AND huisnummer = ?`;

/** Lists the addresses at one number of any of the postcodes, in natural order across streets. */
export function listNumberRowsOfPostcodes(
  s: Snapshot,
  postcodes: readonly string[],
  huisnummer: number,
): NumberRow[] {
  const rows = s.statement<NumberRow>(NUMBER_OF_POSTCODES).all(JSON.stringify(postcodes), huisnummer);
  return inNaturalOrder(rows);
}

const NUMBER_OF_AREA = `SELECT ${COLUMNS} FROM adres
  WHERE postcode >= ? AND postcode < ? AND huisnummer = ?`;

/** Lists the addresses at one number of all postcodes with these four digits: about half a millisecond. */
export function listNumberRowsOfPostcodegebied(s: Snapshot, digits: string, huisnummer: number): NumberRow[] {
  return inNaturalOrder(s.statement<NumberRow>(NUMBER_OF_AREA).all(digits, `${digits}~`, huisnummer));
}

export interface PostcodeCount {
  postcode: string;
  /** At least 1. */
  adres_count: number;
}

const POSTCODES = `SELECT postcode, adres_count FROM postcode
  WHERE postcode >= ? AND postcode < ? ORDER BY postcode LIMIT ?`;

/** Lists at most `limit` postcodes with a prefix, ascending, with the number of addresses of each. */
export function listPostcodesByPrefix(s: Snapshot, prefix: string, limit: number): PostcodeCount[] {
  return s.statement<PostcodeCount>(POSTCODES).all(prefix, `${prefix}~`, limit);
}

const COUNTS_IN_WOONPLAATSEN = `SELECT postcode, count(*) AS adres_count FROM adres
  WHERE postcode >= ? AND postcode < ? AND woonplaats_id IN (SELECT value FROM json_each(?)) GROUP BY postcode`;

/**
 * Counts addresses per postcode with a prefix, only those in these woonplaatsen; with a prefix of at least four digits
 * about a millisecond.
 */
export function countAdressenByPostcode(
  s: Snapshot,
  prefix: string,
  woonplaatsen: readonly number[],
): PostcodeCount[] {
  return s
    .statement<PostcodeCount>(COUNTS_IN_WOONPLAATSEN)
    .all(prefix, `${prefix}~`, JSON.stringify(woonplaatsen));
}

/** Served by the index alone: a street usually lies in one woonplaats, so that few index rows are filtered out. */
const IDS = `SELECT fid FROM adres INDEXED BY adres_openbare_ruimte WHERE openbare_ruimte_id = ? AND woonplaats_id = ?
  ORDER BY sort_key, fid LIMIT ? OFFSET ?`;

/** Lists the keys of a street's addresses in natural order. */
export function listIdsOfStreet(
  s: Snapshot,
  { openbareRuimteId, woonplaatsId }: StreetKey,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const rows = s.statement(IDS).values(openbareRuimteId, woonplaatsId, limit, offset) as [number][];
  return rows.map(([fid]) => fid);
}
