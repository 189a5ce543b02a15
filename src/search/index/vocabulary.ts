/** Sorted words as one run of bytes, so that they load without parsing and are shared between threads. */

/** Arrays of a vocabulary of `n` words. */
export interface VocabularyArrays {
  /** Words in ASCII, concatenated. */
  readonly bytes: Uint8Array;
  /** Offset of each word in `bytes`; n + 1. */
  readonly starts: Uint32Array;
  /** Length of the prefix that each word shares with the one before, at most 255. */
  readonly shared: Uint8Array;
}

/** A range of positions, the end not included. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

/** Makes a vocabulary of distinct ASCII `words` in ascending order. */
export function vocabularyOf(words: readonly string[]): VocabularyArrays {
  const starts = new Uint32Array(words.length + 1);
  const shared = new Uint8Array(words.length);
  words.forEach((word, i) => {
    starts[i + 1] = starts[i]! + word.length;
    shared[i] = i === 0 ? 0 : Math.min(255, sharedLength(words[i - 1]!, word));
  });
  return { bytes: new TextEncoder().encode(words.join("")), starts, shared };
}

export function wordCount({ shared }: VocabularyArrays): number {
  return shared.length;
}

export function wordAt({ bytes, starts }: VocabularyArrays, position: number): string {
  return String.fromCharCode(...bytes.subarray(starts[position], starts[position + 1]));
}

/** Returns the position of a word, or -1. */
export function findWord(vocabulary: VocabularyArrays, word: string): number {
  const at = lowerBound(vocabulary, word);
  const { starts } = vocabulary;
  if (at === starts.length - 1 || starts[at + 1]! - starts[at]! !== word.length) {
    return -1;
  }
  return compareAt(vocabulary, at, word) === 0 ? at : -1;
}

/** Returns the range of words that begin with `prefix`; all words for an empty one. */
export function prefixRange(vocabulary: VocabularyArrays, prefix: string): PositionRange {
  return { from: lowerBound(vocabulary, prefix), to: lowerBound(vocabulary, `${prefix}\x7f`) };
}

/** Returns the length of the `count`-th shortest word of a range; infinite for a range of at most `count` words. */
export function lengthOfShortest(
  { starts }: VocabularyArrays,
  { from, to }: PositionRange,
  count: number,
): number {
  if (to - from <= count) {
    return Number.POSITIVE_INFINITY;
  }
  const ofLength = new Uint32Array(MAX_LENGTH + 1);
  for (let i = from; i < to; i++) {
    ofLength[Math.min(MAX_LENGTH, starts[i + 1]! - starts[i]!)]!++;
  }
  let length = 0;
  for (let found = 0; found < count; length++) {
    found += ofLength[length]!;
  }
  return length > MAX_LENGTH ? Number.POSITIVE_INFINITY : length - 1;
}

const MAX_LENGTH = 100;

/** Returns the first position whose word is not less than `word`. */
function lowerBound(vocabulary: VocabularyArrays, word: string): number {
  let from = 0;
  let to = vocabulary.starts.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareAt(vocabulary, middle, word) < 0) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

/** Returns a negative number when word `i` of `a` sorts before word `j` of `b`, zero when they are equal. Hot. */
export function compareWords(a: VocabularyArrays, i: number, b: VocabularyArrays, j: number): number {
  const [startA, startB] = [a.starts[i]!, b.starts[j]!];
  const [sizeA, sizeB] = [a.starts[i + 1]! - startA, b.starts[j + 1]! - startB];
  for (let k = 0; k < sizeA && k < sizeB; k++) {
    const difference = a.bytes[startA + k]! - b.bytes[startB + k]!;
    if (difference !== 0) {
      return difference;
    }
  }
  return sizeA - sizeB;
}

function compareAt({ bytes, starts }: VocabularyArrays, position: number, word: string): number {
  const start = starts[position]!;
  const length = starts[position + 1]! - start;
  for (let i = 0; i < length && i < word.length; i++) {
    const difference = bytes[start + i]! - word.charCodeAt(i);
    if (difference !== 0) {
      return difference;
    }
  }
  return length - word.length;
}

function sharedLength(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) {
    i++;
  }
  return i;
}
