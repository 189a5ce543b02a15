/**
 * Finds the address of a text by the postcode and number in it, when street and place name one address there but for a
 * typing error. A certain search gives the same answer (text-at-postcode.test.ts), but takes ten times as long.
 */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { withoutBorders, withoutFloatTails } from "../registry/schema/number-parts.ts";
import { listNumberRowsOfPostcode } from "../search/index/address-rows.ts";
import { fitOf, joinDesignation } from "../search/line/designation.ts";
import { designationKey } from "../search/line/designation-key.ts";
import { type Token, tokenize } from "../search/line/normalize.ts";
import { compareNames, type NameDifferences, nameWords } from "./compare-names.ts";
import { houseKeyOf } from "./house.ts";
import { lacksNumber } from "./missing-number.ts";

interface FoundText {
  readonly adres: AdresRecord;
  readonly differences: NameDifferences;
}

/** Number that the street of the text does not have. */
interface MissingNumber {
  readonly postcode: string;
  readonly missing: number;
}

/** Text of an address and nothing else. Texts that must be cleaned first are left to the search. */
const PLAIN = /^[\p{L}\p{N}\p{M} ,;.'’/-]{6,120}$/u;
const MAX_NUMBERS = 3;
/** Words of letter and addition, and maximum addresses that have them. */
const MAX_RUN_WORDS = 4;
const MAX_READ = 20;
/** Words that only announce a number, a place or the end. */
const BEFORE_NUMBER = /^(nr|no|nummer|huisnr|huisnummer)$/;
const COUNTRY = /^(nederland|nl|netherlands|holland)$/;

/**
 * Returns the only address that all words of the text name, or the number that its street does not have. `undefined`
 * without an address, for several, and for any other text.
 */
export function findTextAtPostcode(s: Snapshot, text: string): FoundText | MissingNumber | undefined {
  const tokens = PLAIN.test(text) ? withoutCountry(tokenize(withoutFloatTails(text))!) : [];
  const at = postcodeAt(tokens);
  if (at === undefined) {
    return undefined;
  }
  const postcode = at.text.toUpperCase();
  const words = tokens.toSpliced(at.from, at.size);
  const numbers = [...words.keys()].filter((i) => /^[1-9]\d{0,4}(?!\d)/.test(words[i]!.text));
  if (numbers.length > MAX_NUMBERS) {
    return undefined;
  }
  const found = numbers.flatMap((i) => findAtNumber(s, postcode, split(words, i)));
  if (found.length > 0 || numbers.length !== 1) {
    return found.length === 1 ? found[0] : undefined;
  }
  const parts = split(words, numbers[0]!);
  const { number } = parts;
  const isPlain = parts.behind[0]!.text === "";
  const namesOf = (adres: AdresRecord) => (isPlain ? namesAround(adres, parts, 1) : undefined);
  const isMissing = lacksNumber(s, { postcode, number, namesOf });
  return isMissing ? { postcode, missing: number } : undefined;
}

function withoutCountry(tokens: Token[]): Token[] {
  return COUNTRY.test(tokens.at(-1)?.text ?? "") ? tokens.slice(0, -1) : tokens;
}

interface PostcodeTokens {
  readonly text: string;
  readonly from: number;
  readonly size: number;
}

/** Returns the only postcode among the tokens. */
function postcodeAt(tokens: readonly Token[]): PostcodeTokens | undefined {
  const found: PostcodeTokens[] = [];
  for (const [from, { text }] of tokens.entries()) {
    const next = tokens[from + 1];
    if (/^[1-9]\d{3}[a-z]{2}$/.test(text)) {
      found.push({ text, from, size: 1 });
    } else if (/^[1-9]\d{3}$/.test(text) && next?.gap === " " && /^[a-z]{2}$/.test(next.text)) {
      found.push({ text: text + next.text, from, size: 2 });
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Words of a text by their position; the postcode is left out. */
interface SplitText {
  readonly before: readonly string[];
  readonly number: number;
  /** The first is the text glued to the number, perhaps empty. */
  readonly behind: readonly Token[];
}

function split(words: readonly Token[], at: number): SplitText {
  const [, digits, glued] = /^(\d+)(.*)$/.exec(words[at]!.text)!;
  const isAnnounced = at > 1 && BEFORE_NUMBER.test(words[at - 1]!.text);
  return {
    before: textsOf(words.slice(0, isAnnounced ? at - 1 : at)),
    number: Number(digits),
    behind: [{ text: glued!, gap: "" }, ...words.slice(at + 1)],
  };
}

function textsOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ text }) => text);
}

function findAtNumber(s: Snapshot, postcode: string, text: SplitText): FoundText[] {
  const designations = designationsOf(text);
  const runs = new Set(designations.map(withoutBorders));
  const ids = listNumberRowsOfPostcode(s, postcode, text.number)
    .filter(({ sort_key }) => runs.has(designationKey(sort_key).toLowerCase()))
    .map(({ fid }) => fid);
  if (ids.length > MAX_READ) {
    return [];
  }
  return readAdressen(s, ids).flatMap((adres) => {
    const used = designations.findIndex((each) => fitOf(each, houseKeyOf(adres)) === "equal") + 1;
    const named = used === 0 ? undefined : namesAround(adres, text, used);
    const differences = named && compareNames(s, adres, named);
    return differences === undefined ? [] : { adres, differences };
  });
}

/** Returns texts that may be letter and addition: the first words after the number, each with the words before it. */
function designationsOf({ behind }: SplitText): string[] {
  let typed = "";
  return behind.slice(0, MAX_RUN_WORDS + 1).map(({ gap, text }) => {
    typed += gap + text;
    return joinDesignation([typed]);
  });
}

/** Returns street and place around the number and the `used` words after it; `undefined` without a street. */
function namesAround(
  adres: AdresRecord,
  { before, behind }: SplitText,
  used: number,
): { street: string; place: string } | undefined {
  if (before.length === 0) {
    return undefined;
  }
  const place = textsOf(behind.slice(behind[used]?.text === "te" ? used + 1 : used));
  if (place.length > 0) {
    return { street: before.join(" "), place: place.join(" ") };
  }
  const { words } = nameWords(adres.woonplaats_naam);
  const first = before.slice(0, words.length).join(" ");
  const isPlaceFirst = before.length > words.length && nameWords(first).key === words.join("");
  return isPlaceFirst
    ? { street: before.slice(words.length).join(" "), place: first }
    : { street: before.join(" "), place: "" };
}
