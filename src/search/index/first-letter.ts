/** Finds words with a typing error in the first letter. */
import { findWord, type PositionRange, prefixRange, type VocabularyArrays } from "./vocabulary.ts";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789"];

/**
 * Returns the positions of the words one edit from `word` (of two letters or more) that begin with another letter, in the order of the
 * vocabulary; with `isPrefix` those with such a prefix. As the edit is in the first letter, the others are known, and
 * the words are looked up.
 */
export function wordsWithOtherFirstLetter(
  vocabulary: VocabularyArrays,
  word: string,
  isPrefix: boolean,
): number[] {
  const positions = new Set<number>();
  for (const spelling of otherSpellings(word)) {
    const { from, to } = isPrefix ? prefixRange(vocabulary, spelling) : rangeOf(vocabulary, spelling);
    for (let position = from; position < to; position++) {
      positions.add(position);
    }
  }
  return [...positions].sort((a, b) => a - b);
}

function rangeOf(vocabulary: VocabularyArrays, word: string): PositionRange {
  const position = findWord(vocabulary, word);
  return position < 0 ? { from: 0, to: 0 } : { from: position, to: position + 1 };
}

function otherSpellings(word: string): string[] {
  const [first, second] = word;
  const rest = word.slice(1);
  const replacedOrMissing = LETTERS.flatMap((letter) => [letter + rest, letter + word]);
  const swapped = `${second}${first}${word.slice(2)}`;
  return [...replacedOrMissing, rest, swapped].filter((spelling) => spelling[0] !== first);
}
