/** Marks the words of a text that a line has, as HTML: pages insert it without looking. */
import { nameKey } from "../../registry/schema/name-key.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_OR_SPECIAL = /[\p{L}\p{N}\p{M}]+|[&<>"']/gu;

/** Returns a function that makes HTML of texts, with the words that a word of the line begins in `<b>`. */
export function highlighter(line: string): (text: string) => string {
  const typed = wordsOf(line);
  return (text) =>
    text.replace(
      WORD_OR_SPECIAL,
      (part) => ENTITIES[part] ?? (isTyped(keyOf(part), typed) ? `<b>${part}</b>` : part),
    );
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

/** Returns true when a word begins with one typed. A number is a word: 5 begins 5a, and not 53. */
function isTyped(word: string, typed: readonly string[]): boolean {
  return typed.some((each) => {
    const cutsNumber = () => /^\d+$/.test(each) && /\d/.test(word.charAt(each.length));
    return word.startsWith(each) && !cutsNumber();
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
