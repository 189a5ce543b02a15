/**
 * Normalizes Dutch and Frisian names of places in Friesland to one spelling: most differ only in how the two
 * languages write the same sounds and words. Other differences are listed in place-aliases.ts.
 */
import { BoundedMap, memoize } from "../../base/memoize.ts";

/** Replacements, each applied to the result of those before. `y` is `ij` already. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Words that names are made of: Dutch, then Frisian.
  [/woud[ae]?|wolde|wald[ae]?/g, "wold"],
  [/^(oude?|olde?|alde?)/, "old"],
  [/^(nieuwe?|nije?)/, "ni"],
  [/^(oost|east)/, "ost"],
  [/noord|noard/g, "nord"],
  [/tsjerk|tjerk/g, "kerk"],
  [/huisum|huizum|huizen|husum|huzum|huzen|huis/g, "hus"],
  [/klooster|kleaster/g, "kloster"],
  [/buren|buorren/g, "bur"],
  [/zwaag|sweach|swaech/g, "swag"],
  [/brug|brege/g, "brug"],
  [/burg|boarch|burch/g, "burg"],
  [/schoot|skoat/g, "schot"],
  [/koop|keap/g, "kop"],
  [/pade$|pea$/, "pa"],
  [/molen|mune/g, "mun"],
  [/veen|fean/g, "fen"],
  [/meer/g, "mar"],
  [/zand|san/g, "san"],
  [/zijl|sijl/g, "sil"],
  [/h[ei]m/g, "hem"],
  [/land$|lan$/, "lan"],
  [/ga$|gea$/, "ga"],
  // Sounds.
  [/oeng|oaiing|oing/g, "ong"],
  [/ldt/g, "lt"],
  [/tz|tsj|tj/g, "tj"],
  [/ij|ie/g, "i"],
  [/z/g, "s"],
  [/v/g, "f"],
  [/x/g, "ks"],
  [/c(?!h)/g, "k"],
  [/sch|sk/g, "s"],
  [/ch/g, "g"],
  [/ui|oe|uo/g, "u"],
  [/ea/g, "a"],
  [/oa/g, "o"],
  [/w[ei]r[dt](?=e|$)/g, "wert"],
  [/(.)\1+/g, "$1"],
  [/[aeou]?m$/, "m"],
  [/d$/, "t"],
  [/[aeo]$/, ""],
];

/** Returns the shared spelling of canonical words; `undefined` for names too short to be distinguished by it. */
export function frisianSpelling(words: readonly string[]): string | undefined {
  // Word by word, so that no word merges with its neighbour.
  const key = words.map((word) => memoize(knownWords, word, () => respell(word))).join("");
  return key.length < MIN_LENGTH ? undefined : key;
}

/** Cached because a line looks up the same words in every run of words that may be a place. */
const knownWords = new BoundedMap<string, string>(4_096);

/** Returns the shared spelling of a word. Articles and single letters stay: "19 E Sluisveld" has a letter. */
function respell(word: string): string {
  if (word.length < MIN_WORD) {
    return word;
  }
  let common = word;
  for (const [written, both] of RULES) {
    common = common.replace(written, both);
  }
  return common;
}

const MIN_WORD = 3;
const MIN_LENGTH = 4;
