/**
 * What stands behind a house number: whether what was typed is what the registry calls letter and addition. People do
 * not know which of the two a part is, and write floors and doors in many ways.
 */
import { compact } from "./designation-key.ts";

/**
 * How what was typed fits an address, best first. `equal`: letter and addition in one run, but for case and
 * separators. `same`: another spelling ("2-hoog" for 2hg). `part`: one of the two, the other not typed. `rest`: the
 * plain number, for words that only say so ("huis"). `other`: not at all.
 */
export const FITS = ["equal", "same", "part", "rest", "other"] as const;
export type Fit = (typeof FITS)[number];

/** A designation as it was typed; what it was compared with is remembered. */
export class TypedDesignation {
  readonly typed: string;
  /** Which of the line's designations it is. */
  readonly ordinal: number;
  readonly #isBegun: boolean;
  readonly #fits = new Map<string, Fit>();

  /** `isBegun`: it may go on. */
  constructor(typed: string, { isBegun, ordinal }: { isBegun: boolean; ordinal: number }) {
    this.typed = typed;
    this.ordinal = ordinal;
    this.#isBegun = isBegun;
  }

  /** How it fits an address by its designationKey. */
  fitOf(key: string): Fit {
    const fit = this.#fits.get(key) ?? fitOf(this.typed, key, this.#isBegun);
    this.#fits.set(key, fit);
    return fit;
  }
}

/** How well `typed` fits the address with that designationKey; an empty one means the plain number, others fit it as what was not typed. */
export function fitOf(typed: string, key: string, isPrefix = false): Fit {
  const toevoeging = key.replace(/^[A-Z]+/, "");
  const whole = key.toLowerCase();
  const letter = whole.slice(0, whole.length - toevoeging.length);
  if (typed === whole) return "equal";
  if (typed === "") return "part";
  if (whole === "") return meansGround(typed) ? "rest" : "other";
  if (meansSame(typed, whole) || meansSame(typed, toevoeging, letter)) return "same";
  if (typed === letter || typed === toevoeging || (toevoeging !== "" && meansSame(typed, toevoeging)))
    return "part";
  return isPrefix && whole.startsWith(typed) ? "part" : "other";
}

/** Whether a designation says no more than "the house itself". */
function meansGround(designation: string): boolean {
  return GROUND.test(designation);
}

/** Typed chunks as one run, without words that only announce ("app", "nr", "verdieping" after a number). */
export function designationOf(chunks: readonly string[]): string {
  return compact(chunks.join(""));
}

/** `typed` may begin with the letter, so that "a2hoog" is letter a and floor 2. */
function meansSame(typed: string, toevoeging: string, letter = ""): boolean {
  if (toevoeging === "" || !typed.startsWith(letter)) return false;
  const rest = typed.slice(letter.length);
  return rest !== "" && meaningOf(rest) === meaningOf(toevoeging);
}

const GROUND = /^(hs|h|huis|bg|bgg|begg|begane?grond|parterre|part|ph|bel|beletage)$/;
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(bis|bs)$/, "bis"],
  [/^(bov|boven|bovenhuis|bvn|boventst)$/, "boven"],
  [/^(ben|beneden|bened|benedenhuis|onder)$/, "beneden"],
  [/^(zold|zolder|zld)$/, "zolder"],
  [/^(rd|rood)$/, "rood"],
  [/^(zw|zwart)$/, "zwart"],
  [/^(to|tegenover|tov)$/, "tegenover"],
  [/^(a|ac|achter|acht|ach)$/, "achter"],
  [/^(v|vr|voor|voorh)$/, "voor"],
  [/^(souterrain|sout|sou)$/, "souterrain"],
  [/^(dak|dakapp)$/, "dak"],
  [/^(li|links|lks)$/, "links"],
  [/^(re|rechts|rts)$/, "rechts"],
  [/^(gar|garage)$/, "garage"],
];
const ANNOUNCERS =
  /^(app|apt|appartement|ap|kamer|kmr|unit|ark|box|bus|nr|no|flat|etage|et|verdieping|verd|huisje|woning|won|k)(?=\d)/;
const FLOOR = /^(\d+)(e|de|ste)?(hoog|hg|h|verd|verdieping|vd|etage|et|floor)$/;
const ROMAN: Readonly<Record<string, string>> = {
  i: "1",
  ii: "2",
  iii: "3",
  iv: "4",
  vi: "6",
  vii: "7",
  viii: "8",
  ix: "9",
  x: "10",
};

/** One text for all spellings of one thing. */
function meaningOf(text: string): string {
  if (GROUND.test(text)) return "ground";
  const word = WORDS.find(([pattern]) => pattern.test(text));
  if (word !== undefined) return word[1];
  const roman = ROMAN[text];
  if (roman !== undefined) return roman;
  const floor = FLOOR.exec(text);
  if (floor !== null) return String(Number(floor[1]));
  return text.replace(ANNOUNCERS, "").replace(/^0+(?=.)/, "");
}

const DESIGNATION_WORD =
  /^([a-z]{1,4}|\d{1,4}[a-z]{0,10}\d{0,4}|[a-z]{1,3}\d{1,4}[a-z]?|huis|hoog|boven|beneden|bovenhuis|benedenhuis|begane|grond|achter|zolder|tegenover|links|rechts|rood|zwart|garage|souterrain|parterre|verdieping|etage|appartement|kamer|unit|woning|flat|floor|onder)$/;

/** Whether a chunk is hardly anything but part of a designation. */
export function isDesignationWord(chunk: string): boolean {
  return (
    /^([a-z]{1,2}|\d{1,4}[a-z]{0,3}\d{0,4}|[a-z]{1,2}\d{1,4}|bis|bov|ben|hoog|huis)$/.test(chunk) ||
    chunk.length > 4
  );
}

const POSTCODE = /^[1-9]\d{3}[a-z]{2}$/;

/** Whether a chunk behind a number can belong to its designation at all. */
export function isDesignationLike(chunk: string): boolean {
  return DESIGNATION_WORD.test(chunk) && !POSTCODE.test(chunk);
}
