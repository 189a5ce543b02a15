/** Enumerates candidate streets through the cheapest access path. */
import type { NumberRow } from "../registry/street-numbers.ts";
import { type NameHit, type NameHits, worth } from "./find-names.ts";
import type { PlaceHit, PlaceHits } from "./places.ts";
import type { Query } from "./query.ts";
import type { StreetIndex } from "./street-index.ts";

interface Sought {
  /** `undefined` when no words name one. */
  readonly places: PlaceHits | undefined;
  /** Names the words fit; `undefined` when only a place was typed. */
  readonly names: NameHits | undefined;
  /** Only streets of these addresses. */
  readonly rows: readonly NumberRow[] | undefined;
  readonly hasNumber: boolean;
  /** Returns false for a name of which no street can matter. */
  readonly mayEnter: (name: NameHit) => boolean;
}

/** `name` is the best fit of all the street's names. */
type Take = (street: number, name: NameHit | undefined) => void;

/** Maximum names while typing, when only the first suggestions matter; so are the limits below. */
export const FIRST_NAMES = 60;
const FIRST_PLACES = 20;
/** Maximum places found by prefix, each shown by one street: the prefix may as well be that of streets elsewhere. */
const FIRST_BEGUN_PLACES = 3;
/** Maximum streets of each place or name. */
const FIRST_STREETS = 20;
/** Maximum streets of each name when there are many: together still more than 40 streets. */
const FEW_STREETS = 8;

/** Takes each street that has one of the names once; it need not lie in one of the places. */
export function visitStreets(query: Query, sought: Sought, take: Take): void {
  const { index } = query;
  const { places, names, rows, mayEnter } = sought;
  if (rows !== undefined) visitNamed(index, streetsOfRows(index, rows), names, take);
  else if (names === undefined) visitPlaces(query, places, take);
  else if (hasFewerStreets(index, places, names)) {
    visitNamed(index, streetsOfPlaces(index, places!), names, take);
  } else if (query.isTyping && places === undefined) visitFirst(index, names, sought, take);
  else visitNames(index, names, { most: Number.POSITIVE_INFINITY, mayEnter }, take);
}

function visitFirst(index: StreetIndex, names: NameHits, { hasNumber, mayEnter }: Sought, take: Take): void {
  const isMany = names.size > FIRST_NAMES;
  const ofFew = hasNumber ? Number.POSITIVE_INFINITY : FIRST_STREETS;
  const most = isMany ? FEW_STREETS : ofFew;
  visitNames(index, isMany ? mostTyped(names) : names, { most, mayEnter }, take);
}

/** Visits the first `most` streets of each name, those in the largest places. Hot: no allocation. */
function visitNames(
  index: StreetIndex,
  names: NameHits,
  { most, mayEnter }: { most: number; mayEnter: Sought["mayEnter"] },
  take: Take,
): void {
  const { nameStreetStarts, nameStreets, streetNameStarts } = index.arrays;
  for (const [name, hit] of names) {
    if (!mayEnter(hit)) continue;
    const from = nameStreetStarts[name]!;
    const to = Math.min(nameStreetStarts[name + 1]!, from + most);
    for (let i = from; i < to; i++) {
      const street = nameStreets[i]!;
      const hasOneName = streetNameStarts[street + 1]! - streetNameStarts[street]! === 1;
      if (hasOneName || bestName(index, street, names) === hit) take(street, hit);
    }
  }
}

function mostTyped(names: NameHits): NameHits {
  return new Map([...names].sort(([, a], [, b]) => b.coverage - a.coverage).slice(0, FIRST_NAMES));
}

function visitNamed(
  index: StreetIndex,
  streets: Iterable<number>,
  names: NameHits | undefined,
  take: Take,
): void {
  for (const street of streets) {
    const name = names && bestName(index, street, names);
    if (names === undefined || name !== undefined) take(street, name);
  }
}

function bestName(index: StreetIndex, street: number, names: NameHits): NameHit | undefined {
  const { streetNameStarts, streetNames } = index.arrays;
  let best: NameHit | undefined;
  for (let i = streetNameStarts[street]!; i < streetNameStarts[street + 1]!; i++) {
    const hit = names.get(streetNames[i]!);
    if (hit !== undefined && (best === undefined || worth(hit) > worth(best))) best = hit;
  }
  return best;
}

/** Visits the streets of the places typed, but not of a provincie: nobody means all of its addresses. */
function visitPlaces({ index, isTyping }: Query, places: PlaceHits | undefined, take: Take): void {
  const meant = [...(places ?? [])].filter(([, { kind }]) => kind !== "suffix" && kind !== "provincie");
  if (!isTyping) {
    for (const [place] of meant) takeFirst(index, place, Number.POSITIVE_INFINITY, take);
    return;
  }
  const sorted = meant.sort(([a], [b]) => a - b);
  const [begun, whole] = [sorted.filter(isBegun), sorted.filter((hit) => !isBegun(hit))];
  for (const [place] of begun.slice(0, FIRST_BEGUN_PLACES)) takeFirst(index, place, 1, take);
  for (const [place] of whole.slice(0, FIRST_PLACES)) takeFirst(index, place, FIRST_STREETS, take);
}

function isBegun([, { coverage }]: [number, PlaceHit]): boolean {
  return coverage < 1;
}

function takeFirst(index: StreetIndex, place: number, most: number, take: Take): void {
  const { from, to } = index.streetsOfPlace(place);
  for (let street = from; street < Math.min(to, from + most); street++) take(street, undefined);
}

/** Returns true when scanning the places is less work than scanning the names. */
function hasFewerStreets(index: StreetIndex, places: PlaceHits | undefined, names: NameHits): boolean {
  if (places === undefined || places.size > MAX_PLACES_TO_SCAN) return false;
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
    if (street !== undefined) streets.add(street);
  }
  return streets;
}

function* streetsOfPlaces(index: StreetIndex, places: PlaceHits): Generator<number> {
  for (const place of places.keys()) {
    const { from, to } = index.streetsOfPlace(place);
    for (let street = from; street < to; street++) yield street;
  }
}
