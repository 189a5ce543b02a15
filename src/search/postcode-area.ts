/**
 * Searches by a line that is only the prefix of a postcode: `13`, `138`, and from four digits on optionally with a
 * place: `1382`, `1382 k`, `1382 Weesp`.
 */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { type Page, pageOffset } from "../registry/index/page.ts";
import {
  type AdresOptions,
  type AdresPageRequest,
  listAdressenOfPostcode,
} from "../registry/read/adressen.ts";
import { postcodegebieden } from "../registry/read/areas.ts";
import type { AdresRecord, PostcodegebiedRecord } from "../registry/read/records.ts";
import { nameKey } from "../registry/schema/name-key.ts";
import { countAdressenByPostcode, listPostcodesByPrefix, type PostcodeCount } from "./index/address-rows.ts";
import { streetIndexOf } from "./index/index-store.ts";
import { canonicalWords, tokenize } from "./line/normalize.ts";
import { placeIndexOf } from "./places/place-index.ts";

/** A PC4 area has at most 26 × 26 postcodes. */
const MAX_POSTCODES = 676;
const MAX_TOKENS = 8;

interface PostcodeArea {
  /** Postcodes in ascending order, each with the number of its addresses that match the line, at least one. */
  readonly postcodes: readonly PostcodeCount[];
  /** Keys of the woonplaatsen where the addresses must lie; `undefined` when no place was typed. */
  readonly woonplaatsen: readonly number[] | undefined;
}

interface PostcodePrefixLine {
  /** As the registry writes it. */
  readonly prefix: string;
  readonly place: readonly string[];
}

/** Fast check: most lines have no digits of a postcode. */
const FOUR_DIGITS = /[1-9]\d{3}/;

/** Parses the line as postcode prefix and place, the more likely way first; empty for any other line. */
function parsePostcodePrefix(line: string): PostcodePrefixLine[] {
  const key = nameKey(line);
  if (!FOUR_DIGITS.test(key)) {
    return [];
  }
  const words = (tokenize(key, MAX_TOKENS) ?? []).map(({ text }) => text);
  const [first = "", ...rest] = words;
  if (/^[1-9]\d{3}[a-z]$/.test(first)) {
    return [{ prefix: first.toUpperCase(), place: rest }];
  }
  if (/^[1-9]\d{3}$/.test(first)) {
    const [letter = "", ...place] = rest;
    const plain = { prefix: first, place: rest };
    return /^[a-z]$/.test(letter) ? [{ prefix: first + letter.toUpperCase(), place }, plain] : [plain];
  }
  const last = words.at(-1) ?? "";
  return /^[1-9]\d{3}$/.test(last) ? [{ prefix: last, place: words.slice(0, -1) }] : [];
}

/**
 * Returns the postcodes that a line means; `undefined` when the line is not a postcode prefix or no address matches it.
 * While typing the place may be a prefix.
 */
function findPostcodeArea(snapshot: Snapshot, line: string, isTyping: boolean): PostcodeArea | undefined {
  for (const { prefix, place } of parsePostcodePrefix(line)) {
    if (isExistingPostcode(snapshot, prefix, place)) {
      continue;
    }
    const woonplaatsen = place.length === 0 ? undefined : findWoonplaatsen(snapshot, place, isTyping);
    const postcodes =
      woonplaatsen === undefined
        ? listPostcodesByPrefix(snapshot, prefix, MAX_POSTCODES)
        : countAdressenByPostcode(snapshot, prefix, woonplaatsen);
    if (postcodes.length > 0) {
      return { postcodes, woonplaatsen };
    }
  }
  return undefined;
}

/** Returns true for an existing postcode: "9131 Ee" is a place after four digits, unless 9131EE exists. */
function isExistingPostcode(snapshot: Snapshot, prefix: string, place: readonly string[]): boolean {
  const postcode = prefix + place.join("").toUpperCase();
  return /^\d{4}[A-Z]{2}$/.test(postcode) && listPostcodesByPrefix(snapshot, postcode, 1).length > 0;
}

function findWoonplaatsen(snapshot: Snapshot, place: readonly string[], isTyping: boolean): number[] {
  const index = streetIndexOf(snapshot);
  const places = placeIndexOf(snapshot);
  const words = canonicalWords(place);
  const hits = (isTyping ? places.findByPrefix(words) : undefined) ?? places.find(words) ?? new Map();
  return [...hits.values()]
    .filter(({ kind }) => kind !== "suffix" && kind !== "provincie")
    .map((hit) => index.arrays.placeIds[hit.place]!);
}

