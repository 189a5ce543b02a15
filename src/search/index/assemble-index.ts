/**
 * Assembles the index from streets and names in any order. The result depends only on the streets, their names and
 * their house numbers: updateIndex relies on that.
 */

import type { Database } from "../../base/sqlite.ts";
import { invertLists, type Lists, pickLists, renumber, startsOf } from "./index-lists.ts";
import { markUsedItems, type NameColumns, NameTable, type Vocabularies } from "./name-table.ts";
import { readStreets } from "./read-streets.ts";
import type { IndexArrays } from "./street-index.ts";
import type { StreetColumns } from "./street-table.ts";
import { type VocabularyArrays, wordCount } from "./vocabulary.ts";

/** Assembles the index of the streets in rows `kept`. Takes time proportional to the index's size, whatever changed. */
export function assembleIndex(names: NameTable, streets: StreetColumns, kept: Uint32Array): IndexArrays {
  const columns = names.columns();
  const nameCount = columns.literals.length;
  const isUsed = markUsedItems(pickLists(streets.names, kept), ones(kept.length), nameCount);
  const vocabularies = names.finish(columns, isUsed);
  const literals = columns.literals.map((key) => vocabularies.keys.positions[key]!);
  const placeIds = placesBySize(streets, kept);
  const order = orderStreets(streets, kept, { placeIds, literals });
  const nameOrder = byAppearance(pickLists(streets.names, order), nameCount);
  const streetNames = renumber(pickLists(streets.names, order), positionsIn(nameOrder, nameCount));
  return {
    ...prefixed("word", vocabularies.words.arrays),
    ...prefixed("key", vocabularies.keys.arrays),
    ...nameArrays(columns, nameOrder, vocabularies),
    ...listed("streetName", streetNames),
    ...listed("nameStreet", invertLists(streetNames, nameOrder.length)),
    ...streetArrays(streets, order, placeIds),
  } as IndexArrays;
}

function ones(count: number): Uint8Array {
  return new Uint8Array(count).fill(1);
}

/** Returns the keys of the woonplaatsen, the one with most addresses first. */
function placesBySize({ placeIds, addresses }: StreetColumns, kept: Uint32Array): number[] {
  const sizes = new Map<number, number>();
  for (const street of kept) {
    const place = placeIds[street]!;
    sizes.set(place, (sizes.get(place) ?? 0) + addresses[street]!);
  }
  return [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id);
}

/** Sorts streets by place, then by the letters of the name, then by key. */
function orderStreets(
  { ids, placeIds: placeOf, names }: StreetColumns,
  kept: Uint32Array,
  { placeIds, literals }: { placeIds: readonly number[]; literals: Uint32Array },
): Uint32Array {
  const ofPlace = new Map<number, number[]>(placeIds.map((id) => [id, []]));
  for (const street of kept) {
    ofPlace.get(placeOf[street]!)!.push(street);
  }
  /** A street without any letter or digit in its name comes first. */
  const letters = (street: number) =>
    names.starts[street] === names.starts[street + 1] ? -1 : literals[names.items[names.starts[street]!]!]!;
  return Uint32Array.from(
    [...ofPlace.values()].flatMap((streets) =>
      streets.sort((a, b) => letters(a) - letters(b) || ids[a]! - ids[b]!),
    ),
  );
}

/** Returns the names in the order in which streets first have them. */
function byAppearance({ items }: Lists, count: number): Uint32Array {
  const isSeen = new Uint8Array(count);
  return items.filter((name) => {
    const isNew = isSeen[name] === 0;
    isSeen[name] = 1;
    return isNew;
  });
}

/** Returns the position of each number in `order`. */
function positionsIn(order: Uint32Array, count: number): Uint32Array {
  const positions = new Uint32Array(count);
  order.forEach((number, position) => {
    positions[number] = position;
  });
  return positions;
}

function nameArrays(
  { words, keys, literals, wholes }: NameColumns,
  order: Uint32Array,
  vocabularies: Vocabularies,
) {
  const positions = { words: vocabularies.words.positions, keys: vocabularies.keys.positions };
  const nameWords = renumber(pickLists(words, order), positions.words);
  const nameKeys = renumber(pickLists(keys, order), positions.keys);
  return {
    ...listed("nameWord", nameWords),
    ...listed("wordName", invertLists(nameWords, wordCount(vocabularies.words.arrays))),
    ...listed("keyName", invertLists(nameKeys, wordCount(vocabularies.keys.arrays))),
    nameLiterals: order.map((name) => positions.keys[literals[name]!]!),
    nameWholes: order.map((name) => positions.keys[wholes[name]!]!),
  };
}

function streetArrays(streets: StreetColumns, order: Uint32Array, placeIds: readonly number[]) {
  const placePosition = new Map(placeIds.map((id, i) => [id, i]));
  const streetPlaces = Uint16Array.from(order, (street) => placePosition.get(streets.placeIds[street]!)!);
  const numbers = pickLists(streets.numbers, order);
  return {
    streetIds: Float64Array.from(order, (street) => streets.ids[street]!),
    streetPlaces,
    streetAddressStarts: startsOf(order.map((street) => streets.addresses[street]!)),
    streetNumberStarts: numbers.starts,
    numberBytes: numbers.items,
    placeIds: Uint16Array.from(placeIds),
    placeStreetStarts: startsOf(sizesBy(streetPlaces, placeIds.length)),
  };
}

function sizesBy(numbers: Uint16Array, count: number): Uint32Array {
  const sizes = new Uint32Array(count);
  for (const number of numbers) {
    sizes[number]!++;
  }
  return sizes;
}

function listed(name: string, { starts, items }: Lists) {
  return { [`${name}Starts`]: starts, [`${name}s`]: items };
}

function prefixed(name: string, { bytes, starts, shared }: VocabularyArrays) {
  return { [`${name}Bytes`]: bytes, [`${name}Starts`]: starts, [`${name}Shared`]: shared };
}

/**
 * Builds the search index from a registry's tables, after the addresses and their indexes exist. Takes a few seconds
 * for the country, and memory for its streets.
 */
export function buildIndex(db: Database): IndexArrays {
  const names = new NameTable();
  const streets = readStreets(db, names);
  return assembleIndex(names, streets, Uint32Array.from(streets.ids.keys()));
}
