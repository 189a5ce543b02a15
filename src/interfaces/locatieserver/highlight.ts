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
  const typed = [...new Set(wordsOf(line))];
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

/** Marks a plain text by the rules of `typedLength`. No pattern is made for it: compiling one takes longer. */
function markPlain(text: string, typed: readonly string[], marked: Marked): string {
  const key = text.toLowerCase();
  const lengths = new Map<number, number>();
  for (const word of typed) {
    for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1)) {
      const isBeginning = !isLetterOrDigit(key.charCodeAt(at - 1));
      const cutsNumber = () => /^\d+$/.test(word) && /\d/.test(key.charAt(at + word.length));
      if (isBeginning && word.length > (lengths.get(at) ?? 0) && !cutsNumber()) {
        lengths.set(at, word.length);
      }
    }
  }
  let [html, done] = ["", 0];
  for (const [at, length] of [...lengths].sort(([a], [b]) => a - b)) {
    let end = at + length;
    while (marked === "word" && isLetterOrDigit(key.charCodeAt(end))) {
      end++;
    }
    html += `${text.slice(done, at)}<b>${text.slice(at, end)}</b>`;
    done = end;
  }
  return html + text.slice(done);
}

/** Tests an ASCII character in lower case; false for NaN, behind the end of a text. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
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
