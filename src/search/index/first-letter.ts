/** Finds words with a typing error in the first letter, by their other letters. */
import { memoizePerObject } from "../../base/memoize.ts";
import { findWord, type VocabularyArrays, wordCount } from "./vocabulary.ts";

/**
 * Returns the positions of the words one edit from `word` (of two letters or more) that begin with another letter,
 * ascending. The edit is in the first letter: it was replaced, left out, too many, or swapped with the second.
 */
export function wordsWithOtherFirstLetter(vocabulary: VocabularyArrays, word: string): number[] {
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

/** Returns the positions of the words that are `rest` but for their first letter. */
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
 * Hash table of the positions of words by their letters but the first: each is in the first free slot from that of its
 * hash on; -1 is free. Made at first use: some 20 ms and two megabytes for the country.
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
