/** How well an address fits a line: the sum of named scorers, each with a known ceiling. Their order is their weight. */
import type { Entry, Match } from "./entry.ts";
import type { NameKind } from "./find-names.ts";
import type { PlaceKind } from "./places.ts";
import type { StreetIndex } from "./street-index.ts";

type Unscored = Omit<Entry, "score">;

interface Scorer {
  readonly name: string;
  readonly ceiling: number;
  score(entry: Unscored, index: StreetIndex): number;
}

const PER_EDIT = 6;
const NAME_POINTS: Readonly<Record<NameKind, number>> = {
  literal: 40,
  whole: 39,
  core: 36,
  stripped: 32,
  begun: 22,
  words: 20,
};
/** Added to an incomplete name by how much of it was typed. */
const COVERAGE_POINTS = 12;

const PLACE_POINTS: Readonly<Record<PlaceKind, number>> = {
  name: 25,
  alias: 25,
  short: 21,
  gemeente: 19,
  provincie: 17,
  suffix: 17,
};
const NO_PLACE_TYPED = 15;

/** The sum of the ceilings is 100. */
export const SCORERS: readonly Scorer[] = [
  { name: "street", ceiling: 40, score: ({ match }) => scoreName(match) },
  { name: "place", ceiling: 25, score: ({ match }) => scorePlace(match) },
  { name: "postcode", ceiling: 16, score: scorePostcode },
  { name: "number", ceiling: 14, score: scoreNumber },
  { name: "size of the place", ceiling: 5, score: ({ street }, index) => scoreSize(street, index) },
];

/** Rounded to hundredths, so that equal fits have equal scores. */
export function scoreOf(entry: Unscored, index: StreetIndex): number {
  let sum = 0;
  for (const scorer of SCORERS) sum += scorer.score(entry, index);
  return Math.round(sum * 100) / 100;
}

/** What no group of the street's addresses exceeds, the postcode aside. */
export function bestScoreOf(street: number, match: Match, index: StreetIndex): number {
  return scoreOf({ street, match, group: "number", fit: "equal", count: 1 }, index);
}

/** What speaks for the street itself: without the number, and without the size of the place, which proves nothing. */
export function streetEvidenceOf(entry: Unscored, index: StreetIndex): number {
  const rest = scoreOf(entry, index) - scoreNumber(entry) - scoreSize(entry.street, index);
  return Math.round(rest * 100) / 100;
}

/** A place and a number say less than a street; a postcode says as much. */
function scoreName({ name, reading }: Match): number {
  if (name === undefined) return reading.postcode === undefined && reading.number !== undefined ? 20 : 40;
  const isPart = name.kind === "begun" || name.kind === "words";
  const points = NAME_POINTS[name.kind] + (isPart ? COVERAGE_POINTS * name.coverage : 0);
  return Math.max(0, points - PER_EDIT * name.edits);
}

function scorePlace({ place, leftover }: Match): number {
  if (leftover.length > 0) return 5;
  if (place === undefined) return NO_PLACE_TYPED;
  return Math.max(0, PLACE_POINTS[place.kind] - PER_EDIT * place.edits);
}

function scorePostcode({ postcodeEdits }: Unscored): number {
  if (postcodeEdits === undefined) return 10;
  return postcodeEdits === 0 ? 16 : postcodeEdits === 1 ? 8 : 0;
}

/** What is typed exactly comes before all else, in however small a place. */
const FIT_POINTS = { equal: 14, same: 8.5, rest: 8, part: 8, other: 1 } as const;

/** The number itself before its letters before longer numbers. */
function scoreNumber({ group, fit }: Unscored): number {
  if (fit !== undefined) return FIT_POINTS[fit];
  return group === "longer" ? 2 : 14;
}

function scoreSize(street: number, index: StreetIndex): number {
  return 5 * index.placeWeights[index.arrays.streetPlaces[street]!]!;
}
