/**
 * Finds the words of a vocabulary within a few edits of another word. An edit is a letter inserted, deleted or
 * replaced, or two adjacent letters swapped (optimal string alignment: no letter is edited twice).
 */
import type { Budget } from "./budget.ts";
import { wordsWithOtherFirstLetter } from "./first-letter.ts";
import { createNearFilter } from "./near-filter.ts";
import { prefixRange, type VocabularyArrays } from "./vocabulary.ts";

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
 * Returns the near words in the order of the vocabulary. It is walked as a trie of shared prefixes: words that follow
 * each other with the same prefix share its rows, and are all skipped when every cell of a row is over the limit. Words
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
 * Returns the near words with the same first letter; when there are none, those one edit away that have another: typing
 * errors are rarely in the first letter.
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
