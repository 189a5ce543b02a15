/** Shorter names by which people call a place. */

/** "Alphen" for Alphen aan den Rijn. */
const PREPOSITIONS = /^(aan|op|bij|onder|in|van|o|a|b)$/;
/** Words that many places begin with: on their own no name of any. */
const COMMON =
  /^(sint|nieuw|oud|groot|klein|hoog|laag|lange|korte|noord|oost|zuid|west|over|beneden|boven|[a-z]{1,2})$/;
/** Of what is left when the first word or the last ones go. */
const MIN_LENGTH = 5;

/** The words of those names, from the words of the full one and the parts of it that hyphens join. */
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
