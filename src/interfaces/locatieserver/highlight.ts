/** Marks the words of a text that a line has, as HTML: pages insert it without looking. */
import { nameKey } from "../../registry/schema/name-key.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_OR_SPECIAL = /[\p{L}\p{N}\p{M}]+|[&<>"']/gu;
/** The same in ASCII, which takes half the time. */
const ASCII_WORD_OR_SPECIAL = /[A-Za-z0-9]+|[&<>"']/g;

/** Part of a word that is marked: all of it, or its letters that were typed. */
type Marked = "word" | "typed";

/** Returns a function that makes HTML of texts; words that a word of the line begins are in `<b>`, or their beginning. */
export function highlighter(line: string, marked: Marked = "word"): (text: string) => string {
  const typed = wordsOf(line);
  const markWord = (word: string) => {
    const length = typedLength(word, typed);
    const end = marked === "word" ? word.length : length;
    return length === 0 ? word : `<b>${word.slice(0, end)}</b>${word.slice(end)}`;
  };
  const markPart = (part: string) => ENTITIES[part] ?? markWord(part);
  return (text) => text.replace(/[^ -~]/.test(text) ? WORD_OR_SPECIAL : ASCII_WORD_OR_SPECIAL, markPart);
}

/** Returns the words of a line, and each with the next in one: `1382 kt`, `5 a`. */
function wordsOf(line: string): string[] {
  const words = (line.match(WORD) ?? []).map(keyOf);
  return [...words, ...words.slice(1).map((word, i) => words[i]! + word)];
}

/** Returns the name key of a word; most words need no more than lower case. */
function keyOf(word: string): string {
  return /^[A-Za-z0-9]+$/.test(word) ? word.toLowerCase() : nameKey(word);
}

/**
 * Returns the length of the longest typed word that begins a word, 0 without any. A number is a word: 5 begins 5a, and
 * not 53.
 */
function typedLength(word: string, typed: readonly string[]): number {
  const key = keyOf(word);
  let longest = 0;
  for (const each of typed) {
    const cutsNumber = () => /^\d+$/.test(each) && /\d/.test(key.charAt(each.length));
    if (each.length > longest && key.startsWith(each) && !cutsNumber()) {
      longest = each.length;
    }
  }
  // A letter such as ß is two in the key.
  return longest > 0 && key.length !== word.length ? word.length : longest;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
