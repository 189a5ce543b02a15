/** Street names that words may mean, each way of looking on its own. */
import { alignWords, type WordSet } from "./align-words.ts";
import { keysWithoutTitles } from "./core-names.ts";
import { allowedEdits, nearWords } from "./edit-distance.ts";
import { keepsEndWords } from "./kept-words.ts";
import { canonicalWords, literalKey } from "./normalize.ts";
import type { StreetIndex } from "./street-index.ts";
import { findWord, lengthOfShortest, prefixRange, wordAt } from "./vocabulary.ts";

/**
 * How words fit a name, best first. `literal`: as the registry spells it. `whole`: all of it. `core`: all but titles and initials. `all`: all its words, in another order or some as initials. `stripped`: only without
 * the titles and initials that were typed. `begun`: its beginning. `words`: some of its words, in any order, or
 * their initials.
 */
const NAME_KINDS = ["literal", "whole", "core", "all", "stripped", "begun", "words"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export interface NameHit {
  readonly kind: NameKind;
  readonly edits: number;
  /** Which part of the name's letters was typed, of `stripped` which part of what was typed is in the name; 0 to 1. */
  readonly coverage: number;
}
/** Whether the words are all of a name, or all but titles and initials. */
export function isComplete({ kind }: NameHit): boolean {
  return kind === "literal" || kind === "whole" || kind === "core";
}

/** By name. */
export type NameHits = Map<number, NameHit>;

/** What is looked for: words as typed; while typing, the last may be only begun. */
export interface SoughtName {
  readonly chunks: readonly string[];
  readonly isPrefix: boolean;
  /** Most edits in all; 0 looks nothing up by distance. */
  readonly edits: 0 | 1 | 2;
  /** So many of the names that begin with the words are enough, those of which most was typed. */
  readonly mostBegun?: number | undefined;
}

const MIN_LENGTH_OF_PREFIX_EDITS = 5;

/** Every name the words fit, each with its best fit. */
export function findNames(index: StreetIndex, sought: SoughtName): NameHits {
  const hits: NameHits = new Map();
  const words = canonicalWords(sought.chunks);
  if (words.length === 0) return hits;
  if (sought.edits > 0) {
    addNear(index, hits, words, sought);
    if (hits.size === 0) addNearWords(index, hits, words, sought.edits);
    return hits;
  }
  addWhole(index, hits, words, literalKey(sought.chunks));
  addWords(index, hits, wordSets(index, words));
  if (sought.isPrefix) addBegun(index, hits, sought);
  return hits;
}

function keep(hits: NameHits, name: number, hit: NameHit): void {
  const known = hits.get(name);
  if (known === undefined || worth(hit) > worth(known)) hits.set(name, hit);
}

/** Orders fits of one name or one street, the best highest. */
export function worth({ kind, edits, coverage }: NameHit): number {
  return 10 * (NAME_KINDS.length - NAME_KINDS.indexOf(kind)) - 15 * edits + coverage;
}

/** Keys that the words are, written without spaces: "kerk straat" too. Their own cores as well: "Dr. Thorbeckelaan". */
function addWhole(index: StreetIndex, hits: NameHits, words: readonly string[], literal: string): void {
  const whole = words.join("");
  addKey(index, hits, findWord(index.keys, literal), 0, "literal");
  addKey(index, hits, findWord(index.keys, whole), 0, "whole");
  for (const core of keysWithoutTitles(words)) {
    if (core === whole) continue;
    addKey(index, hits, findWord(index.keys, core), 0, "stripped", core.length / whole.length);
  }
}

/** `kind` is how the words are the key; how the key is the name may be less. `coverage` is how much of the words it is. */
function addKey(
  index: StreetIndex,
  hits: NameHits,
  key: number,
  edits: number,
  kind: NameKind,
  coverage = 1,
): void {
  if (key < 0) return;
  for (const name of index.namesOfKey(key)) {
    const kindOfKey = index.kindOfKey(key, name);
    const isLess = NAME_KINDS.indexOf(kindOfKey) > NAME_KINDS.indexOf(kind);
    keep(hits, name, { kind: isLess ? kindOfKey : kind, edits, coverage });
  }
}

function addNear(index: StreetIndex, hits: NameHits, words: readonly string[], sought: SoughtName): void {
  addNearKey(index, hits, words, sought);
  if (literalKey(sought.chunks) !== words.join("")) addNearKey(index, hits, sought.chunks, sought);
}

function addNearKey(index: StreetIndex, hits: NameHits, words: readonly string[], sought: SoughtName): void {
  const whole = words.join("");
  const maxDistance = Math.min(sought.edits, allowedEdits(whole.length + 1));
  if (maxDistance === 0) return;
  const isPrefix = sought.isPrefix && whole.length >= MIN_LENGTH_OF_PREFIX_EDITS;
  const options = { maxDistance, isPrefix };
  const near = nearWords(index.keys, whole, { ...options, sameFirstLetter: true });
  // A typo in the first letter: everything is looked through, so only for one edit.
  const found = near.length > 0 ? near : nearWords(index.keys, whole, { maxDistance: 1, isPrefix });
  for (const { position, distance } of found) {
    const key = wordAt(index.keys, position);
    const isAllowed = distance <= allowedEdits(Math.max(whole.length, key.length));
    if (!isAllowed) continue;
    if (!isPrefix && !(haveSameDigits(key, whole) && keepsEndWords(words, distance, () => key))) continue;
    addKey(index, hits, position, distance, isPrefix ? "begun" : "whole");
  }
}

/** Typos are in letters: 1e is not 2e, and a house number is no part of a name. Years may be mistyped. */
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

/** Fewer letters may be initials, which names have that are not found by them. */
const MIN_ANCHOR_LENGTH = 3;
/** A word ("van") or beginning that more names have leads to none, or to that many of them. */
const MAX_BEGUN_NAMES = 4_000;
/** A word ("de") that more streets have says nothing on its own. */
const MAX_STREETS_OF_WORD = 10_000;

/** Names that hold all the words. Looks at the names of the rarest word only. */
function addWords(index: StreetIndex, hits: NameHits, sets: readonly WordSet[]): void {
  let names: ArrayLike<number> | undefined;
  for (const set of sets) {
    if (!isAnchor(set) && (sets.length > 1 || set.range !== undefined)) continue;
    const led = namesLedTo(index, set);
    if (names === undefined || led.length < names.length) names = led;
  }
  names ??= namesLedTo(index, sets.at(-1)!);
  if (isWordAlone(sets) && streetsOf(index, names) > MAX_STREETS_OF_WORD) return;
  for (let i = 0; i < names.length; i++) {
    const hit = alignWords(index, names[i]!, sets);
    if (hit !== undefined) keep(hits, names[i]!, hit);
  }
}

function isWordAlone(sets: readonly WordSet[]): boolean {
  return sets.length === 1 && sets[0]!.range === undefined;
}

function streetsOf({ arrays }: StreetIndex, names: ArrayLike<number>): number {
  let streets = 0;
  for (let i = 0; i < names.length; i++) {
    streets += arrays.nameStreetStarts[names[i]! + 1]! - arrays.nameStreetStarts[names[i]!]!;
  }
  return streets;
}

function isAnchor({ text, range }: WordSet): boolean {
  return range === undefined && (text.length >= MIN_ANCHOR_LENGTH || /^\d/.test(text));
}

function namesLedTo(index: StreetIndex, { ids, range }: WordSet): ArrayLike<number> {
  if (ids.size === 1 && range === undefined) {
    const names = index.namesOfWord([...ids.keys()][0]!);
    return names.length > MAX_BEGUN_NAMES ? [] : names;
  }
  const names = new Set<number>();
  for (const id of ids.keys()) for (const name of index.namesOfWord(id)) names.add(name);
  if (range !== undefined) {
    const { wordNames, wordNameStarts } = index.arrays;
    const from = wordNameStarts[range.from]!;
    const to = Math.min(wordNameStarts[range.to]!, from + MAX_BEGUN_NAMES);
    for (let i = from; i < to; i++) names.add(wordNames[i]!);
  }
  return [...names];
}

/** Names of which the words are the beginning, or that hold them when the last is only begun. */
function addBegun(index: StreetIndex, hits: NameHits, { chunks, mostBegun }: SoughtName): void {
  const last = chunks.at(-1)!;
  const before = canonicalWords(chunks.slice(0, -1));
  for (const ending of endingsOf(last)) {
    addBegunKeys(index, hits, before.join("") + ending, mostBegun);
    const range = prefixRange(index.words, ending);
    const isEnough = last.length < MIN_INNER_BEGINNING && hits.size >= MANY_NAMES;
    if (!isEnough && range.to > range.from)
      addWords(index, hits, [...wordSets(index, before), { text: ending, ids: new Map(), range }]);
  }
}

function addBegunKeys(index: StreetIndex, hits: NameHits, prefix: string, most = MAX_BEGUN_NAMES): void {
  const { keyStarts } = index.arrays;
  const { from, to } = prefixRange(index.keys, prefix);
  const range = { from, to: Math.min(to, from + MAX_BEGUN_NAMES) };
  const longest = lengthOfShortest(index.keys, range, most);
  for (let key = from; key < range.to; key++) {
    const length = keyStarts[key + 1]! - keyStarts[key]!;
    if (length > longest) continue;
    const coverage = prefix.length / Math.max(1, length);
    for (const name of index.namesOfKey(key)) {
      if (index.kindOfKey(key, name) !== "core") keep(hits, name, { kind: "begun", edits: 0, coverage });
    }
  }
}

/** Two letters of a word inside a name are looked for only when few names begin with them. */
const MIN_INNER_BEGINNING = 3;
const MANY_NAMES = 60;

/** As typed, and what the index makes of it, unless that is less than was typed. */
function endingsOf(last: string): Set<string> {
  const canonical = canonicalWords([last]).filter((word) => word.length >= last.length);
  return new Set([last, last.replaceAll("y", "ij"), ...canonical]);
}

/** Most words of the index that one mistyped word may be. */
const MAX_NEAR_WORDS = 40;

/** Names that hold all the words, each mistyped at most as its length allows and all together `edits` times. */
function addNearWords(index: StreetIndex, hits: NameHits, words: readonly string[], edits: number): void {
  if (words.length < 2 && words[0]!.length < 8) return;
  const sets = words.map((text): WordSet => {
    const exact = findWord(index.words, text);
    // Typos are in letters: the 6 of "haviklaan6" is none.
    const maxDistance = /\d/.test(text) ? 0 : Math.min(edits, allowedEdits(text.length));
    if (exact >= 0 || maxDistance === 0) return { text, ids: exact < 0 ? new Map() : new Map([[exact, 0]]) };
    const near = nearWords(index.words, text, { maxDistance, sameFirstLetter: true }).slice(
      0,
      MAX_NEAR_WORDS,
    );
    return { text, ids: new Map(near.map(({ position, distance }) => [position, distance])) };
  });
  if (sets.some(({ text, ids }) => text.length >= MIN_ANCHOR_LENGTH && ids.size === 0)) return;
  const found: NameHits = new Map();
  addWords(index, found, sets);
  for (const [name, hit] of found) if (hit.edits <= edits) keep(hits, name, hit);
}

/** The words of a name, for the trace. */
export function nameText(index: StreetIndex, name: number): string {
  return [...index.wordsOfName(name)].map((word) => wordAt(index.words, word)).join(" ");
}
