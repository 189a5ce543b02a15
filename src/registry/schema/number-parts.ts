/** Compares the letter and addition asked for with an address's; runs in browsers too. */

/** Letter and addition of an address of one postcode and number (docs/records.md, "Finding one address"). */
export interface NumberParts {
  huisletter: string | null;
  huisnummertoevoeging: string | null;
}

/** Letter and addition as a request names them: null, undefined and an empty text are an absent part. */
export type RequestedParts = { readonly [Part in keyof NumberParts]?: NumberParts[Part] | undefined };

/** Border in a run whose sides are two parts: between digits, or between letters at a sign that lists things. */
export const LISTED = "/";
/** Border between letters at any other sign, such as a space, a hyphen or a point. */
export const SPACED = "-";

const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu;
const LISTING_SIGN = /[/+&,;]/;
/** Decimals that programs add to a whole number; three zeros may be thousands. */
const FLOAT_TAIL = /(?<!\d)(\d+)([.,])0{1,2}(?!\d|\2\d)/g;

/** Returns the text without the decimals of whole numbers: `51.0` is 51. */
export function withoutFloatTails(text: string): string {
  return /\d[.,]0/.test(text) ? text.replace(FLOAT_TAIL, "$1") : text;
}

/**
 * Joins texts of letter and addition into one run of letters and digits with its borders: `B1/3` for B1 and 3 and for
 * `B 1-3`, `n-c` for `n c`. A letter and a digit have no border, nor have letters of two texts. Every way to ask for an
 * address compares this run, because 1 and 3 are not 13. Joining a run again does not change it.
 */
export function joinRun(texts: readonly string[]): string {
  let run = "";
  for (const text of texts) {
    const next = runOf(text);
    run += /\d$/.test(run) && /^\d/.test(next) ? LISTED + next : next;
  }
  return run;
}

function runOf(text: string): string {
  const thousands = /^[.,/](?=0{3})/.test(text) ? LISTED : "";
  const borderAt = (signs: string, at: number, whole: string) =>
    borderOf(whole[at - 1], signs, whole[at + signs.length]);
  return thousands + withoutFloatTails(text).replace(SIGNS, borderAt);
}

function borderOf(before: string | undefined, signs: string, behind: string | undefined): string {
  if (before === undefined || behind === undefined || /\d/.test(before) !== /\d/.test(behind)) {
    return "";
  }
  return /\d/.test(before) || LISTING_SIGN.test(signs) ? LISTED : SPACED;
}

/** Returns a run without its borders. */
export function withoutBorders(run: string): string {
  return run.replace(/(?<=.)[/-]/g, "");
}

/**
 * Returns the given addresses (in natural order) that match the letter and addition asked: exactly, else
 * case-insensitively, else both joined into one run. Ties between runs are ranked by same case first, then addresses
 * with a letter before addresses with only an addition (`letter=A1` and `addition=a-1` are read as a letter followed by
 * the rest), then natural order. A border in the run asked matches only the border between an address's letter and
 * addition. All addresses returned have the same full key; several are duplicate registrations. An absent part (null or
 * empty) matches only an absent part, and so does a part of hyphens when no address has it.
 */
export function matchNumberParts<T extends NumberParts>(
  addresses: readonly T[],
  requested: RequestedParts,
): T[] {
  const [letter, toevoeging] = [letterOf(requested), toevoegingOf(requested)];
  return (
    findWithSameParts(addresses, (a) => letterOf(a) === letter && toevoegingOf(a) === toevoeging) ??
    findWithSameParts(
      addresses,
      (a) => equalsIgnoringCase(letterOf(a), letter) && equalsIgnoringCase(toevoegingOf(a), toevoeging),
    ) ??
    matchJoined(addresses, [letter, toevoeging]) ??
    []
  );
}

function matchJoined<T extends NumberParts>(
  addresses: readonly T[],
  requested: readonly string[],
): T[] | undefined {
  const wanted = joinRun(requested);
  if (wanted === "" && !/^[\s\p{Pd}]*$/u.test(requested.join(""))) {
    return undefined;
  }
  const isSameIgnoringCase = (a: T) => namesParts(wanted.toLowerCase(), lowerParts(a));
  const matching = addresses.filter(isSameIgnoringCase);
  const isSameJoined = (a: T) => namesParts(wanted, a);
  const hasLetter = (a: T) => letterOf(a) !== "";
  return (
    findWithSameParts(matching, (a) => isSameJoined(a) && hasLetter(a)) ??
    findWithSameParts(matching, isSameJoined) ??
    findWithSameParts(matching, hasLetter) ??
    findWithSameParts(matching, () => true)
  );
}

/** Returns true when a run is the letter and addition of an address, with or without a space between the two. */
function namesParts(run: string, address: NumberParts): boolean {
  const [letter, toevoeging] = [letterOf(address), toevoegingOf(address)];
  return run === joinRun([letter, toevoeging]) || run === joinRun([`${letter} ${toevoeging}`]);
}

function lowerParts(address: NumberParts): NumberParts {
  return {
    huisletter: letterOf(address).toLowerCase(),
    huisnummertoevoeging: toevoegingOf(address).toLowerCase(),
  };
}

/** Returns the first accepted address and those with the same letter and addition; `undefined` for no match. */
function findWithSameParts<T extends NumberParts>(
  addresses: readonly T[],
  accepts: (address: T) => boolean,
): T[] | undefined {
  const first = addresses.find(accepts);
  if (first === undefined) {
    return undefined;
  }
  return addresses.filter(
    (a) => a.huisletter === first.huisletter && a.huisnummertoevoeging === first.huisnummertoevoeging,
  );
}

function letterOf(address: RequestedParts): string {
  return address.huisletter ?? "";
}

function toevoegingOf(address: RequestedParts): string {
  return address.huisnummertoevoeging ?? "";
}

/** Joins letter and addition into a form that is equal for all parts that {@link matchNumberParts} matches. */
export function joinParts(address: RequestedParts): string {
  return withoutBorders(joinRun([letterOf(address), toevoegingOf(address)])).toLowerCase();
}

function equalsIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
