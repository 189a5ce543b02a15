/**
 * Finds the words of a vocabulary within a few edits of another word. An edit is a letter inserted, deleted or
 * replaced, or two adjacent letters swapped (optimal string alignment: no letter is edited twice).
 */
import { memoizePerObject } from "../../base/memoize.ts";
import { findWord, prefixRange, type VocabularyArrays, wordCount } from "./vocabulary.ts";

export interface NearOptions {
  /** 1 or 2. */
  readonly maxDistance: number;
  /** Pays for the cells of the distance table. */
  readonly budget: Budget;
  /** Also finds words with a prefix within that distance. */
  readonly isPrefix?: boolean;
  /** Only words with the same first letter: twenty times faster, and typos are rarely there. */
  readonly sameFirstLetter?: boolean;
}

export interface NearWord {
  readonly position: number;
  readonly distance: number;
}

/** Returns the edits allowed in a word of that length: 1 from 4 letters, 2 from 8. */
export function allowedEdits(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

const MAX_WORD = 96;
const WIDTH = MAX_WORD + 1;
/** Buffer of the distance table in use; calls can share it because they are synchronous. */
const buffer = new Uint8Array(WIDTH * WIDTH);

/** Distance table: row `i` compares the first `i` letters of a word in `bytes` with every prefix of the word sought. */
class DistanceTable {
  readonly #bytes: Uint8Array;
  /** Letters of the word sought, from position 1 on. */
  readonly #sought: Uint8Array;
  readonly #length: number;
  readonly #limit: number;

  constructor(bytes: Uint8Array, sought: string, limit: number) {
    this.#bytes = bytes;
    this.#length = sought.length;
    this.#limit = limit;
    this.#sought = new Uint8Array(sought.length + 1);
    buffer[0] = 0;
    for (let j = 1; j <= sought.length; j++) {
      buffer[j] = j;
      this.#sought[j] = sought.charCodeAt(j - 1);
    }
  }

  /** Returns the distance between the first `i` letters of a word and the complete word sought, from a filled row. */
  distanceAt(i: number): number {
    return buffer[i * WIDTH + this.#length]!;
  }

  /** Returns the least distance between the complete word sought and a prefix of at most `depth` letters. */
  nearestPrefix(depth: number): number {
    let nearest = 255;
    for (let i = 0; i <= depth; i++) {
      nearest = Math.min(nearest, this.distanceAt(i));
    }
    return nearest;
  }

  /**
   * Fills row `i` of the word that begins at `start`, within the limit of the diagonal, and returns its least cell.
   * Needs the rows above. Hot: no allocation.
   */
  fillRow(i: number, start: number): number {
    const sought = this.#sought;
    const length = this.#length;
    const limit = this.#limit;
    const row = i * WIDTH;
    const above = row - WIDTH;
    const letter = this.#bytes[start + i - 1]!;
    const before = i > 1 ? this.#bytes[start + i - 2]! : 0;
    const from = Math.max(1, i - limit);
    const to = Math.min(length, i + limit);
    const over = limit + 1;
    buffer[row] = Math.min(i, over);
    if (from > 1) {
      buffer[row + from - 1] = over;
    }
    let least = from === 1 ? buffer[row]! : over;
    for (let j = from; j <= to; j++) {
      const diagonal = buffer[above + j - 1]! + (sought[j] === letter ? 0 : 1);
      // The cell above the band's end was not filled by the row before.
      const up = (j === i + limit ? over : buffer[above + j]!) + 1;
      let cell = Math.min(Math.min(diagonal, up), Math.min(buffer[row + j - 1]! + 1, over));
      if (i > 1 && j > 1 && sought[j] === before && sought[j - 1] === letter) {
        cell = Math.min(cell, buffer[above - WIDTH + j - 2]! + 1);
      }
      buffer[row + j] = cell;
      least = Math.min(least, cell);
    }
    // Read as the distance of the whole word, so it must not be stale from an earlier word.
    if (to < length || from > length) {
      buffer[row + length] = over;
    }
    return least;
  }
}

/**
 * Returns the near words in the order of the vocabulary, which is walked as a trie of shared prefixes. Consecutive
 * words with the same prefix share its rows, and are all skipped when every cell of a row is over the limit. Words
 * whose length or letters show that they are not near fill no rows.
 */
export function nearWords(vocabulary: VocabularyArrays, word: string, options: NearOptions): NearWord[] {
  const { maxDistance, budget, isPrefix = false, sameFirstLetter = false } = options;
  const found: NearWord[] = [];
  if (word.length === 0 || word.length > MAX_WORD) {
    return found;
  }
  const { bytes, starts, shared } = vocabulary;
  const table = new DistanceTable(bytes, word, maxDistance);
  const mayBeNear = createNearFilter(vocabulary, word, { maxDistance, isPrefix });
  const range = sameFirstLetter ? prefixRange(vocabulary, word[0]!) : { from: 0, to: shared.length };
  let rows = 0;
  let depth = 0;
  let isOver = false;
  for (let i = range.from; i < range.to; i++) {
    if (shared[i]! < depth) {
      depth = shared[i]!;
      isOver = false;
    }
    if ((isOver && !isPrefix) || !mayBeNear(i)) {
      continue;
    }
    const start = starts[i]!;
    const size = Math.min(starts[i + 1]! - start, MAX_WORD);
    while (depth < size && !isOver) {
      depth++;
      rows++;
      isOver = table.fillRow(depth, start) > maxDistance;
    }
    const distance = isPrefix ? table.nearestPrefix(depth) : table.distanceAt(size);
    if (distance <= maxDistance && (isPrefix || !isOver)) {
      found.push({ position: i, distance });
    }
  }
  budget.spend(rows * (2 * maxDistance + 1) + Math.ceil((range.to - range.from) / WORDS_PER_CELL));
  return found;
}

/** Words that are ruled out by length and letters in the time of one cell. */
const WORDS_PER_CELL = 8;

/**
 * Returns the near words with the same first letter. Without any, returns the words one edit away with another first
 * letter: typing errors are rarely in the first letter.
 */
export function nearWordsByFirstLetter(
  vocabulary: VocabularyArrays,
  word: string,
  options: NearOptions,
): NearWord[] {
  const near = nearWords(vocabulary, word, { ...options, sameFirstLetter: true });
  if (near.length > 0 || word.length < 2 || word.length > MAX_WORD) {
    return near;
  }
  if (options.isPrefix) {
    return nearWords(vocabulary, word, { ...options, maxDistance: 1 });
  }
  return wordsWithOtherFirstLetter(vocabulary, word).map((position) => ({ position, distance: 1 }));
}

/** Returns the edits between two words, or `limit + 1` when there are more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) {
    return 0;
  }
  if (Math.abs(a.length - b.length) > limit || a.length > MAX_WORD || b.length > MAX_WORD) {
    return limit + 1;
  }
  const bytes = Uint8Array.from(a, (letter) => letter.charCodeAt(0));
  const table = new DistanceTable(bytes, b, limit);
  for (let i = 1; i <= a.length; i++) {
    if (table.fillRow(i, 0) > limit) {
      return limit + 1;
    }
  }
  return Math.min(table.distanceAt(a.length), limit + 1);
}

/**
 * Returns the positions of the words one edit from `word` (of two letters or more) that begin with another letter,
 * ascending. The edit is in the first letter: it was replaced, left out, too many, or swapped with the second.
 */
function wordsWithOtherFirstLetter(vocabulary: VocabularyArrays, word: string): number[] {
  const { bytes, starts } = vocabulary;
  const rest = word.slice(1);
  const swapped = word[1]! + word[0]! + word.slice(2);
  const positions = [
    ...wordsWithRest(vocabulary, rest),
    ...wordsWithRest(vocabulary, word),
    findWord(vocabulary, rest),
    findWord(vocabulary, swapped),
  ];
  return positions
    .filter((position) => position >= 0 && bytes[starts[position]!] !== word.charCodeAt(0))
    .sort((a, b) => a - b);
}

/** Returns the positions of the words that equal `rest` after their first letter. */
function wordsWithRest(vocabulary: VocabularyArrays, rest: string): number[] {
  const { bytes, starts } = vocabulary;
  const table = restTableOf(vocabulary);
  let hash = HASH_BASIS;
  for (let i = 0; i < rest.length; i++) {
    hash = addToHash(hash, rest.charCodeAt(i));
  }
  const isRest = (position: number) => {
    const from = starts[position]! + 1;
    let i = starts[position + 1]! - from === rest.length ? 0 : -1;
    while (i >= 0 && i < rest.length && bytes[from + i] === rest.charCodeAt(i)) {
      i++;
    }
    return i === rest.length;
  };
  const found: number[] = [];
  for (let slot = slotOf(table, hash); table[slot]! >= 0; slot = slotOf(table, slot + 1)) {
    if (isRest(table[slot]!)) {
      found.push(table[slot]!);
    }
  }
  return found;
}

/**
 * Hash table of the positions of words by their letters but the first: each is in the first free slot at or after its
 * hash; -1 is free. Made at first use: some 20 ms and two megabytes for the country.
 */
const restTableOf = memoizePerObject((vocabulary: VocabularyArrays) => {
  const { bytes, starts } = vocabulary;
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * wordCount(vocabulary) + 1))).fill(-1);
  for (let position = 0; position < wordCount(vocabulary); position++) {
    let hash = HASH_BASIS;
    for (let at = starts[position]! + 1; at < starts[position + 1]!; at++) {
      hash = addToHash(hash, bytes[at]!);
    }
    let slot = slotOf(table, hash);
    while (table[slot]! >= 0) {
      slot = slotOf(table, slot + 1);
    }
    table[slot] = position;
  }
  return table;
});

