/** Words of a line taken as a street and a place, and the numbers that have or had such a key (former-line.ts). */
import type { AdresKeyRecord } from "../registry/history/adres-history.ts";
import { listNumbersOfStreet } from "../registry/history/old-keys.ts";
import { listStreetsOnceNamed, listWoonplaatsenNamed } from "../registry/history/old-names.ts";
import type { Past } from "../registry/history/past.ts";
import type { StreetKey } from "./index/address-rows.ts";
import type { StreetIndex } from "./index/street-index.ts";
import { findWord } from "./index/vocabulary.ts";
import { canonicalWords, nameRun } from "./line/normalize.ts";
import type { Query } from "./match/query.ts";
import { placeIndexOf } from "./places/place-index.ts";

/** Maximum streets of one name today that a line without a place may mean; with more it means none of them. */
const MAX_STREETS = 50;

/** Names as runs (`nameRun`). */
export interface Cut {
  /** Undefined when any street will do. */
  readonly street: string | undefined;
  /** Names of places that the words mean; undefined when any will do. */
  readonly places: ReadonlySet<string> | undefined;
}

/**
 * Lists the ways to take words as a street and a place, in either order; either may be empty. Without a postcode, the
 * street is never empty.
 */
export function listCuts(query: Query, words: readonly string[], hasPostcode: boolean): Cut[] {
  const cut = (street: readonly string[], place: readonly string[]): Cut => ({
    street: street.length === 0 ? undefined : canonicalWords(street).join(""),
    places: place.length === 0 ? undefined : placeNames(query, place),
  });
  const cuts = hasPostcode ? [cut([], words)] : [];
  for (let at = 0; at < words.length; at++) {
    const [before, behind] = [words.slice(0, at), words.slice(at)];
    cuts.push(cut(behind, before));
    if (at > 0) {
      cuts.push(cut(before, behind));
    }
  }
  return cuts;
}

/** Returns the words as a name, and the current names of places for which the words are another name, as runs. */
export function placeNames({ snapshot, index }: Query, words: readonly string[]): Set<string> {
  const canonical = canonicalWords(words);
  const runs = new Set([canonical.join("")]);
  for (const { place, kind } of placeIndexOf(snapshot).find(canonical)?.values() ?? []) {
    const woonplaats = snapshot.areas.woonplaatsen.get(index.arrays.placeIds[place]!);
    if (woonplaats !== undefined && (kind === "alias" || kind === "short")) {
      runs.add(nameRun(woonplaats.naam));
    }
  }
  return runs;
}

/** Returns true for a record that has the names. */
export function isNamed({ straatnaam, woonplaats_naam }: AdresKeyRecord, { street, places }: Cut): boolean {
  return (
    (street === undefined || nameRun(straatnaam) === street) &&
    (places === undefined || places.has(nameRun(woonplaats_naam)))
  );
}

/** Lists the numbers that may have or have had the names of a cut with a street, at a house number. */
export function listNumbersOfCut(
  past: Past,
  index: StreetIndex,
  { street, places }: Cut,
  number: number,
): number[] {
  const woonplaatsen = places && listWoonplaatsenNamed(past, [...places]);
  const named = listStreetsNamedToday(index, street!);
  if (woonplaatsen === undefined && named.length > MAX_STREETS) {
    return [];
  }
  const isThere = ({ woonplaatsId }: StreetKey) => woonplaatsen?.includes(woonplaatsId) ?? true;
  const today = new Set(named.filter(isThere).map(({ openbareRuimteId }) => openbareRuimteId));
  const once = listStreetsOnceNamed(past, street!, woonplaatsen);
  return [...new Set([...today, ...once])].flatMap((id) => listNumbersOfStreet(past, id, number));
}

function listStreetsNamedToday(index: StreetIndex, run: string): StreetKey[] {
  const key = findWord(index.keys, run);
  const names =
    key < 0 ? [] : [...index.namesOfKey(key)].filter((name) => index.kindOfKey(key, name) !== "core");
  return names.flatMap((name) => Array.from(index.streetsOfName(name), (street) => index.keyOf(street)));
}
