import { TITLES } from "./abbreviations.ts";

/** `Mr.J.R.Thorbeckelaan` is also called Mr. Thorbeckelaan and Thorbeckelaan. */
export function coreKeys(words: readonly string[]): string[] {
  const withoutInitials = words.filter((word) => word.length > 1 || !/[a-z]/.test(word) || isArticle(word));
  const withoutTitles = withoutInitials.filter((word) => !TITLES.has(word));
  const onlyInitials = words.filter((word) => !TITLES.has(word));
  const beginning = withoutTitles.findIndex((word) => !isArticle(word) && word !== "van");
  return [withoutInitials, onlyInitials, withoutTitles, beginning < 0 ? [] : withoutTitles.slice(beginning)]
    .map((rest) => rest.join(""))
    .filter((key) => key.length >= MIN_CORE_LENGTH);
}

const MIN_CORE_LENGTH = 4;

/** de, het and 's in their canonical form. */
function isArticle(word: string): boolean {
  return word === "d" || word === "t" || word === "s";
}
