/** Finds the street names that words may mean: by exact key, by prefix, by edit distance and word by word. */

import type { Budget } from "../index/budget.ts";
import { keysWithoutTitles } from "../index/core-names.ts";
import { allowedEdits, nearWordsByFirstLetter } from "../index/edit-distance.ts";
import { keepsEndWords } from "../index/end-words.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { findWord, lengthOfShortest, prefixRange, wordAt } from "../index/vocabulary.ts";
import { canonicalWords, literalKey } from "../line/normalize.ts";
import {
  addNamesWithNearWords,
  addNamesWithWords,
  exactWordSets,
  MAX_NAMES_OF_LOOKUP,
} from "./find-names-by-word.ts";
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
    if (!isPrefix && !(haveSameDigits(key, whole) && keepsEndWords(words, distance, () => key))) {
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

/** Minimum letters of a prefix of a word inside a name; fewer only below MIN_HITS_TO_SKIP_SHORT_PREFIX hits. */
const MIN_INNER_PREFIX_LENGTH = 3;
const MIN_HITS_TO_SKIP_SHORT_PREFIX = 60;

/** Adds names that begin with the words, or that hold them with the last as a prefix. */
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
