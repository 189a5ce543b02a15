/** Letters that PostNL issues; F, I, O, Q, U and Y are valid too, but hardly used. */
const LETTERS = "ABCDEGHJKLMNPRSTVWXZ";
/** Letter pairs that are never issued. */
const WITHHELD = new Set(["SA", "SD", "SS"]);

/** Letter pairs of a PC4 in the order in which streets receive them. */
export const LETTER_PAIRS: readonly string[] = [...LETTERS]
  .flatMap((first) => [...LETTERS].map((second) => first + second))
  .filter((pair) => !WITHHELD.has(pair));
