/** Scores how well an address fits a line: the sum of named scorers, each with a ceiling, in order of weight. */

import type { PlaceHit } from "../places/place-index.ts";
import type { PlaceKind } from "../places/place-names.ts";
import type { Candidate, Match, UnscoredMatch } from "./candidate.ts";
import type { NameKind } from "./name-hits.ts";
import { type PlaceWeights, weightOf } from "./place-weights.ts";

type UnscoredCandidate = Omit<Candidate, "score">;

interface Scorer<Scored> {
  readonly name: string;
  readonly ceiling: number;
  score(scored: Scored, places: PlaceWeights): number;
}

const POINTS_PER_EDIT = 6;
const NAME_POINTS: Readonly<Record<NameKind, number>> = {
  literal: 40,
  whole: 39,
  core: 36,
  all: 33,
  stripped: 28,
  prefix: 22,
  words: 20,
};
/** Points for full coverage, added to an incomplete name in proportion to its coverage (see NameHit). */
const COVERAGE_POINTS: Readonly<Partial<Record<NameKind, number>>> = { stripped: 4, prefix: 12, words: 12 };

const PLACE_POINTS: Readonly<Record<PlaceKind, number>> = {
  name: 25,
  alias: 25,
  short: 21,
  gemeente: 19,
  provincie: 17,
  // Less than NO_PLACE_TYPED: two letters after a number are more likely its designation.
  suffix: 9,
};
const NO_PLACE_TYPED = 15;

const SIZE_CEILING = 5;

/** Scorers of the fit of an interpretation to street and place. */
const MATCH_SCORERS: readonly Scorer<UnscoredMatch>[] = [
  { name: "street", ceiling: 40, score: scoreName },
  { name: "place", ceiling: 25, score: scorePlace },
];

/** Scorers of further differences between candidates. */
const CANDIDATE_SCORERS: readonly Scorer<UnscoredCandidate>[] = [
  { name: "postcode", ceiling: 16, score: scorePostcode },
  { name: "number", ceiling: 14, score: scoreNumber },
  {
    name: "size of the place",
    ceiling: SIZE_CEILING,
    score: ({ street }, places) => scoreSize(street, places),
  },
];

/** All scorers in order of weight; the sum of the ceilings is 100. */
export const SCORERS: readonly Scorer<UnscoredCandidate>[] = [
  ...MATCH_SCORERS.map((each) => ({ ...each, score: fromMatch(each) })),
  ...CANDIDATE_SCORERS,
];

function fromMatch({ score }: Scorer<UnscoredMatch>): Scorer<UnscoredCandidate>["score"] {
  return ({ match }, places) => score(match, places);
}

/** Returns the part of the score that is the same for all streets that an interpretation fits in the same way. */
export function matchScoreOf(match: UnscoredMatch, places: PlaceWeights): number {
  return sumOf(MATCH_SCORERS, match, places);
}

/** Returns the sum of all scorers, rounded to hundredths, so that equal fits have equal scores. */
export function scoreOf(candidate: UnscoredCandidate, places: PlaceWeights): number {
  return roundToHundredths(candidate.match.score + sumOf(CANDIDATE_SCORERS, candidate, places));
}

function roundToHundredths(score: number): number {
  return Math.round(score * 100) / 100;
}

function sumOf<Scored>(scorers: readonly Scorer<Scored>[], scored: Scored, places: PlaceWeights): number {
  let sum = 0;
  for (const { score } of scorers) {
    sum += score(scored, places);
  }
  return sum;
}

/** Returns the upper bound of the scores of streets with this fit when no postcode was typed. */
export function maxMatchScoreOf(match: UnscoredMatch, places: PlaceWeights): number {
  return roundToHundredths(matchScoreOf(match, places) + MAX_CANDIDATE_SCORE + SIZE_CEILING);
}

/** Returns the upper bound of the scores of the street's candidates when no postcode was typed. */
export function maxStreetScoreOf(street: number, match: Match, places: PlaceWeights): number {
  return roundToHundredths(match.score + MAX_CANDIDATE_SCORE + scoreSize(street, places));
}

/** Returns the score of the street itself: without the number and the size of the place, which proves nothing. */
export function streetEvidenceOf(candidate: UnscoredCandidate, places: PlaceWeights): number {
  const rest = scoreOf(candidate, places) - scoreNumber(candidate) - scoreSize(candidate.street, places);
  return roundToHundredths(rest);
}

/**
 * Scores the street name. Without one, a postcode or a whole place counts as much as a street, a number less, and a
 * prefix of a place as little as a prefix of a street.
 */
function scoreName({ name, place, interpretation }: UnscoredMatch): number {
  if (name === undefined) {
    if (interpretation.postcode !== undefined) {
      return 40;
    }
    if (interpretation.number !== undefined) {
      return 20;
    }
    const coverage = place?.coverage ?? 1;
    return coverage === 1 ? 40 : NAME_POINTS.prefix + COVERAGE_POINTS.prefix! * coverage;
  }
  const points = NAME_POINTS[name.kind] + (COVERAGE_POINTS[name.kind] ?? 0) * name.coverage;
  return Math.max(0, points - POINTS_PER_EDIT * name.edits);
}

function scorePlace({ place, leftover }: UnscoredMatch): number {
  if (place === undefined) {
    return leftover.length > 0 ? 5 : NO_PLACE_TYPED;
  }
  return Math.max(0, pointsOf(place) - POINTS_PER_EDIT * place.edits);
}

/**
 * Returns the points of a place: from the points of no place to the points of its kind, in proportion to its coverage.
 */
function pointsOf({ kind, coverage }: PlaceHit): number {
  return NO_PLACE_TYPED + (PLACE_POINTS[kind] - NO_PLACE_TYPED) * coverage;
}

function scorePostcode({ postcodeEdits }: Pick<UnscoredCandidate, "postcodeEdits">): number {
  if (postcodeEdits === undefined) {
    return 10;
  }
  return postcodeEdits === 0 ? 16 : postcodeEdits === 1 ? 8 : 0;
}

/** Points by fit: an exact designation outranks all others, whatever the size of the place. */
const FIT_POINTS = { equal: 14, equivalent: 8.5, plain: 8, part: 8, other: 1 } as const;

/** Scores the number itself above its letters, and those above longer numbers. */
function scoreNumber({ kind, fit }: Pick<UnscoredCandidate, "kind" | "fit">): number {
  if (fit !== undefined) {
    return FIT_POINTS[fit];
  }
  return kind === "longer" ? 2 : 14;
}

/** Upper bound of postcode and number points when no postcode was typed. */
const MAX_CANDIDATE_SCORE = scorePostcode({}) + scoreNumber({ kind: "number", fit: "equal" });

/** Scores the size of the place; its nearness where the search prefers the surroundings of a position. */
function scoreSize(street: number, places: PlaceWeights): number {
  return SIZE_CEILING * weightOf(places, street);
}
