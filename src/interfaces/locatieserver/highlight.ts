/**
 * Marks the words of a line in a text, as HTML. Special characters are escaped, because pages insert the result
 * unchecked.
 */
import { nameKey } from "../../registry/schema/name-key.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_OR_SPECIAL = /[\p{L}\p{N}\p{M}]+|[&<>"']/gu;
/** Text in ASCII without special characters: most names. */
const PLAIN = /^[^&<>"'\u0080-\uffff]*$/;

/** Part of a matching word that is marked: all of it, or the letters that were typed. */
type Marked = "word" | "typed";

/** Returns a function that converts texts to HTML, with `<b>` around the words that begin with a word of the line. */
export function highlighter(line: string, marked: Marked = "word"): (text: string) => string {
  const typed = wordsOf(line);
  const markWord = (word: string) => {
    const length = typedLength(word, typed);
    const end = marked === "word" ? word.length : length;
    return length === 0 ? word : `<b>${word.slice(0, end)}</b>${word.slice(end)}`;
  };
  return (text) =>
    PLAIN.test(text)
      ? markPlain(text, typed, marked)
      : text.replace(WORD_OR_SPECIAL, (part) => ENTITIES[part] ?? markWord(part));
}

/** Marks a plain text, character by character: patterns take four times as long. */
function markPlain(text: string, typed: readonly TypedWord[], marked: Marked): string {
  const key = text.toLowerCase();
  const { length: end } = key;
  let html = "";
  let done = 0;
  let at = 0;
  while (at < end) {
    const start = at;
    while (at < end && isLetterOrDigit(key.charCodeAt(at))) {
      at++;
    }
    const length = at > start ? typedLengthAt(key, start, typed) : 0;
    if (length > 0) {
      const markEnd = marked === "word" ? at : start + length;
      html += `${text.slice(done, start)}<b>${text.slice(start, markEnd)}</b>`;
      done = markEnd;
    }
    at++;
  }
  return html + text.slice(done);
}

/** Tests an ASCII character in lower case. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Word of a line, as a name key. */
interface TypedWord {
  readonly key: string;
  /** Code of its first letter. */
  readonly first: number;
  readonly isNumber: boolean;
}

/** Returns the words of a line, and each pair of adjacent words joined (`1382 kt`, `5 a`), the longest first. */
function wordsOf(line: string): TypedWord[] {
  const words = (line.match(WORD) ?? []).map(keyOf);
  return [...new Set([...words, ...words.slice(1).map((word, i) => words[i]! + word)])]
    .sort((a, b) => b.length - a.length)
    .map((key) => ({ key, first: key.charCodeAt(0), isNumber: /^\d+$/.test(key) }));
}

/** Returns the name key of a word; most words need no more than lower case. */
function keyOf(word: string): string {
  return /^[A-Za-z0-9]+$/.test(word) ? word.toLowerCase() : nameKey(word);
}

/** Returns the length of the longest typed word that begins a word, 0 without any. */
function typedLength(word: string, typed: readonly TypedWord[]): number {
  const key = keyOf(word);
  const longest = typedLengthAt(key, 0, typed);
  // A letter such as ß is two in the key.
  return longest > 0 && key.length !== word.length ? word.length : longest;
}

/** Returns that length for the word at a position of a text. A number is a word: 5 begins 5a, but not 53. */
function typedLengthAt(text: string, at: number, typed: readonly TypedWord[]): number {
  const code = text.charCodeAt(at);
  for (const { key, first, isNumber } of typed) {
    const isBegun = first === code && text.startsWith(key, at);
    if (isBegun && !(isNumber && isDigit(text.charCodeAt(at + key.length)))) {
      return key.length;
    }
  }
  return 0;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