const HASH_BASIS = 0x811c9dc5;

/** FNV-1a. */
function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function slotOf(table: Int32Array, hash: number): number {
  return hash & (table.length - 1);
}

interface Nearness {
  readonly maxDistance: number;
  /** A prefix of the word may be the near one. */
  readonly isPrefix: boolean;
}

/** Returns a function, false for the position of a word that has more edits than `maxDistance`. Hot: no allocation. */
function createNearFilter(
  vocabulary: VocabularyArrays,
  sought: string,
  { maxDistance, isPrefix }: Nearness,
): (position: number) => boolean {
  const { starts } = vocabulary;
  const sets = letterSetsOf(vocabulary);
  const soughtSet = letterSetOf(sought);
  const minLength = sought.length - maxDistance;
  const maxLength = isPrefix ? Number.POSITIVE_INFINITY : sought.length + maxDistance;
  return (position) => {
    const length = starts[position + 1]! - starts[position]!;
    const set = sets[position]!;
    return (
      length >= minLength &&
      length <= maxLength &&
      hasAtMost(soughtSet & ~set, maxDistance) &&
      (isPrefix || hasAtMost(set & ~soughtSet, maxDistance))
    );
  };
}

/**
 * Letters of each word as bits; an edit adds and removes at most one. Made at first use: some ten milliseconds and a
 * megabyte for the country.
 */
