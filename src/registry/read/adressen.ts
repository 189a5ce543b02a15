/** Reads addresses: one by id or by postcode and number, and the lists of a postcode, a street and a pand. */
import type { Snapshot } from "../file/snapshot.ts";
import { type Page, type PageRequest, pageOf, pageOffset } from "../index/page.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { compareKeys, nameKey } from "../schema/name-key.ts";
import { matchNumberParts, type NumberParts, type RequestedParts } from "../schema/number-parts.ts";
import type { AddressableType, ExistingStage } from "../schema/object-types.ts";
import { isAdresOfStageSql } from "../schema/status-sql.ts";
import {
  ADRES_COLUMNS,
  type AdresOptions,
  type AdresRow,
  objectStatusOf,
  readAdres,
  readAdressen,
  toAdresRecord,
} from "./adres-record.ts";
import { type BuurtCodes, buurtCondition } from "./buurt-filter.ts";
import type { AdresRecord } from "./records.ts";

export type { AdresOptions };

/** Page of a list of addresses; `ofStage` and the codes leave out other addresses. */
export type AdresPageRequest = PageRequest &
  AdresOptions &
  BuurtCodes & { ofStage?: ExistingStage | undefined };

/** Key of a lookup; the postcode is in the registry's spelling. */
export interface AdresKey extends RequestedParts {
  readonly postcode: string;
  readonly huisnummer: number;
}

/** The address found, else up to 100 with that postcode and number in natural order; `total` counts all of those. */
export type AdresLookup = { adres: AdresRecord } | { candidates: AdresRecord[]; total: number };

/** Maximum candidates of a lookup. */
export const MAX_CANDIDATES = 100;

export function findAdres(s: Snapshot, id: string, options?: AdresOptions): AdresRecord | undefined {
  const key = parseIdentificatie("NUM", id);
  return key === undefined ? undefined : readAdres(s, key, options);
}

/** Lists addresses in the order of `ids`; skips duplicate, unknown and malformed ids. */
export function listAdressenById(s: Snapshot, ids: readonly string[], options?: AdresOptions): AdresRecord[] {
  const keys = [...new Set(ids)].flatMap((id) => parseIdentificatie("NUM", id) ?? []);
  return readAdressen(s, keys, options);
}

const BY_FULL_KEY = `SELECT ${ADRES_COLUMNS}, is_nevenadres FROM adres
  WHERE postcode = ? AND huisnummer = ? AND huisletter IS ? AND huisnummertoevoeging IS ?`;
const BY_NUMBER = `SELECT fid, type, huisletter, huisnummertoevoeging, is_nevenadres, object_status FROM adres
  WHERE postcode = ? AND huisnummer = ? ORDER BY sort_key, fid`;

/** Finds an address by key: one indexed read when the key is as registered, else a match within the house number. */
export function lookupAdres(s: Snapshot, key: AdresKey, options?: AdresOptions): AdresLookup {
  const { postcode, huisnummer } = key;
  const exact = s
    .statement<AdresRow & DuplicateRow>(BY_FULL_KEY)
    .all(postcode, huisnummer, key.huisletter || null, key.huisnummertoevoeging || null);
  if (exact.length > 0) {
    return { adres: toAdresRecord(s, selectPreferred(exact), options) };
  }

  const sameNumber = s.statement<NumberParts & DuplicateRow>(BY_NUMBER).all(postcode, huisnummer);
  const matching = matchNumberParts(sameNumber, key);
  if (matching.length > 0) {
    return { adres: readAdres(s, selectPreferred(matching).fid, options)! };
  }
  return {
    candidates: readAdressen(
      s,
      sameNumber.slice(0, MAX_CANDIDATES).map(({ fid }) => fid),
      options,
    ),
    total: sameNumber.length,
  };
}

/** Columns that rank addresses with the same full key. */
export interface DuplicateRow {
  fid: number;
  type: AddressableType;
  is_nevenadres: number;
  object_status: number;
}

/** Returns the preferred duplicate: hoofdadres before nevenadres, objects in use before others, lowest id. */
export function selectPreferred<T extends DuplicateRow>(duplicates: readonly T[]): T {
  if (duplicates.length === 1) {
    return duplicates[0]!;
  }
  return duplicates
    .map((adres) => ({ adres, rank: adres.is_nevenadres * 2 + Number(!isInUse(adres)) }))
    .reduce((a, b) => ((a.rank - b.rank || a.adres.fid - b.adres.fid) < 0 ? a : b)).adres;
}

const DUPLICATE = "SELECT fid, type, is_nevenadres, object_status FROM adres WHERE fid = ?";

/** Returns the preferred of the addresses with one key; undefined without any. */
export function findPreferred(s: Snapshot, ids: readonly number[]): number | undefined {
  const duplicates = ids.flatMap((id) => s.statement<DuplicateRow>(DUPLICATE).get(id) ?? []);
  return duplicates.length === 0 ? undefined : selectPreferred(duplicates).fid;
}

function isInUse(adres: DuplicateRow): boolean {
  return objectStatusOf(adres).includes("in gebruik");
}

const OF_POSTCODE = `SELECT ${ADRES_COLUMNS}, sort_key FROM adres WHERE postcode = ?`;

