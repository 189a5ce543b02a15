/** Matches text that is its own key: ASCII without capitals, backquotes, or leading, trailing or double spaces. */
const NORMALIZED = /^[!-@[-_a-~]+(?: [!-@[-_a-~]+)*$/;

/** Transliteration of letters that Unicode normalization does not decompose. */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
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
const TRANSLITERATED_LETTERS = new RegExp(`[${Object.keys(TRANSLITERATIONS).join("")}]`, "g");

/**
 * Normalizes a name for comparison and sorting: lower case, no diacritics, one kind of apostrophe, single spaces.
 * Idempotent; empty for text of only spaces and diacritics. Columns `name_key` contain this key to sort lists by name.
 */
export function nameKey(text: string): string {
  if (NORMALIZED.test(text)) {
    return text;
  }
  return (
    text
      // Before NFKD, which makes a space and a diacritic of the acute accent; it makes backquotes of other characters.
      .replace(/[\u00b4\u02bc\u2018\u2019\u201b]/g, "'")
      .normalize("NFKD")
      .replaceAll("`", "'")
      .toLowerCase()
      .replace(/\p{M}+/gu, "")
      .replace(TRANSLITERATED_LETTERS, (letter) => TRANSLITERATIONS[letter]!)
      .replace(/\s+/g, " ")
      .trim()
  );
}

/** Compares keys by code unit, in the same order as SQLite's binary collation. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
