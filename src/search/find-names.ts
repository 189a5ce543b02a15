/** Street names that words may mean, each way of looking on its own. */
import { coreKeys } from "./core-names.ts";
import { allowedEdits, nearWords } from "./edit-distance.ts";
import { canonicalWords, literalKey } from "./normalize.ts";
import type { StreetIndex } from "./street-index.ts";
import { findWord, prefixRange, type Range, wordAt } from "./vocabulary.ts";

/**
 * How words fit a name, best first. `whole`: all of it. `core`: all but titles and initials. `stripped`: only without
 * the titles and initials that were typed. `begun`: its beginning. `words`: some of its words, in any order, or
 * their initials.
 */
export const NAME_KINDS = ["whole", "core", "stripped", "begun", "words"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export interface NameHit {
  readonly kind: NameKind;
  readonly edits: number;
  /** Which part of the name's letters was typed, 0 to 1. */
  readonly coverage: number;
}
/** By name. */
export type NameHits = Map<number, NameHit>;

/** What is looked for: words as typed; while typing, the last may be only begun. */
export interface SoughtName {
  readonly chunks: readonly string[];
  readonly isPrefix: boolean;
  /** Most edits in all; 0 looks nothing up by distance. */
  readonly edits: 0 | 1 | 2;
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
  addWhole(index, hits, words);
  addWords(index, hits, wordSets(index, words));
  if (sought.isPrefix) addBegun(index, hits, sought.chunks);
  return hits;
}

function keep(hits: NameHits, name: number, hit: NameHit): void {
  const known = hits.get(name);
  if (known === undefined || worth(hit) > worth(known)) hits.set(name, hit);
}

function worth({ kind, edits, coverage }: NameHit): number {
  return 10 * (NAME_KINDS.length - NAME_KINDS.indexOf(kind)) - 15 * edits + coverage;
}

/** Keys that the words are, written without spaces: "kerk straat" too. Their own cores as well: "Dr. Thorbeckelaan". */
function addWhole(index: StreetIndex, hits: NameHits, words: readonly string[]): void {
  const whole = words.join("");
  addKey(index, hits, findWord(index.keys, whole), 0, "whole");
  for (const core of coreKeys(words)) {
    if (core !== whole) addKey(index, hits, findWord(index.keys, core), 0, "stripped");
  }
}

function addKey(index: StreetIndex, hits: NameHits, key: number, edits: number, kind: NameKind): void {
  if (key < 0) return;
  const { keyNameStarts, keyNames, keyIsCore } = index.arrays;
  for (let i = keyNameStarts[key]!; i < keyNameStarts[key + 1]!; i++) {
    keep(hits, keyNames[i]!, { kind: keyIsCore[i] && kind === "whole" ? "core" : kind, edits, coverage: 1 });
  }
}

function addNear(index: StreetIndex, hits: NameHits, words: readonly string[], sought: SoughtName): void {
  for (const whole of new Set([words.join(""), literalKey(sought.chunks)])) {
    addNearKey(index, hits, whole, sought);
  }
}

function addNearKey(index: StreetIndex, hits: NameHits, whole: string, sought: SoughtName): void {
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
    if (!isAllowed || (!isPrefix && !haveSameDigits(key, whole))) continue;
    addKey(index, hits, position, distance, isPrefix ? "begun" : "whole");
  }
}

/** Typos are in letters: 1e is not 2e, and a house number is no part of a name. Years may be mistyped. */
function haveSameDigits(a: string, b: string): boolean {
  const [ofA, ofB] = [a, b].map((text) => text.replace(/\D+/g, "")) as [string, string];
  return ofA === ofB || Math.min(ofA.length, ofB.length) >= MIN_DIGITS_OF_YEARS;
}

const MIN_DIGITS_OF_YEARS = 6;

/** A word of the query: the words of the index it may be, or an initial. */
interface WordSet {
  readonly text: string;
  /** Positions, with the edits each takes. */
  readonly ids: ReadonlyMap<number, number>;
  /** Any word in this range too. */
  readonly range?: Range;
}

