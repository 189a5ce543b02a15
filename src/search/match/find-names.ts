/** Finds the street names that words may mean: by exact key, by prefix, by edit distance and word by word. */

import { keepsEndWords, keepsLastWord, keysWithoutTitles } from "../index/core-names.ts";
import {
  allowedEdits,
  type Budget,
  type NearOptions,
  nearWords,
  nearWordsByFirstLetter,
} from "../index/edit-distance.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { findWord, lengthOfShortest, type PositionRange, prefixRange, wordAt } from "../index/vocabulary.ts";
import { canonicalWords, literalKey } from "../line/normalize.ts";
import { FoundNames, type NameHits } from "./name-hits.ts";

/** Words to look up, as typed; with `isPrefix` the last may be a prefix. */
export interface NameLookup {
  readonly tokens: readonly string[];
  readonly isPrefix: boolean;
  /** Maximum edits in total; 0 skips the lookup by edit distance. */
  readonly edits: 0 | 1 | 2;
  /** Pays for the lookup by edit distance. */
  readonly budget: Budget;
  /** Number of prefix matches to keep, those with the highest coverage; ties in length are kept as well. */
  readonly maxPrefixMatches?: number | undefined;
}

/** Returns every name that the words fit, each with its best fit. */
export function findNames(index: StreetIndex, lookup: NameLookup): NameHits {
  const found = new FoundNames(index);
  const words = canonicalWords(lookup.tokens);
  if (words.length === 0) {
    return found.hits;
  }
  if (lookup.edits > 0) {
    addNear(found, words, lookup);
    if (found.hits.size === 0) {
      addNamesWithNearWords(found, words, lookup);
    }
    return found.hits;
  }
  addExact(found, words, literalKey(lookup.tokens));
  addNamesWithWords(found, exactWordSets(index, words));
  if (lookup.isPrefix) {
    addPrefixes(found, lookup);
  }
  return found.hits;
}

/** Adds names whose key is the words joined ("kerk straat" too) or a core of the words ("Dr. Thorbeckelaan"). */
function addExact(found: FoundNames, words: readonly string[], literal: string): void {
  const whole = words.join("");
  addExactKey(found, literal, { kind: "literal", coverage: 1 });
  addExactKey(found, whole, { kind: "whole", coverage: 1 });
  for (const core of keysWithoutTitles(words)) {
    if (core !== whole) {
      addExactKey(found, core, { kind: "stripped", coverage: core.length / whole.length });
    }
  }
}

function addExactKey(
  found: FoundNames,
  text: string,
  fit: { kind: "literal" | "whole" | "stripped"; coverage: number },
): void {
  const key = findWord(found.index.keys, text);
  if (key >= 0) {
    found.addKey(key, { ...fit, edits: 0 });
  }
}

function addNear(found: FoundNames, words: readonly string[], lookup: NameLookup): void {
  addNearKey(found, words, lookup);
  if (literalKey(lookup.tokens) !== words.join("")) {
    addNearKey(found, lookup.tokens, lookup);
  }
}

const MIN_LENGTH_OF_PREFIX_EDITS = 5;

function addNearKey(found: FoundNames, words: readonly string[], lookup: NameLookup): void {
  const { keys } = found.index;
  const whole = words.join("");
  const maxDistance = Math.min(lookup.edits, allowedEdits(whole.length + 1));
  if (maxDistance === 0) {
    return;
  }
  const { budget } = lookup;
  const isPrefix = lookup.isPrefix && whole.length >= MIN_LENGTH_OF_PREFIX_EDITS;
  for (const { position, distance } of nearWordsByFirstLetter(keys, whole, {
    maxDistance,
    isPrefix,
    budget,
  })) {
    const key = wordAt(keys, position);
    const isAllowed = distance <= allowedEdits(Math.max(whole.length, key.length));
    if (!isAllowed) {
      continue;
    }
    const isKept = isPrefix
      ? haveBegunDigits(key, whole) && keepsLastWord(words, distance, key)
      : haveSameDigits(key, whole) && keepsEndWords(words, distance, () => key);
    if (!isKept) {
      continue;
    }
    found.addKey(position, { kind: isPrefix ? "prefix" : "whole", edits: distance, coverage: 1 });
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

/** Returns true when the typed digits are a prefix of the key's digits: a house number is not part of a name. */
function haveBegunDigits(key: string, typed: string): boolean {
  const [ofKey, ofTyped] = [key, typed].map((text) => text.replace(/\D+/g, "")) as [string, string];
  return ofKey.startsWith(ofTyped);
}

/** Minimum letters of a prefix of a word inside a name; fewer only below MIN_HITS_TO_SKIP_SHORT_PREFIX hits. */
const MIN_INNER_PREFIX_LENGTH = 3;
const MIN_HITS_TO_SKIP_SHORT_PREFIX = 60;

/** Adds names that begin with the words, or that contain them with the last as a prefix. */
function addPrefixes(found: FoundNames, { tokens, maxPrefixMatches }: NameLookup): void {
  const { index, hits } = found;
  const last = tokens.at(-1)!;
  const before = canonicalWords(tokens.slice(0, -1));
  for (const form of lastWordForms(last)) {
    addKeyPrefixes(found, before.join("") + form, maxPrefixMatches);
    const range = prefixRange(index.words, form);
    const isEnough = last.length < MIN_INNER_PREFIX_LENGTH && hits.size >= MIN_HITS_TO_SKIP_SHORT_PREFIX;
    if (!isEnough && range.to > range.from) {
      addNamesWithWords(found, [...exactWordSets(index, before), { text: form, ids: new Map(), range }]);
    }
  }
}

function addKeyPrefixes(found: FoundNames, prefix: string, limit = MAX_NAMES_OF_LOOKUP): void {
  const { index } = found;
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
        found.add(name, { kind: "prefix", edits: 0, coverage });
      }
    }
  }
}

