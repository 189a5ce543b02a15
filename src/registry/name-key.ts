/** Keys already: ASCII without capitals, backquotes and stray spaces. */
const PLAIN = /^[!-@[-_a-~]+(?: [!-@[-_a-~]+)*$/;

/** Letters that Unicode does not take apart, as a Dutch keyboard writes them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ł: "l",
  ŋ: "n",
  þ: "th",
  ŧ: "t",
};
const INDIVISIBLE = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * What two spellings of one name have in common: lower case, no diacritics, one kind of apostrophe, single spaces.
 * Idempotent; empty for text that holds nothing else. Columns `naam_sleutel` hold it, and sort lists of names.
 */
export function nameKey(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/[\u00b4\u02bc\u2018\u2019\u201b`]/g, "'")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(INDIVISIBLE, (letter) => LETTERS[letter]!)
    .replace(/\s+/g, " ")
    .trim();
}

/** Orders keys by code unit, as SQLite orders their bytes. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
