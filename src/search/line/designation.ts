/**
 * Compares the designation typed after a house number with the registry's letter and addition. People do not know which
 * of the two a part is, and write floors and doors in many ways (designation-words.ts).
 */
import { compact } from "./designation-key.ts";
import { isEmptyFieldText, meaningOf, meansGround, withoutAnnouncers } from "./designation-words.ts";

/**
 * Fits of a typed designation to an address, best first. `equal`: letter and addition in one run, ignoring case and
 * separators. `equivalent`: another spelling ("2-hoog" for 2hg), or the addition before the letter. `part`: only one of
 * the two was typed, or neither. `plain`: the plain number, for words that only say so ("huis"). `other`: no fit.
 */
export const FITS = ["equal", "equivalent", "part", "plain", "other"] as const;
export type Fit = (typeof FITS)[number];

interface FitOptions {
  /** True when it may be a prefix of the designation meant. */
  readonly isPrefix?: boolean;
  /** True when the number has letters (isLetterAmong). */
  readonly isLettered?: boolean;
}

/** Designation as typed; caches its fits. */
export class TypedDesignation {
  readonly typed: string;
  /** Position among the line's designations. */
  readonly ordinal: number;
  readonly #isPrefix: boolean;
  readonly #fits = new Map<string, Fit>();
  readonly #fitsAmongLetters = new Map<string, Fit>();

  /** `isPrefix`: it may be a prefix. */
  constructor(typed: string, { isPrefix, ordinal }: { isPrefix: boolean; ordinal: number }) {
    this.typed = typed;
    this.ordinal = ordinal;
    this.#isPrefix = isPrefix;
  }

  /** Returns its fit to an address by designationKey; `isLettered`: the number has letters. */
  fitOf(key: string, isLettered = false): Fit {
    const fits = isLettered ? this.#fitsAmongLetters : this.#fits;
    const fit = fits.get(key) ?? fitOf(this.typed, key, { isPrefix: this.#isPrefix, isLettered });
    fits.set(key, fit);
    return fit;
  }
}

/**
 * Returns the fit of `typed` to the address with that designationKey. An empty `typed` is `equal` to the plain number
 * and fits any other key as `part`.
 */
export function fitOf(
  typed: string,
  key: string,
  { isPrefix = false, isLettered = false }: FitOptions = {},
): Fit {
  const toevoeging = key.replace(/^[A-Z]+/, "");
  const lowerKey = key.toLowerCase();
  const letter = lowerKey.slice(0, lowerKey.length - toevoeging.length);
  if (typed === lowerKey) {
    return "equal";
  }
  if (typed === "") {
    return "part";
  }
  const isEmpty = isEmptyFieldText(typed);
  if (lowerKey === "") {
    return isEmpty ? "equal" : meansPlain(typed, isLettered) ? "plain" : "other";
  }
  const isSame =
    isLettered && (lowerKey.length === 1 || isRoman(typed))
      ? withoutAnnouncers(typed) === lowerKey
      : haveSameMeaning(typed, lowerKey) || matchesInEitherOrder(typed, letter, toevoeging);
  if (isSame) {
    return "equivalent";
  }
  const isPart =
    typed === toevoeging ||
    haveSameMeaning(typed, toevoeging) ||
    withoutAnnouncers(typed) === letter ||
    isEmpty;
  if (isPart) {
    return "part";
  }
  return isPrefix && lowerKey.startsWith(typed) ? "part" : "other";
}

/**
 * Returns true when a typed letter is a letter of a number's addresses, whose keys are given, and no word: where
 * they are letters in a row (22, 22a, 22b) H is the next one and not "huis", and A not "achter". A lone I or X is a
 * Roman number only where no other single letter is.
 */
export function isLetterAmong(typed: string, keys: readonly string[]): boolean {
  return isRoman(typed)
    ? keys.some((key) => /^[a-z]$/i.test(key) && key.toLowerCase() !== typed)
    : hasConsecutiveLetters(keys);
}

function isRoman(typed: string): boolean {
  return typed === "i" || typed === "x";
}

function hasConsecutiveLetters(keys: Iterable<string>): boolean {
  let hasA = false;
  let hasV = false;
  for (const key of keys) {
    if (key.length !== 1) {
      continue;
    }
    const letter = key.toLowerCase();
    if (letter >= "b" && letter <= "g") {
      return true;
    }
    hasA ||= letter === "a";
    hasV ||= letter === "v";
  }
  return hasA && !hasV;
}

function meansPlain(typed: string, isLettered: boolean): boolean {
  return meansGround(typed) && !(isLettered && typed.length === 1);
}

/** Joins typed tokens into one run. */
export function joinDesignation(tokens: readonly string[]): string {
  return compact(tokens.join(""));
}

function haveSameMeaning(typed: string, run: string): boolean {
  return run !== "" && meaningOf(typed) === meaningOf(run);
}

/** Returns true for letter and addition in either order: "a2hoog" and "2hooga" are letter a and floor 2. */
function matchesInEitherOrder(typed: string, letter: string, toevoeging: string): boolean {
  const text = withoutAnnouncers(typed);
  if (letter === "" || toevoeging === "" || text.length <= letter.length) {
    return false;
  }
  return (
    (text.startsWith(letter) && haveSameMeaning(text.slice(letter.length), toevoeging)) ||
    (text.endsWith(letter) && haveSameMeaning(text.slice(0, -letter.length), toevoeging))
  );
}
