/** Keys of names: typed text is compared with them, so writer and client share this file. */
import { nameKey } from "../registry/schema/name-key.ts";

/** Returns a text in lower-case ASCII letters and digits, all else as single spaces: `s gravelandseweg`. */
export function foldName(text: string): string {
  return nameKey(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Returns the key of a name from each of its words on: `prinses beatrixlaan`, `beatrixlaan`. */
export function keysOfName(name: string): string[] {
  const words = foldName(name).split(" ");
  return words.map((_, i) => words.slice(i).join(" "));
}
