/** Rejects typing errors that would drop a whole typed word. */
import { editDistance } from "./edit-distance.ts";

/**
 * Returns true unless the `edits` between the words and a name, both in one run, can drop the first or the last word.
 * "a weesp" is rejected: it is weesp and a word too many, which may be a letter of the house number. Spaces make no
 * difference.
 */
export function keepsEndWords(words: readonly string[], edits: number, nameOf: () => string): boolean {
  const isKept = (end: string, others: readonly string[]) =>
    end.length > edits || editDistance(others.join(""), nameOf(), edits) + end.length > edits;
  return words.length < 2 || (isKept(words[0]!, words.slice(1)) && isKept(words.at(-1)!, words.slice(0, -1)));
}
