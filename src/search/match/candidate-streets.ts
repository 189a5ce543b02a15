/** Enumerates candidate streets through the cheapest access path. */
import type { NumberRow } from "../index/address-rows.ts";
import type { StreetIndex } from "../index/street-index.ts";
import type { PlaceHit, PlaceHits } from "../places/place-index.ts";
import { type NameHit, type NameHits, rankValue } from "./find-names.ts";
import type { Query } from "./query.ts";

interface StreetCriteria {
  /** `undefined` when no words name one. */
  readonly places: PlaceHits | undefined;
  /** Names the words fit; `undefined` when only a place was typed. */
  readonly names: NameHits | undefined;
  /** Only streets of these addresses. */
  readonly rows: readonly NumberRow[] | undefined;
  readonly hasNumber: boolean;
  /** Returns false for a name of which no street can matter. */
  readonly canRank: (name: NameHit) => boolean;
}

/** `name` is the best fit of all the street's names. */
type VisitStreet = (street: number, name: NameHit | undefined) => void;

/** Maximum names while typing, when only the first suggestions matter; the limits below serve the same purpose. */
export const MAX_NAMES_TYPING = 60;
const MAX_PLACES_TYPING = 20;
/** Maximum places found by prefix, each shown by one street: the prefix may as well be that of streets elsewhere. */
const MAX_PREFIX_PLACES_TYPING = 3;
/** Maximum streets of each place or name. */
const MAX_STREETS_TYPING = 20;
/** Maximum streets of each name when there are many: together still more than 40 streets. */
const MAX_STREETS_OF_MANY_NAMES = 8;

/** Visits each street that has one of the names once; it need not lie in one of the places. */
export function visitStreets(query: Query, criteria: StreetCriteria, visit: VisitStreet): void {
  const { index } = query;
  const { places, names, rows, canRank } = criteria;
  if (rows !== undefined) {
    visitNamed(index, streetsOfRows(index, rows), names, visit);
  } else if (names === undefined) {
    visitPlaces(query, places, visit);
  } else if (hasFewerStreets(index, places, names)) {
    visitNamed(index, streetsOfPlaces(index, places!), names, visit);
  } else if (query.isTyping && places === undefined) {
    visitWhileTyping(index, names, criteria, visit);
  } else {
    visitNames(index, names, { most: Number.POSITIVE_INFINITY, mayEnter: canRank }, visit);
  }
}

function visitWhileTyping(
  index: StreetIndex,
  names: NameHits,
  { hasNumber, canRank }: StreetCriteria,
  visit: VisitStreet,
): void {
  const hasManyNames = names.size > MAX_NAMES_TYPING;
  const maxStreetsOfFewNames = hasNumber ? Number.POSITIVE_INFINITY : MAX_STREETS_TYPING;
  const maxStreets = hasManyNames ? MAX_STREETS_OF_MANY_NAMES : maxStreetsOfFewNames;
  visitNames(
    index,
    hasManyNames ? selectHighestCoverage(names) : names,
    { most: maxStreets, mayEnter: canRank },
    visit,
  );
}

/** Visits the first `maxStreets` streets of each name, those in the largest places. Hot: no allocation. */
function visitNames(
  index: StreetIndex,
  names: NameHits,
  { most: maxStreets, mayEnter: canRank }: { most: number; mayEnter: StreetCriteria["canRank"] },
  visit: VisitStreet,
): void {
  const { nameStreetStarts, nameStreets, streetNameStarts } = index.arrays;
  for (const [name, hit] of names) {
    if (!canRank(hit)) {
      continue;
    }
    const from = nameStreetStarts[name]!;
    const to = Math.min(nameStreetStarts[name + 1]!, from + maxStreets);
    for (let i = from; i < to; i++) {
      const street = nameStreets[i]!;
      const hasOneName = streetNameStarts[street + 1]! - streetNameStarts[street]! === 1;
      if (hasOneName || bestName(index, street, names) === hit) {
        visit(street, hit);
      }
    }
  }
}

function selectHighestCoverage(names: NameHits): NameHits {
  return new Map([...names].sort(([, a], [, b]) => b.coverage - a.coverage).slice(0, MAX_NAMES_TYPING));
}

function visitNamed(
  index: StreetIndex,
  streets: Iterable<number>,
  names: NameHits | undefined,
  visit: VisitStreet,
): void {
  for (const street of streets) {
    const name = names && bestName(index, street, names);
    if (names === undefined || name !== undefined) {
      visit(street, name);
    }
  }
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

/** Visits the streets of the places typed, but not of a provincie: nobody means all of its addresses. */
function visitPlaces({ index, isTyping }: Query, places: PlaceHits | undefined, visit: VisitStreet): void {
  const namedPlaces = [...(places ?? [])].filter(([, { kind }]) => kind !== "suffix" && kind !== "provincie");
  if (!isTyping) {
    for (const [place] of namedPlaces) {
      visitFirstStreets(index, place, Number.POSITIVE_INFINITY, visit);
    }
    return;
  }
  const sorted = namedPlaces.sort(([a], [b]) => a - b);
  const [prefixHits, completeHits] = [sorted.filter(isPrefixHit), sorted.filter((hit) => !isPrefixHit(hit))];
  for (const [place] of prefixHits.slice(0, MAX_PREFIX_PLACES_TYPING)) {
    visitFirstStreets(index, place, 1, visit);
  }
  for (const [place] of completeHits.slice(0, MAX_PLACES_TYPING)) {
    visitFirstStreets(index, place, MAX_STREETS_TYPING, visit);
  }
}

function isPrefixHit([, { coverage }]: [number, PlaceHit]): boolean {
  return coverage < 1;
}

function visitFirstStreets(index: StreetIndex, place: number, maxStreets: number, visit: VisitStreet): void {
  const { from, to } = index.streetsOfPlace(place);
  for (let street = from; street < Math.min(to, from + maxStreets); street++) {
    visit(street, undefined);
  }
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