/**
 * Lists the addresses of a postcode in list order; `undefined` for a postcode that no address has. A postcode has tens
 * of addresses, so its rows are read at once and sorted in memory.
 */
export function listAdressenOfPostcode(
  s: Snapshot,
  postcode: string,
  request: AdresPageRequest,
): Page<AdresRecord> | undefined {
  const [condition, ...codes] = conditionOf(s, request);
  const found = s.statement<AdresRow & AdresSortKeys>(OF_POSTCODE + condition).all(postcode, ...codes);
  if (found.length === 0 && (condition === "" || s.statement(OF_POSTCODE).get(postcode) === null)) {
    return undefined;
  }
  const { rows, total } = pageOf(sortInListOrder(s, found), request);
  return { rows: rows.map((row) => toAdresRecord(s, row, request)), total };
}

/** Returns the further conditions of a list, empty for none, and their values. */
function conditionOf(s: Snapshot, request: AdresPageRequest): [sql: string, ...values: string[]] {
  const ofStage = request.ofStage === undefined ? "" : ` AND ${isAdresOfStageSql("adres", request.ofStage)}`;
  const ofBuurt = buurtCondition(s, request);
  return ofBuurt === undefined ? [ofStage] : [`${ofStage} AND ${ofBuurt[0]}`, ofBuurt[1]];
}

const COUNT_OF_STREET = "SELECT adres_count FROM openbare_ruimte WHERE fid = ?";
const WOONPLAATSEN_OF_STREET = `SELECT min(woonplaats_id) AS lowest, max(woonplaats_id) AS highest FROM adres
  WHERE openbare_ruimte_id = ?`;
const OF_STREET = "FROM adres WHERE openbare_ruimte_id = ?";
const SORT_KEYS = "SELECT fid, straatnaam, woonplaats_id, sort_key";
const IN_ORDER = "ORDER BY sort_key, fid LIMIT ? OFFSET ?";

/**
 * Lists the addresses of a street in list order; `undefined` for an unknown street. The page's ids come from the index
 * alone, so a deep page reads no table rows of earlier pages; with a stage or buurt, every address of the street is
 * read. Sorts in memory only a street whose addresses lie in several woonplaatsen (NUM.ligtIn).
 */
export function listAdressenOfOpenbareRuimte(
  s: Snapshot,
  id: string,
  request: AdresPageRequest,
): Page<AdresRecord> | undefined {
  const key = parseIdentificatie("OPR", id);
  const street = key && s.statement<{ adres_count: number }>(COUNT_OF_STREET).get(key);
  if (!street) {
    return undefined;
  }
  const [condition, ...codes] = conditionOf(s, request);
  const ofStreet = OF_STREET + condition;
  const total =
    condition === ""
      ? street.adres_count
      : s.statement<{ count: number }>(`SELECT count(*) AS count ${ofStreet}`).get(key!, ...codes)!.count;
  const offset = pageOffset(request);
  if (offset >= total) {
    return { rows: [], total };
  }
  const { lowest, highest } = s
    .statement<{ lowest: number; highest: number }>(WOONPLAATSEN_OF_STREET)
    .get(key!)!;
  const ids =
    lowest === highest
      ? s
          .statement<{ fid: number }>(`SELECT fid ${ofStreet} ${IN_ORDER}`)
          .all(key!, ...codes, request.perPage, offset)
      : pageOf(
          sortInListOrder(s, s.statement<AdresSortKeys>(`${SORT_KEYS} ${ofStreet}`).all(key!, ...codes)),
          request,
        ).rows;
  return {
    rows: readAdressen(
      s,
      ids.map(({ fid }) => fid),
      request,
    ),
    total,
  };
}

const KEYS_OF_PAND = `${SORT_KEYS} FROM pand_adres JOIN adres ON fid = adres_id WHERE pand_adres.pand_id = ?`;

/** Lists all addresses of a pand in list order. */
export function listAdressenOfPand(s: Snapshot, pandKey: number, options?: AdresOptions): AdresRecord[] {
  const keys = s.statement<AdresSortKeys>(KEYS_OF_PAND).all(pandKey);
  return readAdressen(
    s,
    sortInListOrder(s, keys).map(({ fid }) => fid),
    options,
  );
}

/** Columns that order addresses of several streets. */
export interface AdresSortKeys {
  fid: number;
  straatnaam: string;
  woonplaats_id: number;
  sort_key: string;
}

function sortInListOrder<T extends AdresSortKeys>(s: Snapshot, addresses: T[]): T[] {
  return addresses.sort(listOrder(({ woonplaats_id }) => s.areas.woonplaatsen.get(woonplaats_id)!.nameKey));
}

/** Returns the order by street name, woonplaats (name key, then key), number in natural order, id. */
export function listOrder<T extends AdresSortKeys>(
  woonplaatsKey: (adres: T) => string,
): (a: T, b: T) => number {
  return (a, b) =>
    (a.straatnaam === b.straatnaam ? 0 : compareKeys(nameKey(a.straatnaam), nameKey(b.straatnaam))) ||
    (a.woonplaats_id === b.woonplaats_id ? 0 : compareKeys(woonplaatsKey(a), woonplaatsKey(b))) ||
    a.woonplaats_id - b.woonplaats_id ||
    compareKeys(a.sort_key, b.sort_key) ||
    a.fid - b.fid;
}
