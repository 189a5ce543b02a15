/** What a typing error may not do: make a word that was typed vanish. */
import { editDistance } from "./edit-distance.ts";

/**
 * Whether words that are `edits` away from a name, all written in one run, are so with the words at both ends. "a weesp" is
 * not: it is weesp and a word too many, which may be a letter of the house number. Words glued or cut apart are no matter.
 */
export function keepsEndWords(words: readonly string[], edits: number, nameOf: () => string): boolean {
  const isKept = (end: string, others: readonly string[]) =>
    end.length > edits || editDistance(others.join(""), nameOf(), edits) + end.length > edits;
  return words.length < 2 || (isKept(words[0]!, words.slice(1)) && isKept(words.at(-1)!, words.slice(0, -1)));
}
