/** Finds addresses near a house number that the named street does not have. */
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { listNumbersOfStreet } from "./index/address-rows.ts";
import { nearestNumbers } from "./match/near-misses.ts";
import type { Query } from "./match/query.ts";
import { findNamedStreets } from "./refusal.ts";

/** Maximum number of streets, and of numbers in each: a line without a place may name many streets. */
const MAX_STREETS = 3;
const MAX_NUMBERS = 3;

/** Returns an address at each of the nearest numbers in the streets that the line names, nearest first. */
export function listNearestNumbers(query: Query, number: number): AdresRecord[] {
  const { snapshot, index } = query;
  const streets = [...new Set(findNamedStreets(query))].slice(0, MAX_STREETS);
  const rows = streets.flatMap((street) =>
    nearestNumbers(listNumbersOfStreet(snapshot, index.keyOf(street)), number).slice(0, MAX_NUMBERS),
  );
  return readAdressen(
    snapshot,
    rows.map(({ fid }) => fid),
  );
}
