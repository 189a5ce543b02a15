/** Typing errors: insert, delete, replace or swap at any position after the first letter, the last one too. */
import { edits } from "./addresses.ts";
import { pick, type Random } from "./random.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
export const OF_POSTCODES = "0123456789ABCDEFGHJKLMNPRSTVWXZ";

/** Each changes `text` at `at`, from 1 to its length; where there is nothing to change the text stays as it was. */
const OPERATORS: readonly ((text: string, at: number, letter: string) => string)[] = [
  (text, at, letter) => text.slice(0, at) + letter + text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at, letter) => (at < text.length ? text.slice(0, at) + letter + text.slice(at + 1) : text),
  (text, at) =>
    at + 1 < text.length ? text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) : text,
];

/** The text with so many typing errors, counted as edits: what changes nothing, or takes an error back, is no error. */
export function mistype(
  random: Random,
  text: string,
  { errors = 1, alphabet = LETTERS }: { errors?: number; alphabet?: string } = {},
): string {
  let mistyped = text;
  for (let made = 0; made < errors; ) {
    const at = 1 + Math.floor(random() * mistyped.length);
    const next = pick(random, OPERATORS)(mistyped, at, pick(random, [...alphabet]));
    if (edits(text.toLowerCase(), next.toLowerCase()) <= made) continue;
    mistyped = next;
    made++;
  }
  return mistyped;
}
