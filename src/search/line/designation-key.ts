/**
 * Letter and addition as the index keeps them, derived from the sort key of an address (registry/schema/sort-key.ts).
 */

/** Digits of the number at the start of a sort key. */
export const NUMBER_LENGTH = 5;

/**
 * Returns the designation of a sort key: the letter in capitals, then the addition in lower case, without separators,
 * so that `A2hg` is letter a with addition 2hg and `a` an addition. Empty for the plain number only.
 */
export function designationKey(sortKey: string): string {
  if (sortKey.length === NUMBER_LENGTH) {
    return "";
  }
  const end = sortKey.indexOf(" ", NUMBER_LENGTH + 1);
  const letter = sortKey.slice(NUMBER_LENGTH + 1, end < 0 ? undefined : end);
  const key = compact(letter).toUpperCase() + (end < 0 ? "" : compact(toevoegingOf(sortKey.slice(end + 1))));
  return key === "" ? NAMELESS : key;
}

/** Key of an addition without any letter or digit: not the plain number, and impossible to type. */
const NAMELESS = "~";

/** Returns the text in lower case, letters and digits only. */
export function compact(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "");
}

/**
 * Recovers the addition from its part of a sort key, where the length of each number precedes it. After a space, that
 * part contains the addition as written.
 */
function toevoegingOf(key: string): string {
  return key.slice(key.lastIndexOf(" ") + 1).replace(/\d+/g, (digits) => digits.slice(1));
}
