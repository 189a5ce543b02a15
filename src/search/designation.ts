/**
 * Compares the designation typed after a house number with the registry's letter and addition. People do not know which
 * of the two a part is, and write floors and doors in many ways (designation-words.ts).
 */
import { compact } from "./designation-key.ts";
import { meaningOf, meansGround, saysNothing, unannounced } from "./designation-words.ts";

/**
 * Fits of a typed designation to an address, best first. `equal`: letter and addition in one run, ignoring case and
 * separators. `same`: another spelling ("2-hoog" for 2hg), or the addition before the letter. `part`: only one of the
 * two was typed, or neither. `rest`: the plain number, for words that only say so ("huis"). `other`: no fit.
 */
export const FITS = ["equal", "same", "part", "rest", "other"] as const;
export type Fit = (typeof FITS)[number];

interface HowTyped {
  /** True when it may be a prefix of the designation meant. */
  readonly isBegun?: boolean;
  /** True when the number has letters (hasLetters). */
  readonly isLettered?: boolean;
}

/** Designation as typed; caches its fits. */
export class TypedDesignation {
  readonly typed: string;
  /** Position among the line's designations. */
  readonly ordinal: number;
  readonly #isBegun: boolean;
  readonly #fits = new Map<string, Fit>();
  readonly #fitsAmongLetters = new Map<string, Fit>();

  /** `isBegun`: it may be a prefix. */
  constructor(typed: string, { isBegun, ordinal }: { isBegun: boolean; ordinal: number }) {
    this.typed = typed;
    this.ordinal = ordinal;
    this.#isBegun = isBegun;
  }

  /** Returns its fit to an address by designationKey; `isLettered`: the number has letters. */
  fitOf(key: string, isLettered = false): Fit {
    const fits = isLettered ? this.#fitsAmongLetters : this.#fits;
    const fit = fits.get(key) ?? fitOf(this.typed, key, { isBegun: this.#isBegun, isLettered });
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
  { isBegun = false, isLettered = false }: HowTyped = {},
): Fit {
  const toevoeging = key.replace(/^[A-Z]+/, "");
  const whole = key.toLowerCase();
  const letter = whole.slice(0, whole.length - toevoeging.length);
  if (typed === whole) return "equal";
  if (typed === "") return "part";
  const isNothing = saysNothing(typed);
  if (whole === "") return isNothing ? "equal" : meansPlain(typed, isLettered) ? "rest" : "other";
  const isSame =
    isLettered && whole.length === 1
      ? unannounced(typed) === whole
      : meansSame(typed, whole) || meansBoth(typed, letter, toevoeging);
  if (isSame) return "same";
  const isPart =
    typed === toevoeging || meansSame(typed, toevoeging) || unannounced(typed) === letter || isNothing;
  if (isPart) return "part";
  return isBegun && whole.startsWith(typed) ? "part" : "other";
}

/**
 * Returns true when the keys of a number's addresses are letters in a row: 22, 22a, 22b. There H is the next letter
 * and not "huis", I no storey, and A not "achter".
 */
export function hasLetters(keys: Iterable<string>): boolean {
  let hasA = false;
  let hasV = false;
  for (const key of keys) {
    if (key.length !== 1) continue;
    const letter = key.toLowerCase();
    if (letter >= "b" && letter <= "g") return true;
    hasA ||= letter === "a";
    hasV ||= letter === "v";
  }
  return hasA && !hasV;
}

function meansPlain(typed: string, isLettered: boolean): boolean {
  return meansGround(typed) && !(isLettered && typed.length === 1);
}

/** Joins typed chunks into one run. */
export function designationOf(chunks: readonly string[]): string {
  return compact(chunks.join(""));
}

function meansSame(typed: string, run: string): boolean {
  return run !== "" && meaningOf(typed) === meaningOf(run);
}

/** Returns true for letter and addition in either order: "a2hoog" and "2hooga" are letter a and floor 2. */
function meansBoth(typed: string, letter: string, toevoeging: string): boolean {
  const text = unannounced(typed);
  if (letter === "" || toevoeging === "" || text.length <= letter.length) return false;
  return (
    (text.startsWith(letter) && meansSame(text.slice(letter.length), toevoeging)) ||
    (text.endsWith(letter) && meansSame(text.slice(0, -letter.length), toevoeging))
  );
}
