/** Rules words out by their length and letters: most are not near a word, and seen so without a distance table. */
import { memoizePerObject } from "../../base/memoize.ts";
import { type VocabularyArrays, wordCount } from "./vocabulary.ts";

interface Nearness {
  readonly maxDistance: number;
  /** A prefix of the word may be the near one. */
  readonly isPrefix: boolean;
}

/** Returns a function, false for the position of a word that has more edits than `maxDistance`. Hot: no allocation. */
export function createNearFilter(
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
 * Letters of each word as bits, of which an edit adds and removes one at most. Made at first use: some ten milliseconds
 * and a megabyte for the country.
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

/** Returns the bit of a letter; digits share those of some letters. */
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
