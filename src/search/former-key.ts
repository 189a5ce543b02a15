/** Finds who held a key of an address formerly (docs/time.md). */
import type { AdresKeyRecord } from "../registry/history/adres-history.ts";
import { type FormerAdressen, type FormerOptions, findHolders } from "../registry/history/former-adressen.ts";
import { listNumbersOfPostcode } from "../registry/history/old-keys.ts";
import type { Past } from "../registry/history/past.ts";
import type { AdresKey } from "../registry/read/adressen.ts";
import { nameKey } from "../registry/schema/name-key.ts";
import { listNumbersOfCut } from "./former-cut.ts";
import { streetIndexOf } from "./index/index-store.ts";
import { nameRun } from "./line/normalize.ts";

/** Key of an address as people write it: with a postcode, or a street and its city. */
export type FormerKey =
  | AdresKey
  | (Omit<AdresKey, "postcode"> & { readonly straatnaam: string; readonly woonplaatsNaam: string });

/**
 * Finds the address that has a key today, and the former addresses that had it. Case and diacritics of names do not
 * matter.
 */
export function findFormerAdressen(past: Past, key: FormerKey, options: FormerOptions = {}): FormerAdressen {
  const { huisnummer } = key;
  if ("postcode" in key) {
    const ids = listNumbersOfPostcode(past, key.postcode, huisnummer);
    return findHolders(past, { ...key, ids, accepts: ({ postcode }) => postcode === key.postcode }, options);
  }
  const [street, city] = [nameKey(key.straatnaam), nameKey(key.woonplaatsNaam)];
  // Of the street in that city alone: some names have thousands of streets.
  const cut = { street: nameRun(street), places: new Set([nameRun(city)]) };
  const ids = listNumbersOfCut(past, streetIndexOf(past.snapshot), cut, huisnummer);
  const accepts = ({ straatnaam, woonplaats_naam }: AdresKeyRecord) =>
    nameKey(straatnaam) === street && nameKey(woonplaats_naam) === city;
  return findHolders(past, { ...key, ids, accepts }, options);
}
