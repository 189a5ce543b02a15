/** The streets that one way to part the words names. */
import type { NumberRow } from "../registry/street-numbers.ts";
import type { StreetMatch } from "./collect-numbers.ts";
import type { Allowance } from "./collectors.ts";
import { findNames, type NameHit, type NameHits } from "./find-names.ts";
import { literalKey } from "./normalize.ts";
import { PLACE_KINDS, type PlaceHit, type PlaceHits } from "./places.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./read-line.ts";
import type { Split } from "./split-words.ts";
import { literalHash, type StreetIndex } from "./street-index.ts";

export interface MatchContext {
  readonly reading: Reading;
  readonly allowance: Allowance;
  readonly rows: readonly NumberRow[] | undefined;
  readonly collector: string;
}

/** The streets a split names: by name, by place alone, or those of the postcode's rows, that fit all three. */
export function matchStreets(query: Query, split: Split, context: MatchContext): StreetMatch[] {
  const { index } = query;
  const { reading, rows, collector } = context;
  const { leftover } = split;
  const names = namesOf(query, split, context);
  if (names?.size === 0) return [];
  const literal = literalHash(literalKey(split.street));
  const matches: StreetMatch[] = [];
  for (const street of candidateStreets(query, split, names, rows)) {
    const place = split.places?.get(index.arrays.streetPlaces[street]!);
    if (split.places !== undefined && place === undefined) continue;
    const name = names && bestName(index, street, names);
    if (names !== undefined && name === undefined) continue;
    const isLiteral = name?.edits === 0 && index.arrays.streetLiterals[street] === literal;
    const match = {
      collector,
      reading,
      name,
      isLiteral,
      place,
      leftover,
      postcodeEdits: undefined,
      fit: undefined,
    };
    matches.push({ street, match });
  }
  return ofBestPlaceKind(matches);
}

/** `undefined` when no street was typed. */
function namesOf(
  { index, memo, budget }: Query,
  split: Split,
  { allowance }: MatchContext,
): NameHits | undefined {
  const { street, leftover, endsInStreet } = split;
  if (street.length === 0) return undefined;
  const edits = allowance.streetEdits ?? 0;
  if (edits > 0 && budget.isSpent()) return new Map();
  const isPrefix = allowance.beginnings === true && endsInStreet;
  const find = (edits: 0 | 1 | 2, isPrefix: boolean) =>
    recall(memo, `${edits}${isPrefix}${street.join(" ")}`, () =>
      findNames(index, { chunks: street, isPrefix, edits }),
    );
  if (edits > 0 && isNamedRight(index, find(0, false), split)) return new Map();
  const names = find(edits, isPrefix);
  if (leftover.length === 0) return names;
  const { length } = literalKey(street);
  const isEnough = ({ kind, edits }: NameHit) =>
    (kind === "whole" || kind === "core") && length >= (MIN_LETTERS[edits] ?? length + 1);
  return new Map([...names].filter(([, hit]) => isEnough(hit)));
}

/** With words left over only a complete name of so many letters is evidence enough, by its edits. */
const MIN_LETTERS: readonly (number | undefined)[] = [3, 5, 8];

/** Whether a street has the name exactly as typed, where it was said to be: then no other is meant. */
function isNamedRight(index: StreetIndex, names: NameHits, { places }: Split): boolean {
  for (const [name, { kind }] of names) {
    if (kind !== "whole" && kind !== "core") continue;
    if (places === undefined) return true;
    for (const street of index.streetsOfName(name)) {
      if (places.has(index.arrays.streetPlaces[street]!)) return true;
    }
  }
  return false;
}

function recall(memo: Map<string, NameHits>, key: string, find: () => NameHits): NameHits {
  const known = memo.get(key) ?? find();
  memo.set(key, known);
  return known;
}

function candidateStreets(
  { index, isTyping }: Query,
  { places, street }: Split,
  names: NameHits | undefined,
  rows: readonly NumberRow[] | undefined,
): Iterable<number> {
  if (rows !== undefined) return streetsOfRows(index, rows);
  if (names !== undefined && !hasFewerStreets(index, places, names)) {
    const isFew = !isTyping || places !== undefined || names.size <= TYPING.names;
    return isFew ? streetsOfNames(index, names) : streetsOfBestNames(index, names);
  }
  if (places === undefined) return [];
  if (street.length > 0) return streetsOfPlaces(index, places);
  return isTyping ? streetsOfLargestPlaces(index, places) : streetsOfPlaces(index, withoutProvincies(places));
}

/** Whether looking through the places is less work than through the names. */
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

function streetsOfNames(index: StreetIndex, names: NameHits): Set<number> {
  const streets = new Set<number>();
  for (const name of names.keys()) for (const street of index.streetsOfName(name)) streets.add(street);
  return streets;
}

/** While typing only the first suggestions matter: so many names and places, and so many streets of each, are looked at. */
const TYPING = { names: 200, streetsOfName: 10, places: 20, streetsOfPlace: 20 } as const;

/** Of the names of which most was typed, the streets in the largest places. */
function* streetsOfBestNames(index: StreetIndex, names: NameHits): Generator<number> {
  const best = [...names].sort(([, a], [, b]) => b.coverage - a.coverage).slice(0, TYPING.names);
  for (const [name] of best) yield* index.streetsOfName(name).subarray(0, TYPING.streetsOfName);
}

function* streetsOfPlaces(index: StreetIndex, places: PlaceHits): Generator<number> {
  for (const place of places.keys()) {
    const { from, to } = index.streetsOfPlace(place);
    for (let street = from; street < to; street++) yield street;
  }
}

function* streetsOfLargestPlaces(index: StreetIndex, places: PlaceHits): Generator<number> {
  const largest = [...withoutProvincies(places).keys()].sort((a, b) => a - b).slice(0, TYPING.places);
  for (const place of largest) {
    const { from, to } = index.streetsOfPlace(place);
    for (let street = from; street < Math.min(to, from + TYPING.streetsOfPlace); street++) yield street;
  }
}

/** A provincie says where a street or place is; nobody means all of its addresses. */
function withoutProvincies(places: PlaceHits): PlaceHits {
  return new Map([...places].filter(([, { kind }]) => kind !== "suffix" && kind !== "provincie"));
}

function bestName(index: StreetIndex, street: number, names: NameHits) {
  let best: ReturnType<NameHits["get"]>;
  for (const name of index.namesOfStreet(street)) {
    const hit = names.get(name);
    if (hit !== undefined && (best === undefined || hit.edits < best.edits || hit.kind === "whole"))
      best = hit;
  }
  return best;
}

/** "Utrecht" is the city while the street is there; only else the gemeente or the provincie. */
function ofBestPlaceKind(matches: StreetMatch[]): StreetMatch[] {
  const rank = ({ match }: StreetMatch) => rankOf(match.place);
  const best = Math.min(...new Set(matches.map(rank)));
  return matches.filter((match) => rank(match) === best);
}

function rankOf(place: PlaceHit | undefined): number {
  return place === undefined ? 0 : PLACE_KINDS.indexOf(place.kind === "alias" ? "name" : place.kind);
}