/** Returns the last word as typed, with y as ij, and in canonical form unless that is shorter. */
function lastWordForms(last: string): Set<string> {
  const canonical = canonicalWords([last]).filter((word) => word.length >= last.length);
  return new Set([last, last.replaceAll("y", "ij"), ...canonical]);
}

/** Returns a set for each word, with its position in the index if it has one. */
function exactWordSets(index: StreetIndex, words: readonly string[]): WordSet[] {
  return words.map((text) => exactWordSet(index, text));
}

function exactWordSet(index: StreetIndex, text: string): WordSet {
  const id = findWord(index.words, text);
  return { text, ids: id < 0 ? new Map() : new Map([[id, 0]]) };
}

/** Minimum letters of a word to look names up by: a shorter one may be an initial, which does not find its names. */
const MIN_ANCHOR_LENGTH = 3;
/** Maximum names of one lookup. A word with more names ("van") finds none, a prefix with more finds that many. */
const MAX_NAMES_OF_LOOKUP = 4_000;
/** Maximum streets of a word on its own. A word with more streets ("de") finds none. */
const MAX_STREETS_OF_WORD = 10_000;

/** Adds names that contain all the words; checks only the names of the rarest word. */
function addNamesWithWords(found: FoundNames, sets: readonly WordSet[]): void {
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

/** Adds names that contain all the words, each within the edits its length allows, and `edits` in total. */
function addNamesWithNearWords(found: FoundNames, words: readonly string[], lookup: NearLookup): void {
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

/** Word of a query, with the words of the index that it may be; it may also match as an initial. */
interface WordSet {
  readonly text: string;
  /** Positions of words in the index, with the edits of each. */
  readonly ids: ReadonlyMap<number, number>;
  /** Range of further words that it may be. */
  readonly range?: PositionRange;
}

interface Alignment {
  /** `all`: every word of the name is given, some perhaps as initials. */
  readonly kind: "all" | "words";
  readonly edits: number;
  /** Part of the name's letters that was typed. */
  readonly coverage: number;
}

/** Assigns to each query word a word of the name; `undefined` when a query word fits no word. Hot: no allocation. */
function alignWords(index: StreetIndex, name: number, sets: readonly WordSet[]): Alignment | undefined {
  const { nameWordStarts, nameWords, wordStarts } = index.arrays;
  const from = nameWordStarts[name]!;
  const to = nameWordStarts[name + 1]!;
  if (to - from < sets.length) {
    return undefined;
  }
  let used = 0;
  let typed = 0;
  let edits = 0;
  let isAll = to - from === sets.length;
  for (const set of sets) {
    let at = from;
    while (at < to && ((used & (1 << (at - from))) !== 0 || !fits(index, set, nameWords[at]!))) {
      at++;
    }
    if (at === to) {
      return undefined;
    }
    const id = nameWords[at]!;
    used |= 1 << (at - from);
    isAll &&= set.ids.has(id) || (at < to - 1 && isInitial(index, set, id));
    edits += set.ids.get(id) ?? 0;
    typed += Math.min(set.text.length, wordStarts[id + 1]! - wordStarts[id]!);
  }
  let total = 0;
  for (let at = from; at < to; at++) {
    total += wordStarts[nameWords[at]! + 1]! - wordStarts[nameWords[at]!]!;
  }
  return { kind: isAll ? "all" : "words", edits, coverage: total === 0 ? 0 : Math.min(1, typed / total) };
}

function fits(index: StreetIndex, { text, ids, range }: WordSet, id: number): boolean {
  if (ids.has(id) || (range !== undefined && id >= range.from && id < range.to)) {
    return true;
  }
  const { bytes, starts } = index.words;
  const start = starts[id]!;
  if (bytes[start] !== text.charCodeAt(0)) {
    return false;
  }
  const isInitial = text.length === 1 || starts[id + 1]! - start === 1;
  return isInitial && /^[a-z]/.test(text);
}

/**
 * Returns true when one word is an initial of the other, as of a first name. The canonical forms of de, het and 's
 * (d, t, s) are no initials. The caller excludes the last word.
 */
function isInitial({ words }: StreetIndex, { text }: WordSet, id: number): boolean {
  const start = words.starts[id]!;
  const isShort = words.starts[id + 1]! - start === 1;
  const letter = isShort ? String.fromCharCode(words.bytes[start]!) : text;
  return /^[a-ce-ru-z]$/.test(letter);
}