const letterSetsOf = memoizePerObject((vocabulary: VocabularyArrays) => {
  const { bytes, starts } = vocabulary;
  const sets = new Uint32Array(wordCount(vocabulary));
  for (let i = 0; i < sets.length; i++) {
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      sets[i]! |= bitOf(bytes[at]!);
    }
  }
  return sets;
});

function letterSetOf(word: string): number {
  let set = 0;
  for (let i = 0; i < word.length; i++) {
    set |= bitOf(word.charCodeAt(i));
  }
  return set;
}

/** Returns the bit of a letter; digits share the bits of some letters. */
function bitOf(code: number): number {
  return 1 << (code & 31);
}

function hasAtMost(bits: number, count: number): boolean {
  let rest = bits;
  for (let i = 0; i < count; i++) {
    rest &= rest - 1;
  }
  return rest === 0;
}

/** Maximum cells of one query: some three milliseconds, four times what lines of addresses need. */
export const MAX_CELLS = 150_000;

/** Counts the cells of distance tables that one query fills, so that no line is slow, whatever its words. */
export class Budget {
  #cells = 0;

  /** Number of cells filled. */
  get cells(): number {
    return this.#cells;
  }

  spend(cells: number): void {
    this.#cells += cells;
  }

  /** Returns true when more than MAX_CELLS are filled; a lookup that has begun is completed. */
  isSpent(): boolean {
    return this.#cells > MAX_CELLS;
  }
}
