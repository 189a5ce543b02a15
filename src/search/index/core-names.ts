/** Words of a name that people leave out, and those that a typing error may not drop. */
import { TITLES } from "../line/abbreviations.ts";
import { editDistance } from "./edit-distance.ts";

/** Returns keys without titles and initials, or without a first name: van Goghstraat for `Vincent van Goghstraat`. */
export function coreKeys(words: readonly string[]): string[] {
  return [...keysWithoutTitles(words), ...keysOf(withoutFirstName(words))];
}

/**
 * Returns keys without titles and initials: Mr. Thorbeckelaan and Thorbeckelaan for `Mr.J.R.Thorbeckelaan`, Dr.
 * Nolenslaan for `Mgr.Dr.W.H.Nolenslaan`.
 */
export function keysWithoutTitles(words: readonly string[]): string[] {
  const withoutInitials = words.filter((word) => word.length > 1 || !/[a-z]/.test(word) || isArticle(word));
  const withoutTitles = withoutInitials.filter((word) => !isTitle(word));
  const onlyInitials = words.filter((word) => !isTitle(word));
  const beginning = withoutTitles.findIndex((word) => !isArticle(word) && word !== "van");
  return keysOf([
    withoutInitials,
    onlyInitials,
    withoutTitles,
    beginning < 0 ? [] : withoutTitles.slice(beginning),
    ...withOneTitle(withoutInitials),
  ]);
}

function keysOf(names: readonly (readonly string[])[]): string[] {
  return names.map((words) => words.join("")).filter((key) => key.length >= MIN_CORE_LENGTH);
}

const MIN_CORE_LENGTH = 4;
const MIN_SURNAME_LENGTH = 6;

/** Words before "van" that are not first names. */
const NO_FIRST_NAMES: ReadonlySet<string> = new Set(
  (
    "groot klein nieuw oud korte lange hoog laag noord oost zuid west verlengd binnen buiten achter voor boven beneden " +
    "straat laan plein weg singel gracht kade dijk park plantsoen steeg hof erf pad poort slot huis huize heer vrouwe rond"
  ).split(" "),
);

/** Returns the names that keep one of several titles. */
function withOneTitle(words: readonly string[]): string[][] {
  const titles = words.filter(isTitle);
  return titles.length < 2
    ? []
    : titles.map((kept) => words.filter((word) => word === kept || !isTitle(word)));
}

function withoutFirstName(words: readonly string[]): (readonly string[])[] {
  const [first, van] = words;
  const isPerson =
    van === "van" &&
    words.length > 2 &&
    words.at(-1)!.length >= MIN_SURNAME_LENGTH &&
    /^[a-z]{2,}$/.test(first!);
  return isPerson && !isTitle(first!) && !NO_FIRST_NAMES.has(first!) ? [words.slice(1)] : [];
}

function isTitle(word: string): boolean {
  return TITLES.has(word);
}

/** Returns true for de, het and 's in their canonical form. */
function isArticle(word: string): boolean {
  return word === "d" || word === "t" || word === "s";
}

/**
 * Returns true unless the `edits` between the words and a name, both in one run, can drop the first or the last word.
 * "a weesp" is rejected: it is weesp and a word too many, which may be a letter of the house number. Spaces make no
 * difference.
 */
export function keepsEndWords(words: readonly string[], edits: number, nameOf: () => string): boolean {
  const isKept = (end: string, others: readonly string[]) =>
    end.length > edits || editDistance(others.join(""), nameOf(), edits) + end.length > edits;
  return words.length < 2 || (isKept(words[0]!, words.slice(1)) && isKept(words.at(-1)!, words.slice(0, -1)));
}

/** As `keepsEndWords` for the last word, where the words are the beginning of the name. */
export function keepsLastWord(words: readonly string[], edits: number, name: string): boolean {
  const last = words.at(-1)!;
  if (words.length < 2 || last.length > edits) {
    return true;
  }
  const before = words.slice(0, -1).join("");
  const lengths = Array.from({ length: 2 * edits + 1 }, (_, i) => before.length - edits + i);
  return lengths.every((length) => editDistance(before, name.slice(0, length), edits) + last.length > edits);
}
