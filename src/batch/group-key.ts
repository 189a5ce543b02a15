/** Keys of rows that are the same address though written differently. */
import type { AdresRecord } from "../registry/read/records.ts";
import { canonicalWords, tokenize } from "../search/line/normalize.ts";
import type { RowMatch } from "./outcome.ts";

const MAX_LENGTH = 200;

/**
 * Returns the nummeraanduiding_id of an address, with `+` behind it for the first of several, which are rows without
 * the letter; for a row without an address its words in normal form; null for an empty row.
 */
export function groupKeyOf(match: RowMatch, adres: AdresRecord | null, text: string): string | null {
  if (adres !== null) {
    return adres.nummeraanduiding_id + (match === "one_of_several" ? "+" : "");
  }
  const words = canonicalWords(tokenize(text.slice(0, MAX_LENGTH))!.map((token) => token.text));
  return words.length === 0 ? null : words.join(" ");
}
