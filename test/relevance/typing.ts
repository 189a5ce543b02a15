/**
 * Makes typing errors: insertion, deletion, substitution or transposition at any position after the first letter, the
 * last included.
 */
import { referenceEditDistance } from "./addresses.ts";
import { pick, type Random } from "./random.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
export const POSTCODE_CHARACTERS = "0123456789ABCDEFGHJKLMNPRSTVWXZ";

/**
 * Operators that change `text` at `at`, from 1 to its length; they return it unchanged where there is nothing to
 * change.
 */
const OPERATORS: readonly ((text: string, at: number, letter: string) => string)[] = [
  (text, at, letter) => text.slice(0, at) + letter + text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at, letter) => (at < text.length ? text.slice(0, at) + letter + text.slice(at + 1) : text),
  (text, at) =>
    at + 1 < text.length ? text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) : text,
];

/**
 * Returns the text with `errors` typing errors, counted as edit distance: an operation that changes nothing, or undoes
 * an error, does not count.
 */
export function mistype(
  random: Random,
  text: string,
  { errors = 1, alphabet = LETTERS }: { errors?: number; alphabet?: string } = {},
): string {
  let mistyped = text;
  for (let made = 0; made < errors; ) {
    const at = 1 + Math.floor(random() * mistyped.length);
    const next = pick(random, OPERATORS)(mistyped, at, pick(random, [...alphabet]));
    if (referenceEditDistance(text.toLowerCase(), next.toLowerCase()) <= made) {
      continue;
    }
    mistyped = next;
    made++;
  }
  return mistyped;
}
