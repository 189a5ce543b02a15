/** Shorter names that people use for places. */

/** "Alphen" for Alphen aan den Rijn. */
const PREPOSITIONS = /^(aan|op|bij|onder|in|van|o|a|b)$/;
/** Words that many place names begin with; alone they name none. */
const COMMON =
  /^(sint|nieuw|oud|groot|klein|hoog|laag|lange|korte|noord|oost|zuid|west|over|beneden|boven|[a-z]{1,2})$/;
/** Minimum letters of a name without "Sint" or without what follows a hyphen. */
const MIN_LENGTH = 5;

/** Returns the words of each short name, from the words of the full one and its hyphenated parts. */
export function shortNamesOf(
  words: readonly string[],
  parts: readonly (readonly string[])[],
): (readonly string[])[] {
  const preposition = words.findIndex((word, i) => i > 0 && PREPOSITIONS.test(word));
  const beforePreposition = preposition > 0 ? [words.slice(0, preposition)] : [];
  // Joubird for Sint Joubird.
  const withoutSint = words[0] === "sint" ? [words.slice(1)] : [];
  // De Kiel for De Kiel-Windstreek.
  const beforeHyphen =
    parts.length > 1 ? parts.slice(0, 1).filter((part) => !COMMON.test(part.join(""))) : [];
  const isLong = (short: readonly string[]) => short.join("").length >= MIN_LENGTH;
  return [...beforePreposition, ...[...withoutSint, ...beforeHyphen].filter(isLong)];
}
