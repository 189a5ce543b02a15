/** Marks the words of a text that a line has, as HTML: pages insert it without looking. */
import { nameKey } from "../../registry/schema/name-key.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_OR_SPECIAL = /[\p{L}\p{N}\p{M}]+|[&<>"']/gu;
/** Text in ASCII without special characters: most names. */
const PLAIN = /^[^&<>"'\u0080-\uffff]*$/;

/** Part of such a word that is marked: all of it, or the letters that were typed. */
type Marked = "word" | "typed";

/** Returns a function that makes HTML of texts, with the words that a word of the line begins in `<b>`. */
export function highlighter(line: string, marked: Marked = "word"): (text: string) => string {
  const typed = wordsOf(line).sort((a, b) => b.length - a.length);
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
function markPlain(text: string, typed: readonly string[], marked: Marked): string {
  const key = text.toLowerCase();
  let [html, done, at] = ["", 0, 0];
  while (at < key.length) {
    const start = at;
    while (isLetterOrDigit(key.charCodeAt(at))) {
      at++;
    }
    const length = at > start ? typedLengthAt(key, start, typed) : 0;
    if (length > 0) {
      const end = marked === "word" ? at : start + length;
      html += `${text.slice(done, start)}<b>${text.slice(start, end)}</b>`;
      done = end;
    }
    at++;
  }
  return html + text.slice(done);
}

/** Tests an ASCII character in lower case; false for NaN, after the end of a text. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Returns the words of a line, and each with the next in one: `1382 kt`, `5 a`. */
function wordsOf(line: string): string[] {
  const words = (line.match(WORD) ?? []).map(keyOf);
  return [...new Set([...words, ...words.slice(1).map((word, i) => words[i]! + word)])];
}

/** Returns the name key of a word; most words need no more than lower case. */
function keyOf(word: string): string {
  return /^[A-Za-z0-9]+$/.test(word) ? word.toLowerCase() : nameKey(word);
}

/** Returns the length of the longest typed word that begins a word, 0 without any. */
function typedLength(word: string, typed: readonly string[]): number {
  const key = keyOf(word);
  const longest = typedLengthAt(key, 0, typed);
  // A letter such as ß is two in the key.
  return longest > 0 && key.length !== word.length ? word.length : longest;
}

/** Returns the same for the word that begins at a place of a key. A number is a word: 5 begins 5a, and not 53. */
function typedLengthAt(key: string, at: number, longestFirst: readonly string[]): number {
  const first = key.charCodeAt(at);
  for (const each of longestFirst) {
    if (
      each.charCodeAt(0) === first &&
      key.startsWith(each, at) &&
      !cutsNumber(key, at + each.length, each)
    ) {
      return each.length;
    }
  }
  return 0;
}

function cutsNumber(key: string, end: number, word: string): boolean {
  return isDigit(key.charCodeAt(end)) && /^\d+$/.test(word);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
