/** Finds the street names that words may mean, with one function for each kind of lookup. */

import { keysWithoutTitles } from "../index/core-names.ts";
import { allowedEdits, nearWords } from "../index/edit-distance.ts";
import { keepsEndWords } from "../index/end-words.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { findWord, lengthOfShortest, prefixRange, wordAt } from "../index/vocabulary.ts";
import { canonicalWords, literalKey } from "../line/normalize.ts";
import { alignWords, type WordSet } from "./align-words.ts";

/**
 * Kinds of match between words and a name, best first. `literal`: as the registry spells it. `whole`: all of it.
 * `core`: all but titles and initials. `all`: all its words, in another order or some as initials. `stripped`: only
 * without the titles and initials that were typed. `prefix`: a prefix of it. `words`: some of its words, in any order,
 * or their initials.
 */
const NAME_KINDS = ["literal", "whole", "core", "all", "stripped", "prefix", "words"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export interface NameHit {
  readonly kind: NameKind;
  readonly edits: number;
  /** Part of the name's letters that was typed, for `stripped` the part of the typed letters that it has; 0 to 1. */
  readonly coverage: number;
}
/** Returns true when the words are all of a name, or all but titles and initials. */
export function isComplete({ kind }: NameHit): boolean {
  return kind === "literal" || kind === "whole" || kind === "core";
}

/** By name. */
export type NameHits = Map<number, NameHit>;

/** Words to look up, as typed; with `isPrefix` the last may be a prefix. */
export interface NameLookup {
  readonly tokens: readonly string[];
  readonly isPrefix: boolean;
  /** Maximum edits in total; 0 skips the lookup by edit distance. */
  readonly edits: 0 | 1 | 2;
  /** Number of prefix matches to keep, those with the highest coverage; ties in length are kept as well. */
  readonly maxPrefixMatches?: number | undefined;
}

const MIN_LENGTH_OF_PREFIX_EDITS = 5;

/** Returns every name that the words fit, each with its best fit. */
export function findNames(index: StreetIndex, lookup: NameLookup): NameHits {
  const hits: NameHits = new Map();
  const words = canonicalWords(lookup.tokens);
  if (words.length === 0) {
    return hits;
  }
  if (lookup.edits > 0) {
    addNear(index, hits, words, lookup);
    if (hits.size === 0) {
      addNearWords(index, hits, words, lookup.edits);
    }
    return hits;
  }
  addExact(index, hits, words, literalKey(lookup.tokens));
  addWords(index, hits, wordSets(index, words));
  if (lookup.isPrefix) {
    addPrefixes(index, hits, lookup);
  }
  return hits;
}

function keepBest(hits: NameHits, name: number, hit: NameHit): void {
  const known = hits.get(name);
  if (known === undefined || rankValue(hit) > rankValue(known)) {
    hits.set(name, hit);
  }
}

/** Returns a number that orders the fits of one name or street, the best highest. */
export function rankValue({ kind, edits, coverage }: NameHit): number {
  return 10 * (NAME_KINDS.length - NAME_KINDS.indexOf(kind)) - 15 * edits + coverage;
}

/** Adds names whose key is the words joined ("kerk straat" too) or a core of the words ("Dr. Thorbeckelaan"). */
function addExact(index: StreetIndex, hits: NameHits, words: readonly string[], literal: string): void {
  const whole = words.join("");
  addKey(index, hits, findWord(index.keys, literal), 0, "literal");
  addKey(index, hits, findWord(index.keys, whole), 0, "whole");
  for (const core of keysWithoutTitles(words)) {
    if (core === whole) {
      continue;
    }
    addKey(index, hits, findWord(index.keys, core), 0, "stripped", core.length / whole.length);
  }
}

/**
 * Adds the names of a key. `kind` is how the words match the key; a hit has the lesser of it and the kind of the key
 * for the name. `coverage` is the part of the words that is in the key.
 */
function addKey(
  index: StreetIndex,
  hits: NameHits,
  key: number,
  edits: number,
  kind: NameKind,
  coverage = 1,
): void {
  if (key < 0) {
    return;
  }
  for (const name of index.namesOfKey(key)) {
    const kindOfKey = index.kindOfKey(key, name);
    const isLess = NAME_KINDS.indexOf(kindOfKey) > NAME_KINDS.indexOf(kind);
    keepBest(hits, name, { kind: isLess ? kindOfKey : kind, edits, coverage });
  }
}

function addNear(index: StreetIndex, hits: NameHits, words: readonly string[], lookup: NameLookup): void {
  addNearKey(index, hits, words, lookup);
  if (literalKey(lookup.tokens) !== words.join("")) {
    addNearKey(index, hits, lookup.tokens, lookup);
  }
}

function addNearKey(index: StreetIndex, hits: NameHits, words: readonly string[], lookup: NameLookup): void {
  const whole = words.join("");
  const maxDistance = Math.min(lookup.edits, allowedEdits(whole.length + 1));
  if (maxDistance === 0) {
    return;
  }
  const isPrefix = lookup.isPrefix && whole.length >= MIN_LENGTH_OF_PREFIX_EDITS;
  const options = { maxDistance, isPrefix };
  const near = nearWords(index.keys, whole, { ...options, sameFirstLetter: true });
  // A typo in the first letter: all keys are scanned, so only for one edit.
  const found = near.length > 0 ? near : nearWords(index.keys, whole, { maxDistance: 1, isPrefix });
  for (const { position, distance } of found) {
    const key = wordAt(index.keys, position);
    const isAllowed = distance <= allowedEdits(Math.max(whole.length, key.length));
    if (!isAllowed) {
      continue;
    }
    if (!isPrefix && !(haveSameDigits(key, whole) && keepsEndWords(words, distance, () => key))) {
      continue;
    }
    addKey(index, hits, position, distance, isPrefix ? "prefix" : "whole");
  }
}

/**
 * Returns true when both have the same digits: typos are in letters, 1e is not 2e, and a house number is no part of a
 * name. Years may be mistyped.
 */
function haveSameDigits(a: string, b: string): boolean {
  const [ofA, ofB] = [a, b].map((text) => text.replace(/\D+/g, "")) as [string, string];
  return ofA === ofB || Math.min(ofA.length, ofB.length) >= MIN_DIGITS_OF_YEARS;
}

const MIN_DIGITS_OF_YEARS = 6;

function wordSets(index: StreetIndex, words: readonly string[]): WordSet[] {
  return words.map((text) => {
    const id = findWord(index.words, text);
    return { text, ids: id < 0 ? new Map() : new Map([[id, 0]]) };
  });
}

/** Minimum letters of a word to look names up by: a shorter one may be an initial, not listed with its names. */
const MIN_ANCHOR_LENGTH = 3;
/** Maximum names of one lookup: a word that more have ("van") finds none, a prefix that more have finds that many. */
const MAX_NAMES_OF_LOOKUP = 4_000;
/** Maximum streets of a word on its own: one that more have ("de") finds none. */
const MAX_STREETS_OF_WORD = 10_000;

/** Adds names that hold all the words; checks only the names of the rarest word. */
function addWords(index: StreetIndex, hits: NameHits, sets: readonly WordSet[]): void {
  let names: ArrayLike<number> | undefined;
  for (const set of sets) {
    if (!isAnchor(set) && (sets.length > 1 || set.range !== undefined)) {
      continue;
    }
    const found = namesOfWordSet(index, set);
    if (names === undefined || found.length < names.length) {
      names = found;
    }
  }
  names ??= namesOfWordSet(index, sets.at(-1)!);
  if (isWordAlone(sets) && countStreets(index, names) > MAX_STREETS_OF_WORD) {
    return;
  }
  for (let i = 0; i < names.length; i++) {
    const hit = alignWords(index, names[i]!, sets);
    if (hit !== undefined) {
      keepBest(hits, names[i]!, hit);
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

/** Adds names that begin with the words, or that hold them with the last as a prefix. */
function addPrefixes(index: StreetIndex, hits: NameHits, { tokens, maxPrefixMatches }: NameLookup): void {
  const last = tokens.at(-1)!;
  const before = canonicalWords(tokens.slice(0, -1));
  for (const form of lastWordForms(last)) {
    addKeyPrefixes(index, hits, before.join("") + form, maxPrefixMatches);
    const range = prefixRange(index.words, form);
    const isEnough = last.length < MIN_INNER_PREFIX_LENGTH && hits.size >= MIN_HITS_TO_SKIP_SHORT_PREFIX;
    if (!isEnough && range.to > range.from) {
      addWords(index, hits, [...wordSets(index, before), { text: form, ids: new Map(), range }]);
    }
  }
}

function addKeyPrefixes(
  index: StreetIndex,
  hits: NameHits,
  prefix: string,
  limit = MAX_NAMES_OF_LOOKUP,
): void {
  const { keyStarts } = index.arrays;
  const { from, to } = prefixRange(index.keys, prefix);
  const range = { from, to: Math.min(to, from + MAX_NAMES_OF_LOOKUP) };
  const longest = lengthOfShortest(index.keys, range, limit);
  for (let key = from; key < range.to; key++) {
    const length = keyStarts[key + 1]! - keyStarts[key]!;
    if (length > longest) {
      continue;
    }
    const coverage = prefix.length / Math.max(1, length);
    for (const name of index.namesOfKey(key)) {
      if (index.kindOfKey(key, name) !== "core") {
        keepBest(hits, name, { kind: "prefix", edits: 0, coverage });
      }
    }
  }
}

/** Minimum letters of a prefix of a word inside a name; fewer only below MIN_HITS_TO_SKIP_SHORT_PREFIX hits. */
const MIN_INNER_PREFIX_LENGTH = 3;
const MIN_HITS_TO_SKIP_SHORT_PREFIX = 60;

/** Returns the last word as typed, with y as ij, and in canonical form unless that is shorter. */
function lastWordForms(last: string): Set<string> {
  const canonical = canonicalWords([last]).filter((word) => word.length >= last.length);
  return new Set([last, last.replaceAll("y", "ij"), ...canonical]);
}

/** Maximum words of the index tried for one mistyped word. */
const MAX_NEAR_WORDS = 40;

/** Adds names that hold all the words, each within the edits its length allows, and `edits` in total. */
function addNearWords(index: StreetIndex, hits: NameHits, words: readonly string[], edits: number): void {
  if (words.length < 2 && words[0]!.length < 8) {
    return;
  }
  const sets = words.map((text): WordSet => {
    const exact = findWord(index.words, text);
    // Typos are in letters: the 6 of "haviklaan6" is not corrected.
    const maxDistance = /\d/.test(text) ? 0 : Math.min(edits, allowedEdits(text.length));
    if (exact >= 0 || maxDistance === 0) {
      return { text, ids: exact < 0 ? new Map() : new Map([[exact, 0]]) };
    }
    const near = nearWords(index.words, text, { maxDistance, sameFirstLetter: true }).slice(
      0,
      MAX_NEAR_WORDS,
    );
    return { text, ids: new Map(near.map(({ position, distance }) => [position, distance])) };
  });
  if (sets.some(({ text, ids }) => text.length >= MIN_ANCHOR_LENGTH && ids.size === 0)) {
    return;
  }
  const found: NameHits = new Map();
  addWords(index, found, sets);
  for (const [name, hit] of found) {
    if (hit.edits <= edits) {
      keepBest(hits, name, hit);
    }
  }
}

/** Returns the words of a name, for the trace. */
export function nameText(index: StreetIndex, name: number): string {
  return [...index.wordsOfName(name)].map((word) => wordAt(index.words, word)).join(" ");
}
