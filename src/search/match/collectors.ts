/**
 * Collectors: what may differ between a line and an address, from nothing to almost everything. Data only;
 * collect.ts, match-streets.ts and collect-numbers.ts apply each tolerance.
 */

import type { Leftover } from "./split-words.ts";

/** Differences allowed between an address and the line; none by default. */
export interface Tolerance {
  readonly streetEdits?: 1 | 2;
  readonly placeEdits?: true;
  /** Applies only when no street in any place has the name typed. */
  readonly unknownStreet?: true;
  /** The last word may be a prefix. */
  readonly lastWordPrefix?: true;
  /**
   * The word before the number may be a prefix of the street's name ("Keurs 5"). With `word` it may also be a prefix of
   * another word of the name: "Hout 36" for Van Houtenlaan 36.
   */
  readonly streetPrefix?: "name" | "word";
  /** Words that may be left over. */
  readonly leftover?: Leftover;
  /**
   * Only for interpretations with a postcode, which must match. Without it, `leftover` is only for those without
   * postcode.
   */
  readonly withPostcode?: true;
  /** The postcode may be one edit from the one typed, or any other. */
  readonly otherPostcode?: "near" | "any";
  /** Only postcode and number need match. */
  readonly postcodeAlone?: true;
  /** The number may have other letters or additions than typed. */
  readonly otherDesignation?: true;
}

export interface Collector {
  readonly name: string;
  /** Alternatives: a candidate fits any of them. */
  readonly tolerances: readonly Tolerance[];
}

const AS_TYPED = "as typed";
const LAST_WORD_PREFIX = "last word as a prefix";
const STREET_PREFIX = "street as a prefix before the number";
const STREET_WORD_PREFIX = "word of the street as a prefix before the number";

/** In order; the first that finds anything ends the search. */
export const COLLECTORS: readonly Collector[] = [
  { name: AS_TYPED, tolerances: [{}] },
  { name: LAST_WORD_PREFIX, tolerances: [{ lastWordPrefix: true }] },
  { name: STREET_PREFIX, tolerances: [{ streetPrefix: "name" }] },
  { name: "one edit", tolerances: [{ streetEdits: 1 }, { placeEdits: true }, { otherPostcode: "near" }] },
  { name: STREET_WORD_PREFIX, tolerances: [{ streetPrefix: "word" }] },
  {
    name: "postcode and number, with several edits",
    tolerances: [
      { withPostcode: true, streetEdits: 2 },
      { withPostcode: true, streetEdits: 1, placeEdits: true },
      { withPostcode: true, streetEdits: 2, placeEdits: true },
    ],
  },
  {
    name: "another letter or addition at the postcode",
    tolerances: [{ withPostcode: true, otherDesignation: true }],
  },
  {
    name: "postcode, number and street",
    tolerances: [
      { withPostcode: true, leftover: "around" },
      { withPostcode: true, leftover: "any" },
    ],
  },
  { name: "only postcode and number", tolerances: [{ postcodeAlone: true }] },
  { name: "another postcode", tolerances: [{ otherPostcode: "any" }] },
  { name: "another letter or addition", tolerances: [{ otherDesignation: true }] },
  {
    name: "two edits in a street name that does not exist",
    tolerances: [{ streetEdits: 2, unknownStreet: true }],
  },
  { name: "street and place among other words", tolerances: [{ leftover: "around" }] },
  { name: "another city", tolerances: [{ leftover: "city" }] },
  {
    name: "several edits",
    tolerances: [
      { streetEdits: 2 },
      { streetEdits: 1, placeEdits: true },
      { streetEdits: 2, placeEdits: true },
    ],
  },
  {
    name: "edits and another place or postcode",
    tolerances: [
      { streetEdits: 2, leftover: "city" },
      { streetEdits: 2, otherPostcode: "any" },
      { leftover: "city", otherPostcode: "any" },
      { streetEdits: 2, otherDesignation: true },
    ],
  },
  {
    name: "edits among other words",
    tolerances: [
      { leftover: "around", placeEdits: true },
      { leftover: "around", streetEdits: 2 },
    ],
  },
  { name: "street and number, other words left over", tolerances: [{ leftover: "any" }] },
];

const STREET_PREFIX_COLLECTORS: ReadonlySet<string> = new Set([STREET_PREFIX, STREET_WORD_PREFIX]);

export function findsStreetPrefixes({ name }: Pick<Collector, "name">): boolean {
  return STREET_PREFIX_COLLECTORS.has(name);
}

/** Collectors that find addresses equal to the typed text, as far as it goes. */
export const AS_TYPED_COLLECTORS: ReadonlySet<string> = new Set([
  AS_TYPED,
  LAST_WORD_PREFIX,
  ...STREET_PREFIX_COLLECTORS,
]);

/** Collectors while typing: prefixes count as much as whole words. */
export const TYPING_COLLECTORS: readonly Collector[] = [
  { name: "as typed, or last word as a prefix", tolerances: [{ lastWordPrefix: true }] },
  ...[
    ...COLLECTORS.filter(findsStreetPrefixes),
    ...COLLECTORS.filter((each) => !AS_TYPED_COLLECTORS.has(each.name)),
  ].map(({ name, tolerances }) => ({
    name,
    tolerances: tolerances.flatMap(toTypingTolerances),
  })),
];

function toTypingTolerances(tolerance: Tolerance): Tolerance[] {
  const withPrefix = { ...tolerance, lastWordPrefix: true as const };
  if (tolerance.streetEdits !== undefined || tolerance.streetPrefix !== undefined) {
    return [withPrefix];
  }
  return tolerance.otherDesignation ? [tolerance, withPrefix] : [tolerance];
}
