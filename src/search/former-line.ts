/**
 * Former addresses that a line names exactly (docs/time.md). Most lines name none. A filter in memory, with all keys
 * that addresses had, shows that before anything is read.
 */
import type { AdresKeyRecord } from "../registry/history/adres-history.ts";
import { type FormerAdres, type FormerAdressen, findHolders } from "../registry/history/former-adressen.ts";
import { ANY, formerFilterOf, formerKey, hashText } from "../registry/history/former-filter.ts";
import { listNumbersOfPostcode } from "../registry/history/old-keys.ts";
import { Past, readIfKept } from "../registry/history/past.ts";
import { joinParts, withoutBorders } from "../registry/schema/number-parts.ts";
import { FORMER_LIMIT, formerOf } from "./former.ts";
import { isNamed, listCuts, listNumbersOfCut, placeNames } from "./former-cut.ts";
import { isEmptyFieldText } from "./line/designation-words.ts";
import { canonicalParts, canonicalWords } from "./line/normalize.ts";
import type { Interpretation } from "./line/parse-line.ts";
import { completeQuery, type LineParameters } from "./line-parameters.ts";
import type { Query } from "./match/query.ts";

/** Maximum interpretations of a line; the first ones take it as typed. */
const MAX_INTERPRETATIONS = 4;
/** Maximum words that name street and place. */
const MAX_WORDS = 12;

/** Lists the former addresses that a line's query and its parameters name exactly, like `listFormerOfKey`. */
export function listFormerOfQuery(lineQuery: Query, parameters: LineParameters = {}): FormerAdres[] {
  const { snapshot } = lineQuery;
  if (snapshot.history === undefined) {
    return [];
  }
  const query = completeQuery(lineQuery, parameters);
  const readings = listReadings(query);
  // Includes earlier readings, because an address of today that one of them names takes precedence.
  const last = readings.findLastIndex((reading) => mayBeFormer(query, reading));
  if (last < 0) {
    return [];
  }
  return readIfKept(snapshot, [], () => findOfReadings(query, readings.slice(0, last + 1)));
}

/** Returns the former addresses of the first reading that names a current or former address. */
function findOfReadings(query: Query, readings: readonly Reading[]): FormerAdres[] {
  const past = new Past(query.snapshot);
  for (const reading of readings) {
    const found = findNamed(query, past, reading);
    if (found.current !== null || found.former.length > 0) {
      return reading.postcode !== undefined || isOneStreet(found.former) ? formerOf(found) : [];
    }
  }
  return [];
}

/** Returns true for a line that is read as typed, with a number and without words that are left out. */
function isWhole({ number, mistypedPostcode, postcodeArea, leftover, tier }: Interpretation): boolean {
  return (
    number !== undefined &&
    mistypedPostcode === undefined &&
    postcodeArea === undefined &&
    leftover.length === 0 &&
    tier < 2
  );
}

/** Returns false for addresses of several streets or places, as a line without a place may name. */
function isOneStreet(former: readonly FormerAdres[]): boolean {
  return new Set(former.map(({ address }) => `${address.straatnaam}, ${address.woonplaats_naam}`)).size <= 1;
}

/** Way to read a line as a key. */
interface Reading {
  readonly number: number;
  readonly postcode: string | undefined;
  readonly designation: string;
  /** Words of street and place. */
  readonly words: readonly string[];
}

/** Lists the readings, the line as typed first. */
function listReadings({ interpretations, noiseless }: Query): Reading[] {
  const readings: Reading[] = [];
  let count = 0;
  interpretations.forEach((interpretation, i) => {
    if (isWhole(interpretation) && count++ < MAX_INTERPRETATIONS) {
      for (const each of [interpretation, noiseless[i]]) {
        const words = each?.segments.flat();
        if (words !== undefined && words.length <= MAX_WORDS) {
          const { number, postcode, designation } = each!;
          readings.push({ number: number!, postcode, designation: withoutWordBorders(designation), words });
        }
      }
    }
  });
  return readings;
}

