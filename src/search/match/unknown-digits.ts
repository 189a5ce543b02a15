/** Detects digits of an interpretation that the registry does not have: often a house number taken for a word. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { digitsOf } from "../index/digits.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { canonicalWords } from "../line/normalize.ts";
import type { Interpretation } from "../line/parse-line.ts";
import { placeIndexOf } from "../places/place-index.ts";
import type { Tolerance } from "./collectors.ts";

/**
 * Returns true for a house number that no street has, and for digits in the words that no name has, when names must
 * explain all words: nothing fits then, as digits are never taken for a typing error.
 */
export function hasUnknownDigits(
  { index, lookups }: { index: StreetIndex; lookups: UnknownDigitsLookup },
  interpretation: Interpretation,
  { leftover, postcodeAlone, streetPrefix, lastWordPrefix }: Tolerance,
): boolean {
  const { number } = interpretation;
  if (number !== undefined && !index.hasNumber(number)) {
    return true;
  }
  if (leftover !== undefined || postcodeAlone || streetPrefix !== undefined) {
    return false;
  }
  const unknown = lookups.unknownDigitsOf(interpretation);
  return unknown === "earlier" || (unknown === "last" && !lastWordPrefix);
}

interface UnknownDigitsLookup {
  unknownDigitsOf(interpretation: Interpretation): UnknownDigits | undefined;
}

/** Place of the word with unknown digits: the last of all, which may be the prefix of a name, or an earlier one. */
export type UnknownDigits = "last" | "earlier";

/** Digits and perhaps letters; longer runs may be years, in which a name may differ. */
const DIGITS = /^(\d{1,5})[a-z]*$/;

/**
 * Returns where a word has digits that no name of streets or places has, so that no name holds all words, with edits or
 * without; `undefined` for none, and for several words with digits, which may be one in a name.
 */
export function findUnknownDigits(
  { segments }: Interpretation,
  { snapshot, index }: { snapshot: Snapshot; index: StreetIndex },
): UnknownDigits | undefined {
  const tokens = segments.flat();
  const [first = "", ...others] = tokens.filter(hasDigits);
  const digits = DIGITS.exec(first)?.[1];
  const isKnown =
    digits === undefined ||
    others.length > 0 ||
    digitsOf(index.keys).has(digits) ||
    digitsOf(index.words).has(digits) ||
    placeIndexOf(snapshot).hasDigits(digits) ||
    segments.flatMap(canonicalWords).filter(hasDigits).length > 1;
  if (isKnown) {
    return undefined;
  }
  return tokens.at(-1) === first ? "last" : "earlier";
}

function hasDigits(word: string): boolean {
  return /\d/.test(word);
}
