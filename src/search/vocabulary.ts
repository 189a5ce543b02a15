/** Sorted words as one run of bytes, so that they load without work and are shared between threads. */

/** The arrays a vocabulary is made of; `n` words. */
export interface VocabularyArrays {
  /** ASCII, word after word. */
  readonly bytes: Uint8Array;
  /** Where each word starts in `bytes`; n + 1. */
  readonly starts: Uint32Array;
  /** How many letters each word has in common with the one before, at most 255. */
  readonly shared: Uint8Array;
}

/** A range of positions, the end not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** `words` distinct, ASCII, in ascending order. */
export function vocabularyOf(words: readonly string[]): VocabularyArrays {
  const starts = new Uint32Array(words.length + 1);
  const shared = new Uint8Array(words.length);
  words.forEach((word, i) => {
    starts[i + 1] = starts[i]! + word.length;
    shared[i] = i === 0 ? 0 : Math.min(255, sharedLength(words[i - 1]!, word));
  });
  return { bytes: new TextEncoder().encode(words.join("")), starts, shared };
}

export function wordAt({ bytes, starts }: VocabularyArrays, position: number): string {
  return String.fromCharCode(...bytes.subarray(starts[position], starts[position + 1]));
}

/** The position of a word, or -1. */
export function findWord(vocabulary: VocabularyArrays, word: string): number {
  const at = lowerBound(vocabulary, word);
  const { starts } = vocabulary;
  if (at === starts.length - 1 || starts[at + 1]! - starts[at]! !== word.length) return -1;
  return compareAt(vocabulary, at, word) === 0 ? at : -1;
}

/** The words that begin with `prefix`; all of them for an empty one. */
export function prefixRange(vocabulary: VocabularyArrays, prefix: string): Range {
  return { from: lowerBound(vocabulary, prefix), to: lowerBound(vocabulary, `${prefix}\x7f`) };
}

/** The first position whose word is not less than `word`. */
function lowerBound(vocabulary: VocabularyArrays, word: string): number {
  let from = 0;
  let to = vocabulary.starts.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareAt(vocabulary, middle, word) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function compareAt({ bytes, starts }: VocabularyArrays, position: number, word: string): number {
  const start = starts[position]!;
  const length = starts[position + 1]! - start;
  for (let i = 0; i < length && i < word.length; i++) {
    const difference = bytes[start + i]! - word.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return length - word.length;
}

function sharedLength(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}
