/** Enumerates candidate streets through the cheapest access path. */
import type { NumberRow } from "../index/address-rows.ts";
import type { StreetIndex } from "../index/street-index.ts";
import type { PlaceHit, PlaceHits } from "../places/place-index.ts";
import { type NameHit, type NameHits, rankValue } from "./name-hits.ts";
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

  /** Visits the first `maxStreets` streets of each name, those in the largest places. Hot: no allocation. */
  #visitNames(names: NameHits, maxStreets: number): void {
    const { index } = this.#query;
    const { nameStreetStarts, nameStreets, streetNameStarts } = index.arrays;
    for (const [name, hit] of names) {
      if (!this.#criteria.canRank(hit)) {
        continue;
      }
      const from = nameStreetStarts[name]!;
      const to = Math.min(nameStreetStarts[name + 1]!, from + maxStreets);
      for (let i = from; i < to; i++) {
        const street = nameStreets[i]!;
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
    const sorted = namedPlaces.sort(([a], [b]) => a - b);
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
