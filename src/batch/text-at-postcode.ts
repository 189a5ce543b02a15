/**
 * Finds the address of a text by the postcode and number in it, when street and place name one address there
 * but for a typing error. Where a search is certain it gives the same answer (text-at-postcode.test.ts), and takes ten
 * times as long.
 */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { listNumberRowsOfPostcode } from "../search/index/address-rows.ts";
import { compact, designationKey } from "../search/line/designation-key.ts";
import { type Token, tokenize } from "../search/line/normalize.ts";
import { compareNames, type NameDifferences, nameWords } from "./compare-names.ts";
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

/** Text of an address and nothing else: what a search would clean first is left to it. */
const PLAIN = /^[\p{L}\p{N}\p{M} ,;.'’/-]{6,120}$/u;
const MAX_NUMBERS = 3;
/** Words of letter and addition, and maximum addresses that have them. */
const MAX_RUN_WORDS = 4;
const MAX_READ = 20;
/** Words that only announce a number, a place or the end. */
const BEFORE_NUMBER = /^(nr|no|nummer|huisnr|huisnummer)$/;
const COUNTRY = /^(nederland|nl|netherlands|holland)$/;

/**
 * Returns the only address that the text has all words of, or the number that its street does not have; `undefined`
 * for none, several, or any other text.
 */
export function findTextAtPostcode(s: Snapshot, text: string): FoundText | MissingNumber | undefined {
  const tokens = PLAIN.test(text) ? withoutCountry(tokenize(text)!) : [];
  const at = postcodeAt(tokens);
  if (at === undefined) {
    return undefined;
  }
  const postcode = at.text.toUpperCase();
  const words = tokens.map((token) => token.text).toSpliced(at.from, at.size);
  const numbers = [...words.keys()].filter((i) => /^[1-9]\d{0,4}(?!\d)/.test(words[i]!));
  if (numbers.length > MAX_NUMBERS) {
    return undefined;
  }
  const found = numbers.flatMap((i) => findAtNumber(s, postcode, split(words, i)));
  if (found.length > 0 || numbers.length !== 1) {
    return found.length === 1 ? found[0] : undefined;
  }
  const parts = split(words, numbers[0]!);
  const { number } = parts;
  const isMissing = lacksNumber(s, { postcode, number, namesOf: (adres) => namesOf(adres, parts, "") });
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
  readonly behind: readonly string[];
}

function split(words: readonly string[], at: number): SplitText {
  const [, digits, glued] = /^(\d+)(.*)$/.exec(words[at]!)!;
  const isAnnounced = at > 1 && BEFORE_NUMBER.test(words[at - 1]!);
  return {
    before: words.slice(0, isAnnounced ? at - 1 : at),
    number: Number(digits),
    behind: [glued!, ...words.slice(at + 1)],
  };
}

function findAtNumber(s: Snapshot, postcode: string, text: SplitText): FoundText[] {
  const runs = new Set(runsOf(text));
  const ids = listNumberRowsOfPostcode(s, postcode, text.number)
    .filter(({ sort_key }) => runs.has(designationKey(sort_key).toLowerCase()))
    .map(({ fid }) => fid);
  if (ids.length > MAX_READ) {
    return [];
  }
  return readAdressen(s, ids).flatMap((adres) => {
    const run = compact((adres.huisletter ?? "") + (adres.huisnummertoevoeging ?? ""));
    const named = namesOf(adres, text, run);
    const differences = named && compareNames(s, adres, named);
    return differences === undefined ? [] : { adres, differences };
  });
}

/** Returns the runs that may be letter and addition: the first words behind the number, joined. */
function runsOf({ behind }: SplitText): string[] {
  return behind.slice(0, MAX_RUN_WORDS + 1).map((_, i) => behind.slice(0, i + 1).join(""));
}

/** Returns the words of street and place; `undefined` when letter and addition are not `run`. */
function namesOf(
  adres: AdresRecord,
  { before, behind }: SplitText,
  run: string,
): { street: string; place: string } | undefined {
  let typed = "";
  let used = 0;
  while (used < behind.length && (used === 0 || typed.length < run.length)) {
    typed += behind[used++];
  }
  if (typed !== run || before.length === 0) {
    return undefined;
  }
  const place = behind.slice(behind[used] === "te" ? used + 1 : used);
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
