/**
 * What stands behind a house number: whether what was typed is what the registry calls letter and addition. People do
 * not know which of the two a part is, and write floors and doors in many ways (designation-words.ts).
 */
import { compact } from "./designation-key.ts";
import { meaningOf, meansGround, saysNothing, unannounced } from "./designation-words.ts";

/**
 * How what was typed fits an address, best first. `equal`: letter and addition in one run, but for case and
 * separators. `same`: another spelling ("2-hoog" for 2hg), or the addition before the letter. `part`: one of the two,
 * the other not typed. `rest`: the plain number, for words that only say so ("huis"). `other`: not at all.
 */
export const FITS = ["equal", "same", "part", "rest", "other"] as const;
export type Fit = (typeof FITS)[number];

interface HowTyped {
  /** It may go on. */
  readonly isBegun?: boolean;
  /** The number has letters (hasLetters). */
  readonly isLettered?: boolean;
}

/** A designation as it was typed; what it was compared with is remembered. */
export class TypedDesignation {
  readonly typed: string;
  /** Which of the line's designations it is. */
  readonly ordinal: number;
  readonly #isBegun: boolean;
  readonly #fits = new Map<string, Fit>();
  readonly #fitsAmongLetters = new Map<string, Fit>();

  /** `isBegun`: it may go on. */
  constructor(typed: string, { isBegun, ordinal }: { isBegun: boolean; ordinal: number }) {
    this.typed = typed;
    this.ordinal = ordinal;
    this.#isBegun = isBegun;
  }

  /** How it fits an address by its designationKey; `isLettered`: the number has letters. */
  fitOf(key: string, isLettered = false): Fit {
    const fits = isLettered ? this.#fitsAmongLetters : this.#fits;
    const fit = fits.get(key) ?? fitOf(this.typed, key, { isBegun: this.#isBegun, isLettered });
    fits.set(key, fit);
    return fit;
  }
}

/** How well `typed` fits the address with that designationKey; an empty one means the plain number, others fit it as what was not typed. */
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
 * Whether the keys of a number's addresses are letters in a row: 22, 22a, 22b. There H is the next letter and not
 * "huis", I no storey, and A not "achter".
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

/** Typed chunks as one run. */
export function designationOf(chunks: readonly string[]): string {
  return compact(chunks.join(""));
}

function meansSame(typed: string, run: string): boolean {
  return run !== "" && meaningOf(typed) === meaningOf(run);
}

/** Letter and addition in either order: "a2hoog" and "2hooga" are letter a and floor 2. */
function meansBoth(typed: string, letter: string, toevoeging: string): boolean {
  const text = unannounced(typed);
  if (letter === "" || toevoeging === "" || text.length <= letter.length) return false;
  return (
    (text.startsWith(letter) && meansSame(text.slice(letter.length), toevoeging)) ||
    (text.endsWith(letter) && meansSame(text.slice(0, -letter.length), toevoeging))
  );
}
