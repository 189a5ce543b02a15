/** Finds the one address for a postcode and number, or those that differ from them only in letter or addition. */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { type AdresKey, type AdresLookup, lookupAdres } from "../registry/read/adressen.ts";
import { type CertainAnswer, firstAtNumber } from "./certain-answer.ts";

export type KeyResult = CertainAnswer | Exclude<AdresLookup, { adres: unknown }>;

/**
 * Finds an address by key; an empty letter or addition counts as absent. Unless `onlyExact`, a number that exists only
 * with letters or additions gives one of those addresses, where they are one place.
 */
export function geocodeKey(snapshot: Snapshot, key: AdresKey, { onlyExact = false } = {}): KeyResult {
  const found = lookupAdres(snapshot, key);
  if ("adres" in found) {
    return { adres: found.adres, match: "exact" };
  }
  return (onlyExact ? undefined : firstAtNumber(snapshot, key)) ?? found;
}
