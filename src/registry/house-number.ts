/** A house number as people type it into one field, taken apart. */

export interface TypedHouseNumber {
  /** Digits only. */
  readonly number: string;
  readonly letter?: string;
  readonly addition?: string;
}

/** As many as an addition may have. */
const MAX_BEHIND = 10;
/** Digits, at most one dash with spaces around it, then letters and digits with spaces or dashes between. */
const TYPED = /^(\d{1,15})(?!\d)\s*\p{Pd}?\s*([a-z\d]+(?:[\s\p{Pd}]+[a-z\d]+)*)$/iu;
/** One letter that ends there, or before a digit, a space or a dash: then the rest is the addition. */
const LETTER_FIRST = /^([a-z])(?:$|(?=\d)|[\s\p{Pd}]+)(.*)$/iu;

/**
 * Letter and addition of `5a`, `5-2`, `5 a-2` or `51-e3hg`; `undefined` for text that is not a number with something
 * behind it. How an address registers them is not decided here: lookups take both as one string too.
 */
export function splitHouseNumber(text: string): TypedHouseNumber | undefined {
  const [, number, behind] = TYPED.exec(text.trim()) ?? [];
  if (number === undefined || behind === undefined || behind.length > MAX_BEHIND) return undefined;
  const [, letter, rest] = LETTER_FIRST.exec(behind) ?? [];
  if (letter === undefined) return { number, addition: behind };
  return rest ? { number, letter, addition: rest } : { number, letter };
}
