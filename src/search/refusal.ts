/** Explains why no address is certain for a line: what its writer could add or correct. */
import { collect } from "./collect.ts";
import type { Collector } from "./collectors.ts";
import type { Entry } from "./entry.ts";
import { isComplete } from "./find-names.ts";
import { canonicalWords } from "./normalize.ts";
import { totalOf } from "./page-of-entries.ts";
import { placesOf } from "./places.ts";
import type { Query } from "./query.ts";
import { type Reading, withoutNoise } from "./read-line.ts";
import { streetEvidenceOf } from "./score.ts";

export type Refusal =
  | { readonly why: "po box" }
  /** No name matches. */
  | { readonly why: "nothing" }
  /** The street exists where the line says, but not the number. */
  | { readonly why: "no such number"; readonly number: number }
  /** The number exists, but not with this letter or addition. */
  | { readonly why: "no such designation"; readonly designation: string }
  | { readonly why: "no number" }
  /** The street and number exist, but not in this place. */
  | { readonly why: "other place"; readonly words: string }
  | { readonly why: "words not understood"; readonly words: string }
  /** Postcode, street and place do not belong together. */
  | { readonly why: "other postcode" }
  /** The line contradicts this parameter. */
  | { readonly why: "other parameter"; readonly parameter: "postcode" | "number" }
  | { readonly why: "several streets" }
  | { readonly why: "several at the number" }
  /** Street or place are not named completely. */
  | { readonly why: "not complete" }
  /** There is an answer, but not the exact one that was asked for. */
  | { readonly why: "not exact" };

/** Returns why none of a line's `entries` (best first) is certain. */
export function refusalOf(query: Query, entries: readonly Entry[]): Refusal {
  const [best] = entries;
  if (best !== undefined) return withCandidates(query, best, entries);
  return query.isPoBox ? { why: "po box" } : withoutAny(query);
}

function withCandidates(query: Query, best: Entry, entries: readonly Entry[]): Refusal {
  const { reading, name, place, leftover } = best.match;
  if (leftover.length > 0) {
    const agrees = best.postcodeEdits === 0 && name !== undefined;
    return reading.postcode === undefined || agrees ? ofLeftover(query, leftover) : { why: "other postcode" };
  }
  if (reading.number === undefined) return { why: "no number" };
  if (best.fit === "other") return { why: "no such designation", designation: reading.designation };
  if ((best.postcodeEdits ?? 0) > 1) return { why: "other postcode" };
  const evidence = streetEvidenceOf(best, query.index);
  const rivals = entries.filter((entry) => streetEvidenceOf(entry, query.index) >= evidence);
  if (rivals.some(({ street }) => street !== best.street)) return { why: "several streets" };
  const isBegun = (place?.coverage ?? 1) < 1;
  if (isBegun || (name !== undefined && !isComplete(name))) return { why: "not complete" };
  const isOneNumber = rivals.every(({ match }) => match.reading.number === reading.number);
  const areSeveral = isOneNumber && reading.designation === "" && totalOf(rivals) > 1;
  return { why: areSeveral ? "several at the number" : "not complete" };
}

function ofLeftover({ snapshot, index }: Query, leftover: readonly string[]): Refusal {
  const words = leftover.join(" ");
  const isPlace = placesOf(snapshot, index).find(canonicalWords(leftover)) !== undefined;
  return isPlace ? { why: "other place", words } : { why: "words not understood", words };
}

/** Returns the reason when nothing was found: searches for the street without its number, as typed. */
function withoutAny(query: Query): Refusal {
  const asked = query.readings.find(({ number }) => number !== undefined);
  if (asked?.number === undefined) return { why: "nothing" };
  const isNamed = ({ match }: Entry) => match.name !== undefined && isComplete(match.name);
  const readings = query.readings.filter(hasPlainNumber).slice(0, MAX_READINGS).map(withoutNumber);
  const stripped = readings.map(withoutNoise);
  const found = collect({ ...query, readings, stripped }, STREET_ALONE);
  return found.some(isNamed) ? { why: "no such number", number: asked.number } : { why: "nothing" };
}

const MAX_READINGS = 4;
const STREET_ALONE: Collector = {
  name: "the street alone",
  allowances: [{}],
};

function hasPlainNumber({ number, brokenPostcode }: Reading): boolean {
  return number !== undefined && brokenPostcode === undefined;
}

function withoutNumber(reading: Reading): Reading {
  return { ...reading, postcode: undefined, number: undefined, designation: "", endsWith: "postcode" };
}
