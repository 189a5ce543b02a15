/** Collectors: what may differ between a line and an address, from nothing to almost everything. Data only. */

import type { Leftover } from "./split-words.ts";

/** Differences allowed between an address and the line; none by default. */
export interface Allowance {
  readonly streetEdits?: 1 | 2;
  readonly placeEdits?: true;
  /** Applies only when no street in any place has the name typed. */
  readonly unknownStreet?: true;
  /** The last word may be a prefix. */
  readonly beginnings?: true;
  /**
   * The word before the number may be a prefix of the street's name, with `word` also of another word of it: "Keurs 5",
   * "Hout 36" for Van Houtenlaan 36.
   */
  readonly begunStreet?: "name" | "word";
  /** Words that may be left over. */
  readonly leftover?: Leftover;
  /** Applies only to readings with a postcode, which must match; with `leftover` alone only to those without one. */
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
  /** Alternatives: finds what fits any of them. */
  readonly allowances: readonly Allowance[];
}

const AS_TYPED = "as typed";
const BEGINNINGS = "beginnings";
const BEGUN_NAME = "a begun street before the number";
const BEGUN_WORD = "a begun word before the number";

/** In order; the first that finds anything ends the search. */
export const COLLECTORS: readonly Collector[] = [
  { name: AS_TYPED, allowances: [{}] },
  { name: BEGINNINGS, allowances: [{ beginnings: true }] },
  { name: BEGUN_NAME, allowances: [{ begunStreet: "name" }] },
  { name: "one edit", allowances: [{ streetEdits: 1 }, { placeEdits: true }, { otherPostcode: "near" }] },
  { name: BEGUN_WORD, allowances: [{ begunStreet: "word" }] },
  {
    name: "postcode and number, with several edits",
    allowances: [
      { withPostcode: true, streetEdits: 2 },
      { withPostcode: true, streetEdits: 1, placeEdits: true },
      { withPostcode: true, streetEdits: 2, placeEdits: true },
    ],
  },
  {
    name: "another letter or addition at the postcode",
    allowances: [{ withPostcode: true, otherDesignation: true }],
  },
  {
    name: "postcode, number and street",
    allowances: [
      { withPostcode: true, leftover: "around" },
      { withPostcode: true, leftover: "any" },
    ],
  },
  { name: "postcode and number alone", allowances: [{ postcodeAlone: true }] },
  { name: "another postcode", allowances: [{ otherPostcode: "any" }] },
  { name: "another letter or addition", allowances: [{ otherDesignation: true }] },
  { name: "two edits in a street that is nowhere", allowances: [{ streetEdits: 2, unknownStreet: true }] },
  { name: "street and place among other words", allowances: [{ leftover: "around" }] },
  { name: "another place", allowances: [{ leftover: "city" }] },
  {
    name: "several edits",
    allowances: [
      { streetEdits: 2 },
      { streetEdits: 1, placeEdits: true },
      { streetEdits: 2, placeEdits: true },
    ],
  },
  {
    name: "edits and another place or postcode",
    allowances: [
      { streetEdits: 2, leftover: "city" },
      { streetEdits: 2, otherPostcode: "any" },
      { leftover: "city", otherPostcode: "any" },
      { streetEdits: 2, otherDesignation: true },
    ],
  },
  {
    name: "edits among other words",
    allowances: [
      { leftover: "around", placeEdits: true },
      { leftover: "around", streetEdits: 2 },
    ],
  },
  { name: "words left over", allowances: [{ leftover: "any" }] },
];

const OF_BEGUN_STREETS: ReadonlySet<string> = new Set([BEGUN_NAME, BEGUN_WORD]);

export function findsBegunStreets({ name }: Pick<Collector, "name">): boolean {
  return OF_BEGUN_STREETS.has(name);
}

/** Collectors that find addresses equal to what was typed, as far as it was typed. */
export const FAITHFUL: ReadonlySet<string> = new Set([AS_TYPED, BEGINNINGS, ...OF_BEGUN_STREETS]);

/** Collectors while typing: prefixes count as much as whole words. */
export const TYPING_COLLECTORS: readonly Collector[] = [
  { name: "as typed or begun", allowances: [{ beginnings: true }] },
  ...[...COLLECTORS.filter(findsBegunStreets), ...COLLECTORS.filter((each) => !FAITHFUL.has(each.name))].map(
    ({ name, allowances }) => ({
      name,
      allowances: allowances.flatMap(typingAllowances),
    }),
  ),
];

function typingAllowances(allowance: Allowance): Allowance[] {
  const begun = { ...allowance, beginnings: true as const };
  if (allowance.streetEdits !== undefined || allowance.begunStreet !== undefined) return [begun];
  return allowance.otherDesignation ? [allowance, begun] : [allowance];
}
