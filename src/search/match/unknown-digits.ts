/** Detects digits of an interpretation that the registry does not have: often a house number taken for a word. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { digitsOf } from "../index/digits.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { canonicalWords } from "../line/normalize.ts";
import type { Interpretation } from "../line/parse-line.ts";
import { placeIndexOf } from "../places/place-index.ts";
import type { Tolerance } from "./collectors.ts";

/**
 * Returns true when no street has the house number, or when names must explain all words and no name has the digits of
 * a word. Nothing fits then, because digits are never taken for a typing error.
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

/** Position of the word with unknown digits: `last` of all words, which may be the prefix of a name, or `earlier`. */
export type UnknownDigits = "last" | "earlier";

/** Digits and perhaps letters; longer runs may be years, in which a name may differ. */
const DIGITS = /^(\d{1,5})[a-z]*$/;

/**
 * Returns where a word has digits that no street or place name has, so that no name contains all words, with or without
 * edits. `undefined` without such a word, and for several words with digits, which may be one word in a name.
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
