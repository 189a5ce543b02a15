/** Suggests addresses for a postcode and number that have none (docs/records.md, "Suggestions"). */

import type { Snapshot } from "../../registry/file/snapshot.ts";
import { readAdressen } from "../../registry/read/adres-record.ts";
import type { AdresKey } from "../../registry/read/adressen.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import {
  listNumberRowsOfPostcode,
  listNumberRowsOfPostcodes,
  listNumberRowsOfStreet,
  type NumberRow,
} from "../index/address-rows.ts";
import { joinDesignation } from "../line/designation.ts";
import { sortByNearness } from "./nearest-designations.ts";

const MAX_SUGGESTIONS = 10;
/** Slots reserved for each later kind when the nearest numbers would fill the list. */
const RESERVED_SLOTS = 3;
/** Numbers further away are hardly typos: with other suggestions, only the MAX_FAR_NUMBERS nearest are kept. */
const MAX_TYPO_DISTANCE = 20;
const MAX_FAR_NUMBERS = 2;

/**
 * Returns at most 10 suggestions, best first: the number with other letters or additions; the postcode's nearest
 * numbers; the number in the same streets under other postcodes; the number at postcodes one edit or swap away.
 */
export function suggestNearMisses(snapshot: Snapshot, key: AdresKey): AdresRecord[] {
  const typed = typedOf(key);
  const ofPostcode = listNumberRowsOfPostcode(snapshot, key.postcode);
  const sameNumber = sortByNearness(
    ofPostcode.filter(({ huisnummer }) => huisnummer === key.huisnummer),
    typed,
  );
  const otherPostcodes = listInSameStreets(snapshot, key, ofPostcode).flatMap((rows) =>
    sortByNearness(rows, typed),
  );
  const postcodes = postcodesNear(key.postcode);
  const rowsNear = Map.groupBy(
    listNumberRowsOfPostcodes(snapshot, postcodes, key.huisnummer),
    ({ postcode }) => postcode,
  );
  const nearPostcodes = postcodes.flatMap((postcode) =>
    sortByNearness(rowsNear.get(postcode) ?? [], typed).slice(0, 1),
  );
  const reserved =
    Math.min(RESERVED_SLOTS, otherPostcodes.length) + Math.min(RESERVED_SLOTS, nearPostcodes.length);
  const isFar = ({ huisnummer }: NumberRow) => Math.abs(huisnummer - key.huisnummer) > MAX_TYPO_DISTANCE;
  const nearest = nearestNumbers(ofPostcode, key.huisnummer)
    .filter((row, i) => reserved === 0 || i < MAX_FAR_NUMBERS || !isFar(row))
    .slice(0, MAX_SUGGESTIONS - reserved);
  const ids = [sameNumber, nearest, otherPostcodes.slice(0, RESERVED_SLOTS), nearPostcodes].flat();
  return readAdressen(snapshot, [...new Set(ids.map(({ fid }) => fid))].slice(0, MAX_SUGGESTIONS));
}

/** Returns the addresses of a key's number, those nearest to its letter and addition first, at most `limit`. */
export function nearestOfKey(s: Snapshot, key: AdresKey, limit: number): AdresRecord[] {
  const rows = listNumberRowsOfPostcode(s, key.postcode, key.huisnummer);
  const ids = sortByNearness(rows, typedOf(key)).map(({ fid }) => fid);
  return readAdressen(s, ids.slice(0, limit));
}

function typedOf({ huisletter, huisnummertoevoeging }: AdresKey): string {
  return joinDesignation([huisletter ?? "", huisnummertoevoeging ?? ""]);
}

/** Returns an address for each other number, on both sides of the street, the nearest first; the lower one at a tie. */
export function nearestNumbers<Row extends Pick<NumberRow, "huisnummer">>(
  rows: readonly Row[],
  number: number,
): Row[] {
  const firsts = new Map<number, Row>();
  for (const row of rows) {
    if (row.huisnummer !== number && !firsts.has(row.huisnummer)) {
      firsts.set(row.huisnummer, row);
    }
  }
  const distance = ({ huisnummer }: Row) => Math.abs(huisnummer - number);
  return [...firsts.values()].sort((a, b) => distance(a) - distance(b) || a.huisnummer - b.huisnummer);
}

/** Lists, for each street of the rows, its addresses at the number with another postcode. */
function listInSameStreets(
  snapshot: Snapshot,
  { postcode, huisnummer }: AdresKey,
  rows: readonly NumberRow[],
): NumberRow[][] {
  const streets = new Map(
    rows.map((row) => [
      `${row.openbare_ruimte_id} ${row.woonplaats_id}`,
      { openbareRuimteId: row.openbare_ruimte_id, woonplaatsId: row.woonplaats_id },
    ]),
  );
  return [...streets.values()].map((street) =>
    listNumberRowsOfStreet(snapshot, street, huisnummer).filter((row) => row.postcode !== postcode),
  );
}

const VALID = /^[1-9]\d{3}[A-Z]{2}$/;
const DIGITS = "0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Returns all postcodes one edit from `typed` (capitals): two adjacent characters swapped, then a letter replaced, then
 * a digit replaced; for a text that is too short or too long, a character inserted or deleted. About 90, without
 * `typed` itself.
 */
export function postcodesNear(typed: string): string[] {
  const positions = Array.from({ length: typed.length + 1 }, (_, i) => i);
  const swapped = positions.map((i) =>
    replaceRange(typed, [i, i + 2], `${typed[i + 1] ?? ""}${typed[i] ?? ""}`),
  );
  const replaced = positions
    .toReversed()
    .flatMap((i) => symbolsAt(i).map((symbol) => replaceRange(typed, [i, i + 1], symbol)));
  const inserted = positions.flatMap((i) =>
    symbolsAt(i).map((symbol) => replaceRange(typed, [i, i], symbol)),
  );
  const deleted = positions.map((i) => replaceRange(typed, [i, i + 1], ""));
  const all = new Set([...swapped, ...replaced, ...inserted, ...deleted]);
  return [...all].filter((postcode) => postcode !== typed && VALID.test(postcode));
}

function symbolsAt(position: number): string[] {
  return [...(position < 4 ? DIGITS : LETTERS)];
}

/** Replaces the characters [from, to). */
function replaceRange(text: string, [from, to]: [number, number], by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}
