/** Reads the cell that says that an address is not the one meant, as "aanduiding bij huisnummer" of the BRP does. */
const WORDS: ReadonlyMap<string, "by" | "to"> = new Map([
  ["by", "by"],
  ["bij", "by"],
  ["to", "to"],
  ["t/o", "to"],
  ["tegenover", "to"],
]);

/** Returns `by` (beside) or `to` (opposite); `undefined` for anything else. */
export function besideWord(text: string): "by" | "to" | undefined {
  return text.length > 10 ? undefined : WORDS.get(text.toLowerCase().replace(/\.$/, ""));
}
