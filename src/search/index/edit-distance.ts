/**
 * Finds the words of a vocabulary within a few edits of another word. An edit is a letter inserted, deleted or
 * replaced, or two adjacent letters swapped (optimal string alignment: no letter is edited twice).
 */
import { type PositionRange, prefixRange, type VocabularyArrays } from "./vocabulary.ts";

export interface NearOptions {
  /** 1 or 2. */
  readonly maxDistance: number;
  /** Also finds words with a prefix within that distance. */
  readonly isPrefix?: boolean;
  /** Only words with the same first letter: twenty times faster, and typos are rarely there. */
  readonly sameFirstLetter?: boolean;
}

export interface NearWord {
  readonly position: number;
  readonly distance: number;
}

/** Number of distance-table cells that this thread has filled. */
export const workCounter = { cells: 0 };

/** Budget of one query for finding typing errors: some three milliseconds, four times what lines of addresses need. */
export const MAX_CELLS = 150_000;

export interface Budget {
  isSpent(): boolean;
}

export function startBudget(): Budget {
  const end = workCounter.cells + MAX_CELLS;
  return { isSpent: () => workCounter.cells > end };
}

/** Returns the edits allowed in a word of that length: 1 from 4 letters, 2 from 8. */
export function allowedEdits(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

const MAX_WORD = 96;
const WIDTH = MAX_WORD + 1;
/** Distance table: row `i` compares the first `i` letters of a vocabulary word with every prefix of the word sought. */
const table = new Uint8Array(WIDTH * WIDTH);

/**
 * Returns the near words in the order of the vocabulary, which is walked as a trie of shared prefixes: a row is
 * filled once for all words with the same prefix, and all of them are skipped when every cell is over the limit.
 */
export function nearWords(vocabulary: VocabularyArrays, word: string, options: NearOptions): NearWord[] {
  const { maxDistance, isPrefix = false, sameFirstLetter = false } = options;
  const found: NearWord[] = [];
  const length = word.length;
  if (length === 0 || length > MAX_WORD) {
    return found;
  }
  const sought = new Uint8Array(length + 1);
  for (let j = 0; j < length; j++) {
    sought[j + 1] = word.charCodeAt(j);
  }
  for (let j = 0; j <= length; j++) {
    table[j] = j;
  }

  const { bytes, starts, shared } = vocabulary;
  const range: PositionRange = sameFirstLetter
    ? prefixRange(vocabulary, word[0]!)
    : { from: 0, to: shared.length };
  let cells = 0;
  for (let i = range.from; i < range.to; ) {
    const start = starts[i]!;
    const size = Math.min(starts[i + 1]! - start, MAX_WORD);
    let depth = i === range.from ? 0 : shared[i]!;
    let isOver = false;
    let nearest = isPrefix ? nearestPrefix(depth, length) : 255;
    while (depth < size && !isOver) {
      depth++;
      const least = fillRow(depth, bytes, start, sought, length, maxDistance);
      cells += 2 * maxDistance + 1;
      isOver = least > maxDistance;
      nearest = Math.min(nearest, table[depth * WIDTH + length]!);
    }
    const distance = isPrefix ? nearest : table[size * WIDTH + length]!;
    if (distance <= maxDistance && (isPrefix || !isOver)) {
      found.push({ position: i, distance });
    }
    i++;
    if (isOver) {
      const isReached = isPrefix && nearest <= maxDistance;
      while (i < range.to && shared[i]! >= depth) {
        if (isReached) {
          found.push({ position: i, distance: nearest });
        }
        i++;
      }
    }
  }
  workCounter.cells += cells;
  return found;
}

/** Returns the least distance between the complete word sought and a prefix of at most `depth` letters. */
function nearestPrefix(depth: number, length: number): number {
  let nearest = 255;
  for (let i = 0; i <= depth; i++) {
    nearest = Math.min(nearest, table[i * WIDTH + length]!);
  }
  return nearest;
}

/** Fills row `i` within `limit` of the diagonal and returns its least cell. Hot: no allocation, six plain arguments. */
function fillRow(
  i: number,
  bytes: Uint8Array,
  start: number,
  sought: Uint8Array,
  length: number,
  limit: number,
): number {
  const row = i * WIDTH;
  const above = row - WIDTH;
  const letter = bytes[start + i - 1]!;
  const before = i > 1 ? bytes[start + i - 2]! : 0;
  const from = Math.max(1, i - limit);
  const to = Math.min(length, i + limit);
  const over = limit + 1;
  table[row] = Math.min(i, over);
  if (from > 1) {
    table[row + from - 1] = over;
  }
  let least = from === 1 ? table[row]! : over;
  for (let j = from; j <= to; j++) {
    const diagonal = table[above + j - 1]! + (sought[j] === letter ? 0 : 1);
    // The cell above the band's end was not filled by the row before.
    const up = (j === i + limit ? over : table[above + j]!) + 1;
    const left = table[row + j - 1]! + 1;
    let cell = Math.min(diagonal, up);
    if (left < cell) {
      cell = left;
    }
    if (i > 1 && j > 1 && sought[j] === before && sought[j - 1] === letter) {
      const swapped = table[above - WIDTH + j - 2]! + 1;
      if (swapped < cell) {
        cell = swapped;
      }
    }
    if (cell > over) {
      cell = over;
    }
    table[row + j] = cell;
    if (cell < least) {
      least = cell;
    }
  }
  // Read as the distance of the whole word, so it must not be stale from an earlier word.
  if (to < length || from > length) {
    table[row + length] = over;
  }
  return least;
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
  const sought = Uint8Array.from(`_${b}`, (letter) => letter.charCodeAt(0));
  for (let j = 0; j <= b.length; j++) {
    table[j] = j;
  }
  for (let i = 1; i <= a.length; i++) {
    if (fillRow(i, bytes, 0, sought, b.length, limit) > limit) {
      return limit + 1;
    }
  }
  return Math.min(table[a.length * WIDTH + b.length]!, limit + 1);
}
