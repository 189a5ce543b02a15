/** Compares typed street and place with an address that was found by postcode and number. */
import { BoundedMap, memoize } from "../base/memoize.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { allowedEdits } from "../search/index/edit-distance.ts";
import { streetIndexOf } from "../search/index/index-store.ts";
import { findWord } from "../search/index/vocabulary.ts";
import { canonicalWords, literalKey, tokenize } from "../search/line/normalize.ts";
import { placeIndexOf } from "../search/places/place-index.ts";

/** Names with a typing error, as typed; absent where there is none. */
export interface NameDifferences {
  readonly street?: string;
  readonly place?: string;
}

interface TypedNames {
  /** Empty when not typed. */
  readonly street: string;
  readonly place: string;
}

/** Name in normal form. */
interface NameWords {
  readonly words: readonly string[];
  readonly key: string;
}

/** Files repeat streets and places, mostly in rows that follow each other. */
const names = new BoundedMap<string, NameWords>(8_192);

/** Returns a name in the normal form of the search: equal for names that differ in case or usual abbreviations. */
export function nameWords(name: string): NameWords {
  return memoize(names, name, () => {
    const words = canonicalWords(tokenize(name)!.map(({ text }) => text));
    return { words, key: literalKey(words) };
  });
}

/**
 * Returns the typing errors in street and place, at most one in each; `undefined` when they may be other names: an
 * everyday name, or one that exists elsewhere, needs the search.
 */
export function compareNames(
  s: Snapshot,
  adres: AdresRecord,
  { street, place }: TypedNames,
): NameDifferences | undefined {
  const isStreet =
    isSameName(street, adres.straatnaam) || isSameName(street, adres.verkorte_straatnaam ?? "");
  const isPlace = isSameName(place, adres.woonplaats_naam);
  if (isStreet && isPlace) {
    return {};
  }
  if (!isStreet && (!isMistyped(street, adres.straatnaam) || isStreetName(s, street))) {
    return undefined;
  }
  if (!isPlace && (!isMistyped(place, adres.woonplaats_naam) || isPlaceName(s, place))) {
    return undefined;
  }
  return { ...(isStreet ? {} : { street }), ...(isPlace ? {} : { place }) };
}

function isSameName(typed: string, own: string): boolean {
  return typed === "" || (own !== "" && nameWords(typed).key === nameWords(own).key);
}

/** Returns true for one typing error, in a name long enough for it and of as many words. */
function isMistyped(typed: string, own: string): boolean {
  const [a, b] = [nameWords(typed), nameWords(own)];
  return (
    a.words.length === b.words.length &&
    !/\d/.test(a.key + b.key) &&
    allowedEdits(Math.min(a.key.length, b.key.length)) > 0 &&
    isOneEdit(a.key, b.key)
  );
}

/** Returns true for the name of a street of the registry. */
export function isStreetName(s: Snapshot, typed: string): boolean {
  const { keys } = streetIndexOf(s);
  const literal = () => literalKey(tokenize(typed)!.map(({ text }) => text));
  return findWord(keys, nameWords(typed).key) >= 0 || findWord(keys, literal()) >= 0;
}

/** Returns true for a name of a place, gemeente or provincie. */
export function isPlaceName(s: Snapshot, typed: string): boolean {
  return placeIndexOf(s).find(nameWords(typed).words) !== undefined;
}

/** Returns true when a letter was inserted, left out or replaced, or two neighbours swapped. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) {
    return false;
  }
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) {
    start++;
  }
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwapped =
    restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2) && restA.length > 1;
  return (
    isSwapped || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
  );
}
