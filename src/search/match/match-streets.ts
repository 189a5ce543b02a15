/** Matches the streets that a split names. */
import type { NumberRow } from "../index/address-rows.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { literalKey } from "../line/normalize.ts";
import type { Interpretation } from "../line/parse-line.ts";
import { type PlaceHit, type PlaceHits, placeRank } from "../places/place-index.ts";
import type { Match } from "./candidate.ts";
import type { Tolerance } from "./collectors.ts";
import { isComplete, type NameHit, type NameHits, rankValue } from "./name-hits.ts";
import { isNear } from "./place-weights.ts";
import type { Query } from "./query.ts";
import { matchScoreOf, maxMatchScoreOf } from "./score.ts";
import type { Split } from "./split-words.ts";

export interface MatchContext {
  readonly interpretation: Interpretation;
  readonly tolerance: Tolerance;
  readonly rows: readonly NumberRow[] | undefined;
  readonly collector: string;
  /** Returns true when addresses of that score may be shown. */
  readonly hasRoomFor: (score: number) => boolean;
  readonly visit: (street: number, match: Match) => void;
}

/** Visits the streets that fit the name, the place and the postcode rows, as far as these are given. */
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
      const score = matchScoreOf(unscored, query.places);
      last = { ...unscored, collector, streetWords: street, designation, score };
    }
    return last;
  };
}

/** Returns a predicate that, while typing, is false for names whose streets score too low even in the best place. */
function rankFilterOf(
  { places: weights, isTyping }: Query,
  { places, leftover }: Split,
  { interpretation, hasRoomFor }: MatchContext,
): (name: NameHit) => boolean {
  if (!isTyping || interpretation.postcode !== undefined || interpretation.mistypedPostcode !== undefined) {
    return () => true;
  }
  const maxScore = (name: NameHit | undefined, place: PlaceHit | undefined) =>
    maxMatchScoreOf({ interpretation, name, place, leftover }, weights);
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

/** Returns true when a street in the place typed has the complete name typed: then no other name is meant. */
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

interface StreetCriteria {
  /** `undefined` when no words name one. */
  readonly places: PlaceHits | undefined;
  /** Names the words fit; `undefined` when only a place was typed. */
  readonly names: NameHits | undefined;
  /** Only streets of these addresses. */
  readonly rows: readonly NumberRow[] | undefined;
  readonly hasNumber: boolean;
  /** Returns false for a name whose streets cannot matter. */
  readonly canRank: (name: NameHit) => boolean;
}

/** `name` is the best fit of all the street's names. */
type VisitStreet = (street: number, name: NameHit | undefined) => void;

/** Maximum names while typing, when only the first suggestions matter; the limits below serve the same purpose. */
const MAX_NAMES_TYPING = 60;
const MAX_PLACES_TYPING = 20;
/** Maximum places found by prefix, each shown by one street: the prefix may also belong to streets elsewhere. */
const MAX_PREFIX_PLACES_TYPING = 3;
/** Maximum streets of each place or name. */
const MAX_STREETS_TYPING = 20;
/** Maximum streets of each name when there are many: together still more than 40 streets. */
const MAX_STREETS_OF_MANY_NAMES = 8;

/**
 * Visits each street that has one of the names once; the street may be outside the places. Takes the cheapest access
 * path.
 */
function visitStreets(query: Query, criteria: StreetCriteria, visit: VisitStreet): void {
  new StreetVisitor(query, criteria, visit).visitAll();
}

class StreetVisitor {
  readonly #query: Query;
  readonly #criteria: StreetCriteria;
  readonly #visit: VisitStreet;

  constructor(query: Query, criteria: StreetCriteria, visit: VisitStreet) {
    this.#query = query;
    this.#criteria = criteria;
    this.#visit = visit;
  }

  visitAll(): void {
    const { index, isTyping } = this.#query;
    const { places, names, rows } = this.#criteria;
    if (rows !== undefined) {
      this.#visitNamed(streetsOfRows(index, rows), names);
    } else if (names === undefined) {
      this.#visitPlaces();
    } else if (hasFewerStreets(index, places, names)) {
      this.#visitNamed(streetsOfPlaces(index, places!), names);
    } else if (isTyping && places === undefined) {
      this.#visitWhileTyping(names);
    } else {
      this.#visitNames(names, Number.POSITIVE_INFINITY);
    }
  }

  #visitWhileTyping(names: NameHits): void {
    if (names.size > MAX_NAMES_TYPING) {
      this.#visitNames(selectHighestCoverage(names), MAX_STREETS_OF_MANY_NAMES);
    } else {
      this.#visitNames(names, this.#criteria.hasNumber ? Number.POSITIVE_INFINITY : MAX_STREETS_TYPING);
    }
  }

  /**
   * Visits the first `maxStreets` streets of each name, those in the largest places first, and every street near the
   * position that the search prefers. Hot: no allocation.
   */
  #visitNames(names: NameHits, maxStreets: number): void {
    const { index, places } = this.#query;
    const { nameStreetStarts, nameStreets, streetNameStarts } = index.arrays;
    for (const [name, hit] of names) {
      if (!this.#criteria.canRank(hit)) {
        continue;
      }
      const from = nameStreetStarts[name]!;
      const end = nameStreetStarts[name + 1]!;
      const to = places.by === "nearness" ? end : Math.min(end, from + maxStreets);
      for (let i = from; i < to; i++) {
        const street = nameStreets[i]!;
        if (i >= from + maxStreets && !isNear(places, street)) {
          continue;
        }
        const hasOneName = streetNameStarts[street + 1]! - streetNameStarts[street]! === 1;
        if (hasOneName || bestName(index, street, names) === hit) {
          this.#visit(street, hit);
        }
      }
    }
  }

  #visitNamed(streets: Iterable<number>, names: NameHits | undefined): void {
    for (const street of streets) {
      const name = names && bestName(this.#query.index, street, names);
      if (names === undefined || name !== undefined) {
        this.#visit(street, name);
      }
    }
  }

  /** Visits the streets of the places typed, but not of a provincie: nobody means all of its addresses. */
  #visitPlaces(): void {
    const hits = [...(this.#criteria.places ?? [])];
    const namedPlaces = hits.filter(([, { kind }]) => kind !== "suffix" && kind !== "provincie");
    if (!this.#query.isTyping) {
      for (const [place] of namedPlaces) {
        this.#visitFirstStreets(place, Number.POSITIVE_INFINITY);
      }
      return;
    }
    const { weights } = this.#query.places;
    const sorted = namedPlaces.sort(([a], [b]) => weights[b]! - weights[a]! || a - b);
    const [prefixHits, completeHits] = [
      sorted.filter(isPrefixHit),
      sorted.filter((hit) => !isPrefixHit(hit)),
    ];
    for (const [place] of prefixHits.slice(0, MAX_PREFIX_PLACES_TYPING)) {
      this.#visitFirstStreets(place, 1);
    }
    for (const [place] of completeHits.slice(0, MAX_PLACES_TYPING)) {
      this.#visitFirstStreets(place, MAX_STREETS_TYPING);
    }
  }

  #visitFirstStreets(place: number, maxStreets: number): void {
    const { from, to } = this.#query.index.streetsOfPlace(place);
    for (let street = from; street < Math.min(to, from + maxStreets); street++) {
      this.#visit(street, undefined);
    }
  }
}

