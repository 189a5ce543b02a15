/** Enumerates postcodes that may be meant by a mistyped one. */

const VALID = /^[1-9]\d{3}[A-Z]{2}$/;
const DIGITS = "0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Returns all postcodes one edit from `typed` (capitals): two adjacent characters swapped, then a letter replaced, a
 * digit replaced, and for one too short or too long a character inserted or deleted. About 90,
 * not `typed` itself.
 */
export function postcodesNear(typed: string): string[] {
  const positions = Array.from({ length: typed.length + 1 }, (_, i) => i);
  const swapped = positions.map((i) =>
    replaceRange(typed, [i, i + 2], `${typed[i + 1] ?? ""}${typed[i] ?? ""}`),
  );
  const replaced = positions
    .toReversed()
    .flatMap((i) => symbolsAt(i).map((symbol) => replaceRange(typed, [i, i + 1], symbol)));
  const inserted = positions.flatMap((i) =>
    symbolsAt(i).map((symbol) => replaceRange(typed, [i, i], symbol)),
  );
  const deleted = positions.map((i) => replaceRange(typed, [i, i + 1], ""));
  const all = new Set([...swapped, ...replaced, ...inserted, ...deleted]);
  return [...all].filter((postcode) => postcode !== typed && VALID.test(postcode));
}

function symbolsAt(position: number): string[] {
  return [...(position < 4 ? DIGITS : LETTERS)];
}

/** Replaces the characters [from, to). */
function replaceRange(text: string, [from, to]: [number, number], by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}
