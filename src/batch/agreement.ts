/** Compares the cells of a row with an address that was found by postcode and number alone. */
import { BoundedMap, memoize } from "../base/memoize.ts";
import type { AdresRecord } from "../registry/records.ts";
import { canonicalName, literalKey } from "../search/line/normalize.ts";
import type { House } from "./house.ts";
import type { RowParts } from "./row-parts.ts";

/** Files repeat streets and places, mostly in rows that follow each other. */
const keys = new BoundedMap<string, string>(8_192);

/** Returns the letters and digits of a name in normal form: equal for names that are spelled alike but for abbreviations. */
export function nameMatchKey(name: string): string {
  return name === "" ? "" : memoize(keys, name, () => literalKey(canonicalName(name)));
}

/**
 * Returns true when street, place and text are those of the address in the registry's words. False says nothing: an
 * everyday name of the place needs the search.
 */
export function agreesWithCells(adres: AdresRecord, parts: RowParts, house: House): boolean {
  const { street, place, text } = parts;
  const placeKey = nameMatchKey(adres.woonplaats_naam);
  if (place !== "" && nameMatchKey(place) !== placeKey) {
    return false;
  }
  const streetKeys = [adres.straatnaam, adres.verkorte_straatnaam ?? ""]
    .map(nameMatchKey)
    .filter((key) => key !== "");
  const houseKey = `${house.number}${house.run}`;
  const isStreet = (typed: string) =>
    typed === "" ||
    streetKeys.some((key) => nameMatchKey(typed) === key || nameMatchKey(typed) === key + houseKey);
  const postcodeKey = parts.postcode!.toLowerCase();
  const isText = (typed: string) => {
    const key = nameMatchKey(typed);
    const ends = ["", postcodeKey, placeKey, postcodeKey + placeKey];
    return streetKeys.some((start) =>
      ends.some((end) => key === start + end || key === start + houseKey + end),
    );
  };
  return isStreet(street) && (text === "" || isText(text));
}