function selectHighestCoverage(names: NameHits): NameHits {
  return new Map([...names].sort(([, a], [, b]) => b.coverage - a.coverage).slice(0, MAX_NAMES_TYPING));
}

function isPrefixHit([, { coverage }]: [number, PlaceHit]): boolean {
  return coverage < 1;
}

function bestName(index: StreetIndex, street: number, names: NameHits): NameHit | undefined {
  const { streetNameStarts, streetNames } = index.arrays;
  let best: NameHit | undefined;
  for (let i = streetNameStarts[street]!; i < streetNameStarts[street + 1]!; i++) {
    const hit = names.get(streetNames[i]!);
    if (hit !== undefined && (best === undefined || rankValue(hit) > rankValue(best))) {
      best = hit;
    }
  }
  return best;
}

/** Returns true when scanning the places is less work than scanning the names. */
function hasFewerStreets(index: StreetIndex, places: PlaceHits | undefined, names: NameHits): boolean {
  if (places === undefined || places.size > MAX_PLACES_TO_SCAN) {
    return false;
  }
  let streets = 0;
  for (const place of places.keys()) {
    const { from, to } = index.streetsOfPlace(place);
    streets += to - from;
  }
  return streets < names.size;
}

const MAX_PLACES_TO_SCAN = 20;

function streetsOfRows(index: StreetIndex, rows: readonly NumberRow[]): Set<number> {
  const streets = new Set<number>();
  for (const { openbare_ruimte_id, woonplaats_id } of rows) {
    const street = index.findStreet({ openbareRuimteId: openbare_ruimte_id, woonplaatsId: woonplaats_id });
    if (street !== undefined) {
      streets.add(street);
    }
  }
  return streets;
}

function* streetsOfPlaces(index: StreetIndex, places: PlaceHits): Generator<number> {
  for (const place of places.keys()) {
    const { from, to } = index.streetsOfPlace(place);
    for (let street = from; street < to; street++) {
      yield street;
    }
  }
}
