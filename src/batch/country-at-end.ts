/** Finds the name of another country at the end of a line, which no address in the BAG has. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { streetIndexOf } from "../search/index/index-store.ts";
import { findWord } from "../search/index/vocabulary.ts";
import { canonicalName } from "../search/line/normalize.ts";
import { placeIndexOf } from "../search/places/place-index.ts";
import { isNetherlands } from "./cells/country-cell.ts";

/** Codes are left out: `BE` may be the letters of a postcode, `BEL` an addition. */
const MIN_LENGTH = 4;

/**
 * Returns the country that a line without an answer ends with, as typed: behind a comma, behind street and number,
 * unless a place has that name; elsewhere only when no word of a street is the same either ("12 Nieuw Engeland").
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
  return (
    name.length >= MIN_LENGTH &&
    isNetherlands(name) === false &&
    placeIndexOf(s).find(canonicalName(name)) === undefined
  );
}
