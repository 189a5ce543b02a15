import { withoutFloatTails } from "./number-parts.ts";

/** Parts of an address written on one line; huisletter and huisnummertoevoeging may be null or empty. */
export interface AddressLine {
  straatnaam: string;
  huisnummer: number;
  huisletter: string | null;
  huisnummertoevoeging: string | null;
  postcode: string | null;
  woonplaats_naam: string;
}

/**
 * Formats street, number, postcode and city: `Bornsesteeg 1-5A3, 6708GA Wageningen`; without postcode
 * `Aetsveld 1, Weesp`.
 */
export function formatFullAddress(line: AddressLine): string {
  const number = formatHouseNumber(line.huisnummer, line.huisletter, line.huisnummertoevoeging);
  const place = line.postcode ? `${line.postcode} ${line.woonplaats_naam}` : line.woonplaats_naam;
  return `${line.straatnaam} ${number}, ${place}`;
}

/** Formats a house number: number, letter, then the addition after a hyphen if it starts with a digit, else a space. */
export function formatHouseNumber(
  huisnummer: number,
  letter: string | null,
  toevoeging: string | null,
): string {
  const start = letter ? huisnummer + letter : huisnummer.toString();
  if (!toevoeging) {
    return start;
  }
  return start + (toevoeging.charCodeAt(0) <= CODE_OF_9 ? "-" : " ") + toevoeging;
}

const CODE_OF_9 = "9".charCodeAt(0);

/** House number typed into one field. */
interface TypedHouseNumber {
  /** Digits only. */
  readonly number: string;
  readonly letter?: string;
  readonly addition?: string;
}

/** Maximum characters after the number: the maximum length of an addition. */
const MAX_SUFFIX_LENGTH = 10;
/**
 * Matches digits, at most one dash with spaces around it, then letters and digits separated by spaces, dashes, slashes
 * or points. No slash or point directly after the digits: `5/7` are two numbers, and `5.5` is not a number.
 */
const TYPED_PATTERN = /^(\d{1,15})(?!\d)\s*\p{Pd}?\s*([a-z\d]+(?:[\s\p{Pd}/.]+[a-z\d]+)*)$/iu;
/** Matches one letter at the end or before a digit, perhaps apart; the rest is the addition. `n-c` is not split. */
const LETTER_FIRST_PATTERN = /^([a-z])(?:$|[\s\p{Pd}/.]*(?=\d))(.*)$/iu;

/**
 * Splits `5a`, `5-2`, `5 a-2`, `3a/13` or `51-e3hg` into number, letter and addition; returns `undefined` for text that
 * is not a number followed by more. The split need not equal the registered one: lookups match the joined string too.
 */
export function splitHouseNumber(text: string): TypedHouseNumber | undefined {
  const [, number, suffix] = TYPED_PATTERN.exec(withoutFloatTails(text).trim()) ?? [];
  if (number === undefined || suffix === undefined || suffix.length > MAX_SUFFIX_LENGTH) {
    return undefined;
  }
  const [, letter, rest] = LETTER_FIRST_PATTERN.exec(suffix) ?? [];
  if (letter === undefined) {
    return { number, addition: suffix };
  }
  return rest ? { number, letter, addition: rest } : { number, letter };
}
