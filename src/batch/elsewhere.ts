/** Recognises rows without an answer that are in another country, or in a place that is not loaded. */
import { ALL_GEMEENTEN } from "../registry/file/registry-meta.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { hasPostcodesOfArea } from "../registry/read/postcodes.ts";
import { streetIndexOf } from "../search/index/index-store.ts";
import { findWord } from "../search/index/vocabulary.ts";
import { canonicalName } from "../search/line/normalize.ts";
import { placeIndexOf } from "../search/places/place-index.ts";
import type { Refusal } from "../search/refusal.ts";
import { isNetherlands } from "./cells/address-cells.ts";
import type { RowRefusal } from "./outcome.ts";
import type { RowParts } from "./row-parts.ts";

/** Returns the reason for a row that is elsewhere, else undefined; `refusal` says why the search found nothing. */
export function refuseElsewhere(
  s: Snapshot,
  parts: RowParts,
  line: string,
  refusal: Refusal,
): RowRefusal | undefined {
  const country = countryAtEnd(s, line);
  if (country !== undefined) {
    return { why: "other country", country };
  }
  if (refusal.why === "po box") {
    return undefined;
  }
  const postcode = foreignPostcode(s, parts);
  return postcode === undefined ? refusePlace(s, parts, refusal) : { why: "abroad", postcode };
}

/** Codes are left out: `BE` may be the letters of a postcode, `BEL` an addition. */
const MIN_LENGTH = 4;

/**
 * Returns the country that a line without an answer ends with, as typed, unless a place has that name: the text after a
 * comma that follows street and number, or a last word that no street name contains ("12 Nieuw Engeland").
 */
export function countryAtEnd(s: Snapshot, line: string): string | undefined {
  const parts = line.split(/[,;\n]/).map((part) => part.trim());
  const last = parts.findLast((part) => part !== "") ?? "";
  const before = parts.slice(0, parts.lastIndexOf(last)).join(" ");
  const isBehindAddress = /\p{L}{3}/u.test(before) && /\d/.test(before);
  if (isBehindAddress && isCountry(s, last)) {
    return last;
  }
  const word = last.split(/\s/).at(-1)!;
  const isOfStreet = canonicalName(word).some((one) => findWord(streetIndexOf(s).words, one) >= 0);
  return !isOfStreet && isCountry(s, word) ? word : undefined;
}

function isCountry(s: Snapshot, name: string): boolean {
  return name.length >= MIN_LENGTH && isNetherlands(name) === false && !isPlace(s, name);
}

/** Five digits, as postcodes of Germany, France and others: `10117`, `D-10117`. */
const FIVE_DIGITS = /^(?:[a-z]{1,3}\s?[-–]\s?)?(\d{5})$/i;
/** Five digits before a place at the end of a text. The digits are at the start or after a house number. */
const FIVE_DIGITS_BEFORE_PLACE =
  /(?:^|\d[^,;\n]{0,20}[\s,;]{1,9})(?:[a-z]{1,3}-)?(\d{5})\s+(\p{L}[^\d,;]{1,80})$/iu;

/** Returns the postcode of another country that a row has; `undefined` for a row with a place of the registry. */
function foreignPostcode(s: Snapshot, { postcode, postcodeText, place, text }: RowParts): string | undefined {
  if (postcode !== undefined) {
    return undefined;
  }
  const [, typed] = FIVE_DIGITS.exec(postcodeText) ?? [];
  if (typed !== undefined) {
    return isPlace(s, place) ? undefined : typed;
  }
  const [, inText, behind] = FIVE_DIGITS_BEFORE_PLACE.exec(text.trim()) ?? [];
  return inText === undefined || isPlace(s, behind!) ? undefined : inText;
}

const POSTCODE_IN_TEXT = /(?<!\d)([1-9]\d{3})\s?([a-z]{2})(?![\p{L}\d])/iu;
/** Words after the last number of a text. */
const LAST_WORDS = /\d[^\s\d]{0,10}[\s,;]+(\p{L}[^\d]{1,80})$/u;
/** Reasons that a row may have because the registry lacks its place. */
const MAY_BE_PLACE: readonly Refusal["why"][] = ["nothing", "words not understood", "other postcode"];

/** Returns the reason for a row whose place is not in the registry of a part of the country. */
function refusePlace(s: Snapshot, parts: RowParts, { why }: Refusal): RowRefusal | undefined {
  if (!MAY_BE_PLACE.includes(why)) {
    return undefined;
  }
  const { place, text } = parts;
  const [, digits, letters] = POSTCODE_IN_TEXT.exec(parts.postcode ?? text) ?? [];
  if (digits !== undefined) {
    const area = digits + letters!.toUpperCase();
    return isPlace(s, place) ? undefined : refusePostcodeArea(s, area);
  }
  const words = place !== "" ? place : why === "nothing" ? (LAST_WORDS.exec(text.trim())?.[1] ?? "") : "";
  return words === "" || isWholeCountry(s) || hasPlace(s, words)
    ? undefined
    : { why: "place not loaded", area: words };
}

/** Returns the reason for a postcode whose area is not in the registry of a part of the country. */
export function refusePostcodeArea(s: Snapshot, postcode: string): RowRefusal | undefined {
  return isWholeCountry(s) || hasPostcodesOfArea(s, postcode.slice(0, 4))
    ? undefined
    : { why: "place not loaded", area: postcode };
}

function isWholeCountry({ meta }: Snapshot): boolean {
  return meta.area.includes(ALL_GEMEENTEN);
}

function isPlace(s: Snapshot, name: string): boolean {
  return name !== "" && placeIndexOf(s).find(canonicalName(name)) !== undefined;
}

/** Returns true when the words or one of them are a place. */
function hasPlace(s: Snapshot, words: string): boolean {
  return isPlace(s, words) || words.split(/[\s,;()/-]+/).some((word) => isPlace(s, word));
}
