/** Matches the streets that a split names. */
import type { NumberRow } from "../registry/street-numbers.ts";
import { FIRST_NAMES, visitStreets } from "./candidate-streets.ts";
import type { Allowance } from "./collectors.ts";
import type { Match } from "./entry.ts";
import { findNames, isComplete, type NameHit, type NameHits } from "./find-names.ts";
import { literalKey } from "./normalize.ts";
import { orderOfPlace, type PlaceHit } from "./places.ts";
import { designationIn, type Query } from "./query.ts";
import type { Reading } from "./read-line.ts";
import { remembered } from "./remembered.ts";
import { ceilingOf, matchScoreOf } from "./score.ts";
import type { Split } from "./split-words.ts";
import type { StreetIndex } from "./street-index.ts";

export interface MatchContext {
  readonly reading: Reading;
  readonly allowance: Allowance;
  readonly rows: readonly NumberRow[] | undefined;
  readonly collector: string;
  /** Returns true when addresses of that score may be shown. */
  readonly hasRoomFor: (score: number) => boolean;
}

type Take = (street: number, match: Match) => void;

/** Takes the streets that a split names by name, place and postcode rows; each of these that is given must fit. */
export function matchStreets(query: Query, split: Split, context: MatchContext, take: Take): void {
  const { reading, rows } = context;
  const { places } = split;
  const names = namesOf(query, split, context);
  if (names?.size === 0) return;
  const mayEnter = entranceOf(query, split, context);
  const sought = { places, names, rows, hasNumber: reading.number !== undefined, mayEnter };
  const matchOf = matcherOf(query, split, context);
  if (places === undefined) {
    visitStreets(query, sought, (street, name) => take(street, matchOf(name, undefined)));
    return;
  }
  const { streetPlaces } = query.index.arrays;
  const matches: StreetMatch[] = [];
  visitStreets(query, sought, (street, name) => {
    const place = places.get(streetPlaces[street]!);
    if (place !== undefined) matches.push({ street, match: matchOf(name, place) });
  });
  for (const { street, match } of ofBestPlaceKind(matches)) take(street, match);
}

interface StreetMatch {
  readonly street: number;
  readonly match: Match;
}

/** Returns a function that makes matches and reuses the last: streets come by name or place and often share one. */
function matcherOf(query: Query, { leftover }: Split, { reading, allowance, collector }: MatchContext) {
  const designation = designationIn(query, reading, allowance.beginnings);
  let last: Match | undefined;
  return (name: NameHit | undefined, place: PlaceHit | undefined): Match => {
    if (last === undefined || last.name !== name || last.place !== place) {
      const fitting = { reading, name, place, leftover };
      last = { ...fitting, collector, designation, score: matchScoreOf(fitting, query.index) };
    }
    return last;
  };
}

/** Returns a predicate, true when streets of a name may be shown in the best place; while typing others are skipped. */
function entranceOf(
  { index, isTyping }: Query,
  { places, leftover }: Split,
  { reading, hasRoomFor }: MatchContext,
): (name: NameHit) => boolean {
  if (!isTyping || reading.postcode !== undefined || reading.brokenPostcode !== undefined) return () => true;
  const ceiling = (name: NameHit | undefined, place: PlaceHit | undefined) =>
    ceilingOf({ reading, name, place, leftover }, index);
  let best: PlaceHit | undefined;
  for (const place of places?.values() ?? []) {
    if (best === undefined || ceiling(undefined, place) > ceiling(undefined, best)) best = place;
  }
  return (name) => hasRoomFor(ceiling(name, best));
}

/** Returns the names that the street's words fit; `undefined` when no street was typed. */
function namesOf(
  { index, memo, budget, isTyping }: Query,
  split: Split,
  { allowance }: MatchContext,
): NameHits | undefined {
  const { street, leftover } = split;
  if (street.length === 0) return undefined;
  const edits = allowance.streetEdits ?? 0;
  if (edits > 0 && budget.isSpent()) return new Map();
  const isPrefix = allowance.begunStreet
    ? split.isBeforeNumber
    : split.endsInStreet && !!allowance.beginnings;
  const mostBegun = isTyping && split.places === undefined ? FIRST_NAMES : undefined;
  const find = (edits: 0 | 1 | 2, isPrefix: boolean) =>
    remembered(memo, `${edits}${isPrefix}${mostBegun}${street.join(" ")}`, () =>
      findNames(index, { chunks: street, isPrefix, edits, mostBegun }),
    );
  const wanted = allowance.unknownStreet ? { ...split, places: undefined } : split;
  if (edits > 0 && isNamedRight(index, find(0, false), wanted)) return new Map();
  const found = find(edits, isPrefix);
  const isOther = (hit: NameHit) => hit.kind === "stripped";
  const named =
    found.values().some(isOther) && isNamedRight(index, found, split) ? without(found, isOther) : found;
  const names = allowance.begunStreet === "name" ? without(named, ({ kind }) => kind === "words") : named;
  if (leftover.length === 0) return names;
  const { length } = literalKey(street);
  const isEnough = (hit: NameHit) => isComplete(hit) && length >= (MIN_LETTERS[hit.edits] ?? length + 1);
  return without(names, (hit) => !isEnough(hit));
}

function without(names: NameHits, isOut: (hit: NameHit) => boolean): NameHits {
  return new Map([...names].filter(([, hit]) => !isOut(hit)));
}

/** Minimum letters of a name, by its edits, to count beside leftover words; it must also be complete. */
const MIN_LETTERS: readonly (number | undefined)[] = [3, 5, 8];

/** Returns true when a street in the place typed has the complete name typed: then no other is meant. */
function isNamedRight(index: StreetIndex, names: NameHits, { places }: Split): boolean {
  for (const [name, hit] of names) {
    if (!isComplete(hit)) continue;
    if (places === undefined) return true;
    for (const street of index.streetsOfName(name)) {
      if (places.has(index.arrays.streetPlaces[street]!)) return true;
    }
  }
  return false;
}

/** Keeps matches of the best kind of place: "Utrecht" is the city if it has the street, else gemeente or provincie. */
function ofBestPlaceKind(matches: StreetMatch[]): StreetMatch[] {
  let best = Number.POSITIVE_INFINITY;
  for (const { match } of matches) best = Math.min(best, orderOfPlace(match.place!));
  return matches.filter(({ match }) => orderOfPlace(match.place!) === best);
}
