/** How well an address fits a line: the sum of named scorers, each with a known ceiling. Their order is their weight. */
import type { Entry, Fitting, Match } from "./entry.ts";
import type { NameKind } from "./find-names.ts";
import type { PlaceKind } from "./place-names.ts";
import type { PlaceHit } from "./places.ts";
import type { StreetIndex } from "./street-index.ts";

type Unscored = Omit<Entry, "score">;

interface Scorer<Scored> {
  readonly name: string;
  readonly ceiling: number;
  score(scored: Scored, index: StreetIndex): number;
}

const PER_EDIT = 6;
const NAME_POINTS: Readonly<Record<NameKind, number>> = {
  literal: 40,
  whole: 39,
  core: 36,
  all: 33,
  stripped: 28,
  begun: 22,
  words: 20,
};
/** Added to an incomplete name by how much of it was typed, to one with other titles by how much of those typed it has. */
const COVERAGE_POINTS: Readonly<Partial<Record<NameKind, number>>> = { stripped: 4, begun: 12, words: 12 };

const PLACE_POINTS: Readonly<Record<PlaceKind, number>> = {
  name: 25,
  alias: 25,
  short: 21,
  gemeente: 19,
  provincie: 17,
  // Less than none: two letters behind a number are rather what stands at it.
  suffix: 9,
};
const NO_PLACE_TYPED = 15;

const SIZE_CEILING = 5;

/** How a reading fits street and place. */
const MATCH_SCORERS: readonly Scorer<Fitting>[] = [
  { name: "street", ceiling: 40, score: scoreName },
  { name: "place", ceiling: 25, score: scorePlace },
];

/** How the addresses of a group fit beside that. */
const GROUP_SCORERS: readonly Scorer<Unscored>[] = [
  { name: "postcode", ceiling: 16, score: scorePostcode },
  { name: "number", ceiling: 14, score: scoreNumber },
  {
    name: "size of the place",
    ceiling: SIZE_CEILING,
    score: ({ street }, index) => scoreSize(street, index),
  },
];

/** In order of weight; the sum of the ceilings is 100. */
export const SCORERS: readonly Scorer<Unscored>[] = [
  ...MATCH_SCORERS.map((each) => ({ ...each, score: fromMatch(each) })),
  ...GROUP_SCORERS,
];

function fromMatch({ score }: Scorer<Fitting>): Scorer<Unscored>["score"] {
  return ({ match }, index) => score(match, index);
}

/** The score that all streets have in common that fit a reading in one way. */
export function matchScoreOf(fitting: Fitting, index: StreetIndex): number {
  return sumOf(MATCH_SCORERS, fitting, index);
}

/** The sum of all scorers, rounded to hundredths, so that equal fits have equal scores. */
export function scoreOf(entry: Unscored, index: StreetIndex): number {
  return rounded(entry.match.score + sumOf(GROUP_SCORERS, entry, index));
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}

function sumOf<Scored>(scorers: readonly Scorer<Scored>[], scored: Scored, index: StreetIndex): number {
  let sum = 0;
  for (const { score } of scorers) sum += score(scored, index);
  return sum;
}

/** What no street exceeds that fits so, the postcode aside. */
export function ceilingOf(fitting: Fitting, index: StreetIndex): number {
  return rounded(matchScoreOf(fitting, index) + BEST_OF_GROUP + SIZE_CEILING);
}

/** What no group of the street's addresses exceeds, the postcode aside. */
export function bestScoreOf(street: number, match: Match, index: StreetIndex): number {
  return rounded(match.score + BEST_OF_GROUP + scoreSize(street, index));
}

/** What speaks for the street itself: without the number, and without the size of the place, which proves nothing. */
export function streetEvidenceOf(entry: Unscored, index: StreetIndex): number {
  const rest = scoreOf(entry, index) - scoreNumber(entry) - scoreSize(entry.street, index);
  return rounded(rest);
}

/** A place and a number say less than a street, a begun place as little as a begun street; a postcode says as much as a street. */
function scoreName({ name, place, reading }: Fitting): number {
  if (name === undefined) {
    if (reading.postcode !== undefined) return 40;
    if (reading.number !== undefined) return 20;
    const coverage = place?.coverage ?? 1;
    return coverage === 1 ? 40 : NAME_POINTS.begun + COVERAGE_POINTS.begun! * coverage;
  }
  const points = NAME_POINTS[name.kind] + (COVERAGE_POINTS[name.kind] ?? 0) * name.coverage;
  return Math.max(0, points - PER_EDIT * name.edits);
}

function scorePlace({ place, leftover }: Fitting): number {
  if (place === undefined) return leftover.length > 0 ? 5 : NO_PLACE_TYPED;
  return Math.max(0, pointsOf(place) - PER_EDIT * place.edits);
}

/** A begun place says more than none by how much of it was typed. */
function pointsOf({ kind, coverage }: PlaceHit): number {
  return NO_PLACE_TYPED + (PLACE_POINTS[kind] - NO_PLACE_TYPED) * coverage;
}

function scorePostcode({ postcodeEdits }: Pick<Unscored, "postcodeEdits">): number {
  if (postcodeEdits === undefined) return 10;
  return postcodeEdits === 0 ? 16 : postcodeEdits === 1 ? 8 : 0;
}

/** What is typed exactly comes before all else, in however small a place. */
const FIT_POINTS = { equal: 14, same: 8.5, rest: 8, part: 8, other: 1 } as const;

/** The number itself before its letters before longer numbers. */
function scoreNumber({ group, fit }: Pick<Unscored, "group" | "fit">): number {
  if (fit !== undefined) return FIT_POINTS[fit];
  return group === "longer" ? 2 : 14;
}

/** Without a postcode typed. */
const BEST_OF_GROUP = scorePostcode({}) + scoreNumber({ group: "number", fit: "equal" });

function scoreSize(street: number, index: StreetIndex): number {
  return SIZE_CEILING * index.placeWeights[index.arrays.streetPlaces[street]!]!;
}
