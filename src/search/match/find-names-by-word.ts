/** Finds street names that hold all of some words, in any order: looks up the rarest word and checks the others. */

import { allowedEdits, type NearOptions, nearWords } from "../index/edit-distance.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { findWord } from "../index/vocabulary.ts";
import { alignWords, type WordSet } from "./align-words.ts";
import { FoundNames } from "./name-hits.ts";

/** Returns a set for each word, with its position in the index if it has one. */
export function exactWordSets(index: StreetIndex, words: readonly string[]): WordSet[] {
  return words.map((text) => exactWordSet(index, text));
}

function exactWordSet(index: StreetIndex, text: string): WordSet {
  const id = findWord(index.words, text);
  return { text, ids: id < 0 ? new Map() : new Map([[id, 0]]) };
}

/** Minimum letters of a word to look names up by: a shorter one may be an initial, not listed with its names. */
const MIN_ANCHOR_LENGTH = 3;
/** Maximum names of one lookup: a word that more have ("van") finds none, a prefix that more have finds that many. */
export const MAX_NAMES_OF_LOOKUP = 4_000;
/** Maximum streets of a word on its own: one that more have ("de") finds none. */
const MAX_STREETS_OF_WORD = 10_000;

/** Adds names that hold all the words; checks only the names of the rarest word. */
export function addNamesWithWords(found: FoundNames, sets: readonly WordSet[]): void {
  const { index } = found;
  let names: ArrayLike<number> | undefined;
  for (const set of sets) {
    if (!isAnchor(set) && (sets.length > 1 || set.range !== undefined)) {
      continue;
    }
    const namesOfSet = namesOfWordSet(index, set);
    if (names === undefined || namesOfSet.length < names.length) {
      names = namesOfSet;
    }
  }
  names ??= namesOfWordSet(index, sets.at(-1)!);
  if (isWordAlone(sets) && countStreets(index, names) > MAX_STREETS_OF_WORD) {
    return;
  }
  for (let i = 0; i < names.length; i++) {
    const hit = alignWords(index, names[i]!, sets);
    if (hit !== undefined) {
      found.add(names[i]!, hit);
    }
  }
}

function isWordAlone(sets: readonly WordSet[]): boolean {
  return sets.length === 1 && sets[0]!.range === undefined;
}

function countStreets({ arrays }: StreetIndex, names: ArrayLike<number>): number {
  let streets = 0;
  for (let i = 0; i < names.length; i++) {
    streets += arrays.nameStreetStarts[names[i]! + 1]! - arrays.nameStreetStarts[names[i]!]!;
  }
  return streets;
}

function isAnchor({ text, range }: WordSet): boolean {
  return range === undefined && (text.length >= MIN_ANCHOR_LENGTH || /^\d/.test(text));
}

function namesOfWordSet(index: StreetIndex, { ids, range }: WordSet): ArrayLike<number> {
  if (ids.size === 1 && range === undefined) {
    const names = index.namesOfWord([...ids.keys()][0]!);
    return names.length > MAX_NAMES_OF_LOOKUP ? [] : names;
  }
  const names = new Set<number>();
  for (const id of ids.keys()) {
    for (const name of index.namesOfWord(id)) {
      names.add(name);
    }
  }
  if (range !== undefined) {
    const { wordNames, wordNameStarts } = index.arrays;
    const from = wordNameStarts[range.from]!;
    const to = Math.min(wordNameStarts[range.to]!, from + MAX_NAMES_OF_LOOKUP);
    for (let i = from; i < to; i++) {
      names.add(wordNames[i]!);
    }
  }
  return [...names];
}

/** Maximum words of the index tried for one mistyped word. */
const MAX_NEAR_WORDS = 40;

interface NearLookup extends Pick<NearOptions, "budget"> {
  readonly edits: number;
}

/** Adds names that hold all the words, each within the edits its length allows, and `edits` in total. */
export function addNamesWithNearWords(found: FoundNames, words: readonly string[], lookup: NearLookup): void {
  if (words.length < 2 && words[0]!.length < 8) {
    return;
  }
  const { index } = found;
  const sets = words.map((text) => nearWordSet(index, text, lookup));
  if (sets.some(({ text, ids }) => text.length >= MIN_ANCHOR_LENGTH && ids.size === 0)) {
    return;
  }
  const near = new FoundNames(index);
  addNamesWithWords(near, sets);
  for (const [name, hit] of near.hits) {
    if (hit.edits <= lookup.edits) {
      found.add(name, hit);
    }
  }
}

/** Returns the word itself when the index has it, else the words within the edits allowed. */
function nearWordSet(index: StreetIndex, text: string, { edits, budget }: NearLookup): WordSet {
  const exact = exactWordSet(index, text);
  // Typos are in letters: the 6 of "haviklaan6" is not corrected.
  const maxDistance = /\d/.test(text) ? 0 : Math.min(edits, allowedEdits(text.length));
  if (exact.ids.size > 0 || maxDistance === 0) {
    return exact;
  }
  const near = nearWords(index.words, text, { maxDistance, budget, sameFirstLetter: true });
  const ids = near.slice(0, MAX_NEAR_WORDS).map(({ position, distance }) => [position, distance] as const);
  return { text, ids: new Map(ids) };
}