/** Returns addresses that match a postcode prefix, by postcode; `undefined` for other lines or without addresses. */
export function searchPostcodeArea(
  snapshot: Snapshot,
  line: string,
  request: AdresPageRequest,
): Page<AdresRecord> | undefined {
  const area = findPostcodeArea(snapshot, line, false);
  if (area === undefined) {
    return undefined;
  }
  return {
    rows: listRows(snapshot, area, { ...request, offset: pageOffset(request), limit: request.perPage }),
    total: area.postcodes.reduce((sum, { adres_count }) => sum + adres_count, 0),
  };
}

interface RowsRequest extends AdresOptions {
  readonly offset: number;
  readonly limit: number;
}

/** Returns rows from `offset` on; skips postcodes before it by their counts. */
function listRows(
  snapshot: Snapshot,
  area: PostcodeArea,
  { offset, limit, geometry }: RowsRequest,
): AdresRecord[] {
  const rows: AdresRecord[] = [];
  let skip = offset;
  for (const { postcode, adres_count } of area.postcodes) {
    const missing = limit - rows.length;
    if (missing === 0) {
      break;
    }
    if (skip < adres_count) {
      const request = { postcode, limit: skip + missing, geometry };
      rows.push(...listFirstAddresses(snapshot, area, request).slice(skip));
    }
    skip = Math.max(0, skip - adres_count);
  }
  return rows;
}

/** Returns the areas of four digits that begin with a line of two or three digits; empty for any other line. */
function listAreas(snapshot: Snapshot, line: string): PostcodegebiedRecord[] {
  const prefix = line.trim();
  if (!/^[1-9]\d{1,2}$/.test(prefix)) {
    return [];
  }
  return postcodegebieden.list(snapshot, { prefix }, { page: 1, perPage: MAX_AREAS }).rows;
}

/** Maximum areas that begin with the same two digits. */
const MAX_AREAS = 100;

function areaOf(snapshot: Snapshot, { area }: PostcodegebiedRecord): PostcodeArea {
  return { postcodes: listPostcodesByPrefix(snapshot, area, MAX_POSTCODES), woonplaatsen: undefined };
}

/**
 * Returns the addresses of all areas that begin with the two or three digits of a line, by postcode; `undefined` when
 * there are none. Skips areas by their counts.
 */
export function searchAreas(
  snapshot: Snapshot,
  line: string,
  request: AdresPageRequest,
): Page<AdresRecord> | undefined {
  const areas = listAreas(snapshot, line);
  if (areas.length === 0) {
    return undefined;
  }
  const rows: AdresRecord[] = [];
  let offset = pageOffset(request);
  for (const each of areas) {
    const limit = request.perPage - rows.length;
    if (limit === 0) {
      break;
    }
    if (offset < each.address_count) {
      rows.push(...listRows(snapshot, areaOf(snapshot, each), { ...request, offset, limit }));
    }
    offset = Math.max(0, offset - each.address_count);
  }
  return { rows, total: areas.reduce((sum, { address_count }) => sum + address_count, 0) };
}

/** Returns the first address of each area that begins with the two or three digits of a line. */
export function suggestAreas(snapshot: Snapshot, line: string, limit: number): AdresRecord[] {
  return listAreas(snapshot, line)
    .slice(0, limit)
    .flatMap((each) => listRows(snapshot, areaOf(snapshot, each), { offset: 0, limit: 1 }));
}

/** Returns the first matching address of each postcode; empty when the line is not a postcode prefix. */
export function suggestPostcodeArea(snapshot: Snapshot, line: string, limit: number): AdresRecord[] {
  const area = findPostcodeArea(snapshot, line, true);
  return (area?.postcodes ?? [])
    .slice(0, limit)
    .map(({ postcode }) => listFirstAddresses(snapshot, area!, { postcode, limit: 1 })[0]!);
}

interface FirstAddresses {
  readonly postcode: string;
  readonly limit: number;
  readonly geometry?: boolean | undefined;
}

/** Returns the first addresses of a postcode that match the line. With a typed place reads all, which are few. */
function listFirstAddresses(
  snapshot: Snapshot,
  { woonplaatsen }: PostcodeArea,
  { postcode, limit, geometry = false }: FirstAddresses,
): AdresRecord[] {
  const perPage = woonplaatsen === undefined ? limit : MAX_ADDRESSES;
  const { rows } = listAdressenOfPostcode(snapshot, postcode, { page: 1, perPage, geometry })!;
  const meant = rows.filter(({ woonplaats_id }) => woonplaatsen?.includes(Number(woonplaats_id)) ?? true);
  return meant.slice(0, limit);
}

/** Upper bound of a postcode's addresses: tens as a rule, hundreds in a tower. */
const MAX_ADDRESSES = 100_000;
