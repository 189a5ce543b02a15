/** Matches the streets that a split names. */

import type { NumberRow } from "../index/address-rows.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { literalKey } from "../line/normalize.ts";
import type { Interpretation } from "../line/parse-line.ts";
import { type PlaceHit, placeRank } from "../places/place-index.ts";
import type { Match } from "./candidate.ts";
import { MAX_NAMES_TYPING, visitStreets } from "./candidate-streets.ts";
import type { Tolerance } from "./collectors.ts";
import { isComplete, type NameHit, type NameHits } from "./name-hits.ts";
import type { Query } from "./query.ts";
import { matchScoreOf, maxMatchScoreOf } from "./score.ts";
import type { Split } from "./split.ts";

export interface MatchContext {
  readonly interpretation: Interpretation;
  readonly tolerance: Tolerance;
  readonly rows: readonly NumberRow[] | undefined;
  readonly collector: string;
  /** Returns true when addresses of that score may be shown. */
  readonly hasRoomFor: (score: number) => boolean;
  readonly visit: (street: number, match: Match) => void;
}

/** Visits the streets that a split names by name, place and postcode rows; each of these that is given must fit. */
export function matchStreets(query: Query, split: Split, context: MatchContext): void {
  const { interpretation, rows, visit } = context;
  const { places } = split;
  const names = findStreetNames(query, split, context.tolerance);
  if (names?.size === 0) {
    return;
  }
  const canRank = rankFilterOf(query, split, context);
  const criteria = { places, names, rows, hasNumber: interpretation.number !== undefined, canRank };
  const matchOf = createMatcher(query, split, context);
  if (places === undefined) {
    visitStreets(query, criteria, (street, name) => visit(street, matchOf(name, undefined)));
    return;
  }
  const { streetPlaces } = query.index.arrays;
  const matches: StreetMatch[] = [];
  visitStreets(query, criteria, (street, name) => {
    const place = places.get(streetPlaces[street]!);
    if (place !== undefined) {
      matches.push({ street, match: matchOf(name, place) });
    }
  });
  for (const { street, match } of keepBestPlaceKind(matches)) {
    visit(street, match);
  }
}

interface StreetMatch {
  readonly street: number;
  readonly match: Match;
}

/** Returns a function that makes matches and reuses the last: streets come by name or place and often share one. */
function createMatcher(
  query: Query,
  { leftover, street }: Split,
  { interpretation, tolerance, collector }: MatchContext,
) {
  const mayBePrefix = query.isTyping || tolerance.lastWordPrefix === true;
  const isPrefix = mayBePrefix && interpretation.endsWith === "designation";
  const designation = query.lookups.designationOf(interpretation, isPrefix);
  let last: Match | undefined;
  return (name: NameHit | undefined, place: PlaceHit | undefined): Match => {
    if (last === undefined || last.name !== name || last.place !== place) {
      const unscored = { interpretation, name, place, leftover };
      const score = matchScoreOf(unscored, query.index);
      last = { ...unscored, collector, streetWords: street, designation, score };
    }
    return last;
  };
}

/** Returns a predicate, true when streets of a name may be shown in the best place; while typing others are skipped. */
function rankFilterOf(
  { index, isTyping }: Query,
  { places, leftover }: Split,
  { interpretation, hasRoomFor }: MatchContext,
): (name: NameHit) => boolean {
  if (!isTyping || interpretation.postcode !== undefined || interpretation.mistypedPostcode !== undefined) {
    return () => true;
  }
  const maxScore = (name: NameHit | undefined, place: PlaceHit | undefined) =>
    maxMatchScoreOf({ interpretation, name, place, leftover }, index);
  let best: PlaceHit | undefined;
  for (const place of places?.values() ?? []) {
    if (best === undefined || maxScore(undefined, place) > maxScore(undefined, best)) {
      best = place;
    }
  }
  return (name) => hasRoomFor(maxScore(name, best));
}

/** Returns the names that the street's words fit; `undefined` when no street was typed. */
export function findStreetNames(
  { index, lookups, budget, isTyping }: Query,
  split: Split,
  tolerance: Tolerance,
): NameHits | undefined {
  const { street, leftover } = split;
  if (street.length === 0) {
    return undefined;
  }
  const edits = tolerance.streetEdits ?? 0;
  if (edits > 0 && budget.isSpent()) {
    return new Map();
  }
  const isPrefix = tolerance.streetPrefix
    ? split.isBeforeNumber
    : split.endsInStreet && !!tolerance.lastWordPrefix;
  const maxPrefixMatches = isTyping && split.places === undefined ? MAX_NAMES_TYPING : undefined;
  const find = (edits: 0 | 1 | 2, isPrefix: boolean) =>
    lookups.findNames({ tokens: street, isPrefix, edits, budget, maxPrefixMatches });
  const wanted = tolerance.unknownStreet ? { ...split, places: undefined } : split;
  if (edits > 0 && hasExactName(index, find(0, false), wanted)) {
    return new Map();
  }
  const found = find(edits, isPrefix);
  const isStripped = (hit: NameHit) => hit.kind === "stripped";
  const named =
    found.values().some(isStripped) && hasExactName(index, found, split) ? without(found, isStripped) : found;
  const names = tolerance.streetPrefix === "name" ? without(named, ({ kind }) => kind === "words") : named;
  if (leftover.length === 0) {
    return names;
  }
  const { length } = literalKey(street);
  const isEnough = (hit: NameHit) =>
    isComplete(hit) && length >= (MIN_LETTERS_BY_EDITS[hit.edits] ?? length + 1);
  return without(names, (hit) => !isEnough(hit));
}

function without(names: NameHits, isRejected: (hit: NameHit) => boolean): NameHits {
  return new Map([...names].filter(([, hit]) => !isRejected(hit)));
}

/** Minimum letters of a name, by its edits, to count with leftover words; it must also be complete. */
const MIN_LETTERS_BY_EDITS: readonly (number | undefined)[] = [3, 5, 8];

/** Returns true when a street in the place typed has the complete name typed: then no other is meant. */
function hasExactName(index: StreetIndex, names: NameHits, { places }: Split): boolean {
  for (const [name, hit] of names) {
    if (!isComplete(hit)) {
      continue;
    }
    if (places === undefined) {
      return true;
    }
    for (const street of index.streetsOfName(name)) {
      if (places.has(index.arrays.streetPlaces[street]!)) {
        return true;
      }
    }
  }
  return false;
}

/** Keeps matches of the best kind of place: "Utrecht" is the city if it has the street, else gemeente or provincie. */
function keepBestPlaceKind(matches: StreetMatch[]): StreetMatch[] {
  let best = Number.POSITIVE_INFINITY;
  for (const { match } of matches) {
    best = Math.min(best, placeRank(match.place!));
  }
  return matches.filter(({ match }) => placeRank(match.place!) === best);
}
