/** Postcodes that somebody who typed another may have meant. */

const VALID = /^[1-9]\d{3}[A-Z]{2}$/;
const DIGITS = "0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * All postcodes one edit from `typed` (capitals): two neighbours swapped, then one other letter, one other digit, and where
 * it is too short or too long what makes it whole. About 90; `typed` itself is none of them.
 */
export function postcodesNear(typed: string): string[] {
  const positions = Array.from({ length: typed.length + 1 }, (_, i) => i);
  const swapped = positions.map((i) => replaceAt(typed, i, 2, `${typed[i + 1] ?? ""}${typed[i] ?? ""}`));
  const replaced = positions.toReversed().flatMap((i) => symbolsAt(i).map((s) => replaceAt(typed, i, 1, s)));
  const inserted = positions.flatMap((i) => symbolsAt(i).map((symbol) => replaceAt(typed, i, 0, symbol)));
  const deleted = positions.map((i) => replaceAt(typed, i, 1, ""));
  const all = new Set([...swapped, ...replaced, ...inserted, ...deleted]);
  return [...all].filter((postcode) => postcode !== typed && VALID.test(postcode));
}

function symbolsAt(position: number): string[] {
  return [...(position < 4 ? DIGITS : LETTERS)];
}

function replaceAt(text: string, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length);
}
