/**
 * Compares the designation typed after a house number with the registry's letter and addition. People do not know which
 * of the two a part is, and write floors and doors in many ways (designation-words.ts).
 */
import { joinRun, LISTED, SPACED, withoutBorders } from "../../registry/schema/number-parts.ts";
import {
  isEmptyFieldText,
  meaningOf,
  meansGround,
  withoutAnnouncers,
  withoutEmptyWords,
} from "./designation-words.ts";

/**
 * Fits of a typed designation to an address, best first. `equal`: the run of letter and addition, ignoring case; only
 * these two may be typed apart. `equivalent`: another spelling ("2-hoog" for 2hg), the addition before the letter, or
 * the run from parts typed apart. `part`: only one of the two was typed, or neither. `plain`: the plain number, for
 * words that only say so ("huis"). `other`: no fit.
 */
export const FITS = ["equal", "equivalent", "part", "plain", "other"] as const;
export type Fit = (typeof FITS)[number];

/** Facts about a typed designation that the addresses of its number show. */
export interface NumberTraits {
  /** True when it is a letter or addition of the number, and not a word (isLetterAmong). */
  readonly isLettered?: boolean;
  /** True when the designation lists several (isListAmong). */
  readonly isList?: boolean;
}

interface FitOptions extends NumberTraits {
  /** True when it may be a prefix of the designation meant. */
  readonly isPrefix?: boolean;
}

const NO_TRAITS: NumberTraits = {};

/** Designation as typed; caches its fits. */
export class TypedDesignation {
  /** Run with its borders (joinDesignation). */
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

  /** Returns what the designationKeys of a number say about it. */
  traitsAmong(keys: readonly string[]): NumberTraits {
    return { isLettered: isLetterAmong(this.typed, keys), isList: isListAmong(this.typed, keys) };
  }

  /** Returns its fit to an address by designationKey. */
  fitOf(key: string, { isLettered = false, isList = false } = NO_TRAITS): Fit {
    if (isList) {
      return "other";
    }
    const fits = isLettered ? this.#fitsAmongLetters : this.#fits;
    const fit = fits.get(key) ?? fitOf(this.typed, key, { isPrefix: this.#isPrefix, isLettered });
    fits.set(key, fit);
    return fit;
  }
}

/**
 * Returns the fit of `typed`, a run with its borders, to the address with that designationKey. An empty `typed` is
 * `equal` to the plain number and fits any other key as `part`.
 */
export function fitOf(
  typed: string,
  key: string,
  { isPrefix = false, isLettered = false, isList = false }: FitOptions = {},
): Fit {
  if (isList) {
    return "other";
  }
  const toevoeging = key.replace(/^[A-Z]+/, "");
  const lowerKey = key.toLowerCase();
  const letter = lowerKey.slice(0, lowerKey.length - toevoeging.length);
  if (typed === lowerKey || (letter !== "" && typed === letter + SPACED + toevoeging)) {
    return "equal";
  }
  if (typed === "") {
    return "part";
  }
  const run = withoutBorders(withoutEmptyWords(typed));
  const isEmpty = isEmptyFieldText(run) && !isLettered;
  if (lowerKey === "") {
    return isEmpty ? "equal" : meansPlain(run, isLettered) ? "plain" : "other";
  }
  const isSame =
    isLettered && (lowerKey.length === 1 || isRoman(run))
      ? withoutAnnouncers(run) === lowerKey
      : run === lowerKey || haveSameMeaning(run, lowerKey) || matchesInEitherOrder(run, letter, toevoeging);
  if (isSame) {
    return "equivalent";
  }
  const isPart =
    run === toevoeging || haveSameMeaning(run, toevoeging) || withoutAnnouncers(run) === letter || isEmpty;
  if (isPart) {
    return "part";
  }
  return isPrefix && lowerKey.startsWith(run) ? "part" : "other";
}

/**
 * Returns the parts that a designation lists. Each part is an array of the designations that it may mean: `b1/3` lists
 * b1, and 3 or b3. Empty for a designation that is not a list.
 */
export function listedParts(typed: string): string[][] {
  if (!typed.includes(LISTED) || isEmptyFieldText(withoutBorders(typed))) {
    return [];
  }
  const [first = "", ...others] = typed.split(LISTED).map(withoutBorders);
  const before = first.replace(/(?:\d+|[a-z]+)$/, "");
  return [[first], ...others.map((part) => [...new Set([part, before + part])])];
}

/** Returns true when a designation lists several additions, and the keys of a house number have any of them. */
function isListAmong(typed: string, keys: readonly string[]): boolean {
  return listedParts(typed).some((part) => keys.some((key) => isMeantBy(part, key)));
}

/** Returns true when a part that is listed may mean the address with that designationKey. */
export function isMeantBy(part: readonly string[], key: string): boolean {
  const own = key.toLowerCase();
  return part.some((each) => each === own || (each !== "" && haveSameMeaning(each, own)));
}

/**
 * Returns true when a typed letter is a letter of the addresses of a number, whose keys are given, and not a word.
 * Where the addresses have letters in a row (22, 22a, 22b), H is the next letter and not "huis", and A is not "achter".
 * A lone I or X is a Roman number only without any other single letter. A word for "empty" counts where an address has
 * it: `NA`.
 */
export function isLetterAmong(typed: string, keys: readonly string[]): boolean {
  const run = withoutBorders(typed);
  if (run !== "" && isEmptyFieldText(run)) {
    return keys.some((key) => key.toLowerCase() === run);
  }
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

/** Joins texts into one run of lower case with its borders (joinRun). */
export function joinDesignation(texts: readonly string[]): string {
  return joinRun(texts)
    .toLowerCase()
    .replace(/[^a-z0-9/-]+/g, "");
}

/** Returns true when a run begins with another run and continues with a new part: `b13` with b, but not with b1. */
export function beginsWith(run: string, beginning: string): boolean {
  return run.startsWith(beginning) && !isDigitsSplit(run, beginning.length);
}

/** Returns true when a run ends with another run that is a separate part of it: `b13` with 13, but not with 3. */
export function endsWith(run: string, end: string): boolean {
  return run.endsWith(end) && !isDigitsSplit(run, run.length - end.length);
}

function isDigitsSplit(run: string, at: number): boolean {
  return /^\d\d$/.test(run.slice(Math.max(0, at - 1), at + 1));
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