function wordSets(index: StreetIndex, words: readonly string[]): WordSet[] {
  return words.map((text) => {
    const id = findWord(index.words, text);
    return { text, ids: id < 0 ? new Map() : new Map([[id, 0]]) };
  });
}

/** Fewer letters are too common to lead to a name. */
const MIN_ANCHOR_LENGTH = 3;
/** A word ("van") or beginning that more names have leads to none, or to that many of them. */
const MAX_BEGUN_NAMES = 4_000;

/** Names that hold all the words. Looks at the names of the rarest word only. */
function addWords(index: StreetIndex, hits: NameHits, sets: readonly WordSet[]): void {
  let names: number[] | Uint32Array | undefined;
  for (const set of sets) {
    if (set.range !== undefined || (sets.length > 1 && set.text.length < MIN_ANCHOR_LENGTH)) continue;
    const led = namesLedTo(index, set);
    if (names === undefined || led.length < names.length) names = led;
  }
  if (names === undefined && sets.length > 0) names = namesLedTo(index, sets.at(-1)!);
  for (const name of names ?? []) {
    const hit = alignWords(index, name, sets);
    if (hit !== undefined) keep(hits, name, hit);
  }
}

function namesLedTo(index: StreetIndex, { ids, range }: WordSet): number[] | Uint32Array {
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

/** Gives each word of the query one word of the name; `undefined` when one of them finds none. */
function alignWords(index: StreetIndex, name: number, sets: readonly WordSet[]): NameHit | undefined {
  const ids = index.wordsOfName(name);
  if (ids.length < sets.length) return undefined;
  const { starts } = index.words;
  let used = 0;
  let typed = 0;
  let total = 0;
  let edits = 0;
  for (const id of ids) total += starts[id + 1]! - starts[id]!;
  for (const set of sets) {
    const at = ids.findIndex((id, i) => (used & (1 << i)) === 0 && fits(index, set, id));
    if (at < 0) return undefined;
    used |= 1 << at;
    edits += set.ids.get(ids[at]!) ?? 0;
    typed += Math.min(set.text.length, starts[ids[at]! + 1]! - starts[ids[at]!]!);
  }
  return { kind: "words", edits, coverage: total === 0 ? 0 : Math.min(1, typed / total) };
}

function fits(index: StreetIndex, { text, ids, range }: WordSet, id: number): boolean {
  if (ids.has(id) || (range !== undefined && id >= range.from && id < range.to)) return true;
  const { bytes, starts } = index.words;
  const isInitial = text.length === 1 || starts[id + 1]! - starts[id]! === 1;
  return isInitial && bytes[starts[id]!] === text.charCodeAt(0) && /^[a-z]/.test(text);
}

/** Names of which the words are the beginning, or that hold them when the last is only begun. */
function addBegun(index: StreetIndex, hits: NameHits, chunks: readonly string[]): void {
  const last = chunks.at(-1)!;
  const before = canonicalWords(chunks.slice(0, -1));
  for (const ending of endingsOf(last)) {
    const { from, to } = prefixRange(index.keys, before.join("") + ending);
    const { keyNameStarts, keyNames, keyStarts, keyIsCore } = index.arrays;
    const length = before.join("").length + ending.length;
    for (let key = from; key < Math.min(to, from + MAX_BEGUN_NAMES); key++) {
      const coverage = length / Math.max(1, keyStarts[key + 1]! - keyStarts[key]!);
      for (let i = keyNameStarts[key]!; i < keyNameStarts[key + 1]!; i++) {
        if (!keyIsCore[i]) keep(hits, keyNames[i]!, { kind: "begun", edits: 0, coverage });
      }
    }
    const range = prefixRange(index.words, ending);
    const isEnough = last.length < MIN_INNER_BEGINNING && hits.size >= MANY_NAMES;
    if (!isEnough && range.to > range.from)
      addWords(index, hits, [...wordSets(index, before), { text: ending, ids: new Map(), range }]);
  }
}

/** Two letters of a word inside a name are looked for only when few names begin with them. */
const MIN_INNER_BEGINNING = 3;
const MANY_NAMES = 200;

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
    const maxDistance = Math.min(edits, allowedEdits(text.length));
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