/** Returns a word for "empty" as an addition is registered: `NA` for `N/A`; any other designation unchanged. */
function withoutWordBorders(designation: string): string {
  const run = withoutBorders(designation);
  return isEmptyFieldText(run) ? run : designation;
}

const partsOf = ({ designation }: Reading) => ({
  huisletter: null,
  huisnummertoevoeging: designation === "" ? null : designation,
});

/** Returns false for nearly all readings that name no former address, and true for all others. Reads nothing. */
function mayBeFormer(query: Query, reading: Reading): boolean {
  const filter = formerFilterOf(query.snapshot);
  const { number, postcode, designation, words } = reading;
  const parts = hashText(designation === "" ? "" : joinParts(partsOf(reading)));
  const code = postcode === undefined ? undefined : hashText(postcode);
  const had = (name: number, place: number) => filter.has(formerKey(name, place, number, parts));
  // Checks number and designation at the postcode, whatever the name: most misspelt lines end here.
  const isOfCode = code !== undefined && had(ANY, code);
  const isKey = (street: number, place: number) =>
    (code === undefined ? had(street, place) : isOfCode && had(street, code)) ||
    filter.has(formerKey(street, place, ANY, ANY));
  const hashNames = (from: number, to: number) =>
    placeNames(query, words.slice(from, to))
      .values()
      .map((run) => hashText(run));
  const isIn = (street: number, from: number, to: number) =>
    hashNames(from, to).some((place) => isKey(street, place));
  const all = words.length;
  if (isOfCode && (all === 0 || hashNames(0, all).some((name) => had(name, code)))) {
    return true;
  }
  const { before, behind } = hashSides(words);
  if (all > 0 && ((code !== undefined && filter.hasPlace(behind[0]!)) || isKey(behind[0]!, ANY))) {
    return true;
  }
  // Checks the street in any place first: most readings end there, and other names of places take longer to find.
  for (let at = 1; at < all; at++) {
    if (
      filter.hasPlace(before[at]!) ||
      filter.hasPlace(behind[at]!) ||
      (isKey(behind[at]!, ANY) && isIn(behind[at]!, 0, at)) ||
      (isKey(before[at]!, ANY) && isIn(before[at]!, at, all))
    ) {
      return true;
    }
  }
  return false;
}

/** Returns hashes of the words as names: of the words before each position, and of the words from each position on. */
function hashSides(words: readonly string[]): Record<"before" | "behind", readonly number[]> {
  const parts = canonicalParts(words);
  const before = [hashText("")];
  const behind: number[] = [];
  for (let at = 0; at < words.length; at++) {
    if (parts === undefined) {
      before.push(hashAll(canonicalWords(words.slice(0, at + 1)), hashText("")));
      behind.push(hashAll(canonicalWords(words.slice(at)), hashText("")));
    } else {
      before.push(hashAll(parts[at]!, before[at]!));
      behind.push(parts.slice(at).reduce((hash, part) => hashAll(part, hash), hashText("")));
    }
  }
  return { before, behind };
}

/** Returns the hash of words one after another, as `hashText`. */
function hashAll(words: readonly string[], before: number): number {
  return words.reduce((hash, word) => hashText(word, hash), before);
}

function findNamed(query: Query, past: Past, reading: Reading): FormerAdressen {
  const { number: huisnummer, postcode, words } = reading;
  const cuts = listCuts(query, words, postcode !== undefined);
  const ids =
    postcode === undefined
      ? [...new Set(cuts.flatMap((cut) => listNumbersOfCut(past, query.index, cut, huisnummer)))]
      : listNumbersOfPostcode(past, postcode, huisnummer);
  const accepts = (record: AdresKeyRecord) =>
    (postcode === undefined || record.postcode === postcode) && cuts.some((cut) => isNamed(record, cut));
  return findHolders(past, { ...partsOf(reading), huisnummer, ids, accepts }, FORMER_LIMIT);
}
