/** Reads of addresses by street or postcode and number, as search needs them: keys first, records for one page. */
import type { NumberParts } from "./adres-match.ts";
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
export interface NumberRow extends NumberParts {
  fid: number;
  huisnummer: number;
  postcode: string | null;
  openbare_ruimte_id: number;
  woonplaats_id: number;
  is_nevenadres: number;
}

const COLUMNS = `fid, huisnummer, huisletter, huisnummertoevoeging, postcode, openbare_ruimte_id, woonplaats_id, is_nevenadres`;
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

export interface PostcodeRow {
  postcode: string;
  adres_aantal: number;
  woonplaats_id: number;
}

const POSTCODES = `SELECT postcode, adres_aantal, woonplaats_id FROM postcode
  WHERE postcode >= ? AND postcode < ? ORDER BY postcode LIMIT ?`;

/** Postcodes that begin with `prefix`, ascending. */
export function listPostcodesByPrefix(s: Snapshot, prefix: string, limit: number): PostcodeRow[] {
  return s.statement<PostcodeRow>(POSTCODES).all(prefix, `${prefix}~`, limit);
}

const IDS = `SELECT fid FROM adres WHERE openbare_ruimte_id = ? ORDER BY volgorde, fid LIMIT ? OFFSET ?`;
const IDS_IN_PLACE = `SELECT fid FROM adres WHERE openbare_ruimte_id = ? AND woonplaats_id = ?
  ORDER BY volgorde, fid LIMIT ? OFFSET ?`;
const COUNT = "SELECT adres_aantal FROM openbare_ruimte WHERE fid = ?";

/** Keys of a street's addresses in natural order. `total` is how many it has: equal to the openbare ruimte's unless it lies in several woonplaatsen. */
export function listIdsOfStreet(
  s: Snapshot,
  { openbareRuimteId, woonplaatsId }: StreetKey,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): number[] {
  const whole = s.statement<{ adres_aantal: number }>(COUNT).get(openbareRuimteId)!.adres_aantal;
  const rows =
    whole === total
      ? s.statement<{ fid: number }>(IDS).all(openbareRuimteId, limit, offset)
      : s.statement<{ fid: number }>(IDS_IN_PLACE).all(openbareRuimteId, woonplaatsId, limit, offset);
  return rows.map(({ fid }) => fid);
}

/** Records by key, in the order of the keys, all of which exist. */
export function readAdressen(s: Snapshot, ids: readonly number[], options?: AdresOptions): AdresRecord[] {
  return ids.map((id) => readAdres(s, id, options)!);
}
