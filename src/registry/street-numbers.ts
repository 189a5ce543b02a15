/** Reads of addresses by street or postcode and number, as search needs them: keys first, records for one page. */
import { readAdres } from "./adres-record.ts";
import type { AdresOptions } from "./adressen.ts";
import type { AdresRecord } from "./records.ts";
import type { Snapshot } from "./snapshot.ts";

/** An openbare ruimte as far as it lies in one woonplaats, by their keys. */
export interface StreetKey {
  readonly openbareRuimteId: number;
  readonly woonplaatsId: number;
}

/** What tells the addresses of one number apart. */
export interface NumberRow {
  fid: number;
  huisnummer: number;
  /** Holds letter and addition. */
  volgorde: string;
  postcode: string | null;
  openbare_ruimte_id: number;
  woonplaats_id: number;
}

const COLUMNS = "fid, huisnummer, volgorde, postcode, openbare_ruimte_id, woonplaats_id";
/** A volgorde is five digits, then perhaps a space and more; `!` sorts right after the space. */
const NUMBER_OF_STREET = `SELECT ${COLUMNS} FROM adres
  WHERE openbare_ruimte_id = ? AND volgorde >= ? AND volgorde < ? ORDER BY volgorde, fid`;

/** The addresses of a street at one number, in natural order. */
export function listNumberOfStreet(s: Snapshot, street: StreetKey, huisnummer: number): NumberRow[] {
  const first = String(huisnummer).padStart(5, "0");
  return s
    .statement<NumberRow>(NUMBER_OF_STREET)
    .all(street.openbareRuimteId, first, `${first}!`)
    .filter((row) => row.woonplaats_id === street.woonplaatsId);
}

const OF_POSTCODE = `SELECT ${COLUMNS} FROM adres WHERE postcode = ? ORDER BY volgorde, fid`;
const NUMBER_OF_POSTCODE = `SELECT ${COLUMNS} FROM adres WHERE postcode = ? AND huisnummer = ? ORDER BY volgorde, fid`;

/** The addresses of a postcode, or only those at one number, in natural order whatever the street. */
export function listOfPostcode(s: Snapshot, postcode: string, huisnummer?: number): NumberRow[] {
  if (huisnummer === undefined) return s.statement<NumberRow>(OF_POSTCODE).all(postcode);
  return s.statement<NumberRow>(NUMBER_OF_POSTCODE).all(postcode, huisnummer);
}

const NUMBER_OF_POSTCODES = `SELECT ${COLUMNS} FROM adres
  WHERE postcode IN (SELECT value FROM json_each(?)) AND huisnummer = ? ORDER BY volgorde, fid`;

/** The addresses at one number of any of the postcodes, in natural order whatever the street. */
export function listNumberOfPostcodes(
  s: Snapshot,
  postcodes: readonly string[],
  huisnummer: number,
): NumberRow[] {
  return s.statement<NumberRow>(NUMBER_OF_POSTCODES).all(JSON.stringify(postcodes), huisnummer);
}

const NUMBER_OF_AREA = `SELECT ${COLUMNS} FROM adres
  WHERE postcode >= ? AND postcode < ? AND huisnummer = ? ORDER BY volgorde, fid`;

/** The addresses at one number of all postcodes with these four digits: about half a millisecond. */
export function listNumberOfArea(s: Snapshot, digits: string, huisnummer: number): NumberRow[] {
  return s.statement<NumberRow>(NUMBER_OF_AREA).all(digits, `${digits}~`, huisnummer);
}

export interface PostcodeCount {
  postcode: string;
  /** At least 1. */
  adres_aantal: number;
}

const POSTCODES = `SELECT postcode, adres_aantal FROM postcode
  WHERE postcode >= ? AND postcode < ? ORDER BY postcode LIMIT ?`;

/** Postcodes that begin with `prefix`, ascending, and how many addresses each has. */
export function listPostcodesByPrefix(s: Snapshot, prefix: string, limit: number): PostcodeCount[] {
  return s.statement<PostcodeCount>(POSTCODES).all(prefix, `${prefix}~`, limit);
}

const COUNTS_IN_PLACES = `SELECT postcode, count(*) AS adres_aantal FROM adres
  WHERE postcode >= ? AND postcode < ? AND woonplaats_id IN (SELECT value FROM json_each(?)) GROUP BY postcode`;

/** The same of the addresses in these woonplaatsen only, for four digits at least: about a millisecond. */
export function countByPostcode(
  s: Snapshot,
  prefix: string,
  woonplaatsen: readonly number[],
): PostcodeCount[] {
  return s.statement<PostcodeCount>(COUNTS_IN_PLACES).all(prefix, `${prefix}~`, JSON.stringify(woonplaatsen));
}

/** The index alone answers this: a street lies in one woonplaats as a rule, so that hardly a row is left out. */
const IDS = `SELECT fid FROM adres INDEXED BY adres_openbare_ruimte WHERE openbare_ruimte_id = ? AND woonplaats_id = ?
  ORDER BY volgorde, fid LIMIT ? OFFSET ?`;

/** Keys of a street's addresses in natural order. */
export function listIdsOfStreet(
  s: Snapshot,
  { openbareRuimteId, woonplaatsId }: StreetKey,
  { offset, limit }: { offset: number; limit: number },
): number[] {
  return s
    .statement<{ fid: number }>(IDS)
    .all(openbareRuimteId, woonplaatsId, limit, offset)
    .map(({ fid }) => fid);
}

/** Records by key, in the order of the keys, all of which exist. */
export function readAdressen(s: Snapshot, ids: readonly number[], options?: AdresOptions): AdresRecord[] {
  return ids.map((id) => readAdres(s, id, options)!);
}
