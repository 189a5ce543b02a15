/** Geocodes the parts of one address: by its key where postcode and number are given, else by its line. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { findPostcodeRange } from "../registry/read/postcodes.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { nameKey } from "../registry/schema/name-key.ts";
import { LISTED } from "../registry/schema/number-parts.ts";
import type { CertainAnswer } from "../search/certain-answer.ts";
import { geocodeLine } from "../search/geocode.ts";
import { geocodeKey } from "../search/geocode-key.ts";
import { fitOf, joinDesignation } from "../search/line/designation.ts";
import { compact } from "../search/line/designation-key.ts";
import type { LineParameters } from "../search/line-parameters.ts";
import { findListedOfKey } from "../search/listed-additions.ts";
import type { Candidate } from "../search/match/candidate.ts";
import { nearestOfKey, suggestNearMisses } from "../search/match/near-misses.ts";
import { isNetherlands, readNumberCell } from "./cells/address-cells.ts";
import { compareNames, type NameDifferences } from "./compare-names.ts";
import { type Correction, listCorrections } from "./corrections.ts";
import { refuseElsewhere, refusePostcodeArea } from "./elsewhere.ts";
import { type House, houseKeyOf, readHouse } from "./house.ts";
import { lacksNumber } from "./missing-number.ts";
import type { RowMatch, RowRefusal } from "./outcome.ts";
import type { RowParts } from "./row-parts.ts";
import { findTextAtPostcode } from "./text-at-postcode.ts";

/** Result of geocoding the parts of a row among the addresses of today: the address, or the reason for none. */
export type Found =
  | {
      readonly match: Exclude<RowMatch, "none" | "former">;
      readonly adres: AdresRecord;
      readonly corrected: readonly Correction[] | null;
      /** Fit of the row's line; absent where no line was searched. */
      readonly candidate?: Candidate | undefined;
      readonly distanceM?: number;
    }
  | { readonly match: "none"; readonly refusal: RowRefusal; readonly suggestions: readonly AdresRecord[] };

/** Longer texts are no addresses; lines of requests have 200 characters at most. */
const MAX_LINE = 400;
const MAX_SUGGESTIONS = 3;

export function refused(refusal: RowRefusal, suggestions: readonly AdresRecord[] = []): Found {
  return { match: "none", refusal, suggestions: suggestions.slice(0, MAX_SUGGESTIONS) };
}

/**
 * Geocodes the parts of a row; an address that the row only names as nearby is never exact, and a range of house
 * numbers is not one address, unless an address is written like that.
 */
export function geocodeAddress(s: Snapshot, parts: RowParts): Found {
  const found = geocodeNumbers(s, parts);
  const { beside } = parts;
  if (beside === undefined || found.match !== "exact") {
    return found;
  }
  const code = beside === "to" ? "opposite" : "next_to";
  return { ...found, match: "corrected", corrected: [{ code, typed: beside }] };
}

function geocodeNumbers(s: Snapshot, parts: RowParts): Found {
  const range = findRange(parts);
  return range === undefined ? geocodeParts(s, parts) : geocodeRange(s, parts, range);
}

/** Refuses a range with its ends. If neither end exists the row has no range, and is geocoded unchanged. */
function geocodeRange(s: Snapshot, parts: RowParts, range: Range): Found {
  const whole = geocodeParts(s, parts);
  const isExact = whole.match === "exact" && !range.isInWords;
  const isAnswered = isExact || (whole.match !== "none" && isOutsideRange(whole.adres, range));
  if (isAnswered || isUnknownAddition(whole, range)) {
    return whole;
  }
  const ends = range.ends.flatMap((end) => {
    const found = geocodeParts(s, end.parts);
    const listed = found.match === "none" ? found.suggestions : [found.adres];
    return listed.find(({ huisnummer }) => huisnummer === end.number) ?? [];
  });
  return ends.length === 0 ? whole : refused({ why: "range", designation: range.text }, ends);
}

/**
 * Returns true for `30-109` where 30 has additions of digits, such as 108: then 109 is an addition that 30 does not
 * have.
 */
function isUnknownAddition(found: Found, { from, isInWords }: Range): boolean {
  return (
    !isInWords &&
    found.match === "none" &&
    found.suggestions.some(
      ({ huisnummer, huisnummertoevoeging }) => huisnummer === from && /^\d/.test(huisnummertoevoeging ?? ""),
    )
  );
}

function geocodeParts(s: Snapshot, parts: RowParts): Found {
  const refusal = refusalOfCells(parts);
  if (refusal !== undefined) {
    return refused(refusal);
  }
  const house = readHouse(parts);
  const { postcode } = parts;
  if (postcode === undefined || house === undefined) {
    return geocodeByLine(s, parts, house);
  }
  const { number, letter: huisletter, addition: huisnummertoevoeging } = house;
  const found = geocodeKey(
    s,
    { postcode, huisnummer: number, huisletter, huisnummertoevoeging },
    { onlyExact: !isKeyAlone(parts) },
  );
  if ("adres" in found) {
    const differences = parts.text === "" ? compareNames(s, found.adres, parts) : undefined;
    if (differences !== undefined) {
      return answered(found, { parts, house, line: "", differences });
    }
  }
  if (isKeyAlone(parts) && house.run === "") {
    return refuseKey(s, parts, house);
  }
  return !("adres" in found) && lacksNumber(s, { postcode, number, namesOf: () => parts })
    ? refuseKey(s, parts, house)
    : geocodeByLine(s, parts, house);
}

/** Returns true when the row has nothing of the address but postcode and house number. */
function isKeyAlone({ street, place, text }: RowParts): boolean {
  return street === "" && place === "" && text === "";
}

function refusalOfCells(parts: RowParts): RowRefusal | undefined {
  const { number, numberText, damaged, country, street, place, text, postcodeText, letter, addition } = parts;
  if (street + place + text + postcodeText + numberText + letter + addition === "" && damaged === undefined) {
    return { why: "empty" };
  }
  if (country !== "" && isNetherlands(country) === false) {
    return { why: "other country", country };
  }
  if (number.kind === "damaged") {
    return { why: "damaged number", text: numberText, by: number.by };
  }
  if (damaged !== undefined) {
    return { why: "damaged number", text: damaged, by: "date" };
  }
  return street + place + text + postcodeText === "" ? { why: "not complete" } : undefined;
}

interface Typed {
  readonly parts: RowParts;
  readonly house: House | undefined;
  readonly line: string;
  /** Typing errors in names, found without a search. */
  readonly differences?: NameDifferences;
}

function answered(answer: CertainAnswer, typed: Typed): Found {
  const corrected = listCorrections(answer, typed);
  const match = answer.match === "exact" && corrected !== null ? "corrected" : answer.match;
  return { match, adres: answer.adres, corrected, candidate: answer.candidate };
}

function geocodeByLine(s: Snapshot, parts: RowParts, house: House | undefined): Found {
  const { line, parameters } = questionOf(parts, house);
  if (line.length > MAX_LINE) {
    return refused({ why: "too long" });
  }
  const text = house === undefined ? findTextAtPostcode(s, line) : undefined;
  if (text !== undefined && "missing" in text) {
    const key = { postcode: text.postcode, huisnummer: text.missing };
    return refused({ why: "no such number", number: text.missing }, suggestNearMisses(s, key));
  }
  const columns = joinDesignation([parts.letter, parts.addition]);
  if (text !== undefined && !columns.includes(LISTED) && hasDesignation(text.adres, columns)) {
    const { adres, differences } = text;
    return answered({ adres, match: "exact" }, { parts, house, line, differences });
  }
  const found = geocodeLine(s, line, { parameters, maxCandidates: MAX_SUGGESTIONS });
  if (!("adres" in found)) {
    const elsewhere = refuseElsewhere(s, parts, line, found.refusal);
    return elsewhere === undefined ? refuseLine(s, { parts, house, line }, found) : refused(elsewhere);
  }
  const designation = house?.run ?? columns;
  const isOfLetter = house === undefined || hasLetter(found.adres, parts);
  if (!hasDesignation(found.adres, designation) || !isOfLetter) {
    return refused({ why: "no such designation", designation }, [found.adres]);
  }
  return answered(found, { parts, house, line });
}

/** Line and parameters with which a row is searched. */
interface Question {
  readonly line: string;
  readonly parameters: LineParameters;
}

/** Returns the line of a row, and the parts of its house number that complete the line. */
export function questionOf(parts: RowParts, house: House | undefined): Question {
  const { line, hasOwnNumber } = lineOf(parts, house);
  const completed = hasOwnNumber && house?.run ? { letter: house.letter, addition: house.addition } : {};
  return { line, parameters: house === undefined ? {} : { number: house.number, ...completed } };
}

/** Returns true when the address has the letter and addition that were typed, in any spelling. */
function hasDesignation(adres: AdresRecord, run: string): boolean {
  return run === "" || !["part", "other"].includes(fitOf(run, houseKeyOf(adres)));
}

/** Returns true unless a single letter in the column of letters is not the address's: there H never means "huis". */
function hasLetter(adres: AdresRecord, { letter, addition }: RowParts): boolean {
  const own = houseKeyOf(adres).toLowerCase();
  const isLetter = /^[a-z]$/i.test(letter);
  return !isLetter || (addition === "" ? own === compact(letter) : own.startsWith(compact(letter)));
}

function refuseLine(
  s: Snapshot,
  { parts, house, line }: Typed,
  { refusal, candidates }: Exclude<ReturnType<typeof geocodeLine>, CertainAnswer>,
): Found {
  if (parts.number.kind === "other" && !/\d/.test(parts.numberText)) {
    return refused({ why: "not a house number", text: parts.numberText }, candidates);
  }
  const isKey = parts.postcode !== undefined && house !== undefined;
  if (isKey && candidates.length === 0 && refusal.why !== "po box") {
    return refuseKey(s, parts, house);
  }
  if (refusal.why === "other postcode" && parts.postcodeText !== "" && line !== "") {
    const withoutPostcode = lineOf({ ...parts, postcode: undefined, postcodeText: "" }, house).line;
    const other = geocodeLine(s, withoutPostcode, { maxCandidates: 0 });
    return refused(refusal, "adres" in other ? withFirst(other.adres, candidates) : candidates);
  }
  return refused(refusal, candidates);
}

/** Returns the addresses with one of them, or a further one, moved to the front. */
function withFirst(first: AdresRecord, adressen: readonly AdresRecord[]): AdresRecord[] {
  return [
    first,
    ...adressen.filter(({ nummeraanduiding_id }) => nummeraanduiding_id !== first.nummeraanduiding_id),
  ];
}

/** Refuses a postcode and number that no address has. */
function refuseKey(s: Snapshot, parts: RowParts, { number, letter, addition, run }: House): Found {
  const postcode = parts.postcode!;
  const key = { postcode, huisnummer: number, huisletter: letter, huisnummertoevoeging: addition };
  const candidates = nearestOfKey(s, key, MAX_SUGGESTIONS);
  if (candidates.length > 0) {
    const listed = findListedOfKey(s, key);
    const why = run === "" ? "several at the number" : "no such designation";
    const refusal = listed?.refusal ?? { why, designation: run };
    return refused(refusal, listed?.isRange ? listed.addresses : candidates);
  }
  const isKnown = findPostcodeRange(s, postcode) !== undefined;
  const unknown = () => refusePostcodeArea(s, postcode) ?? { why: "unknown postcode", postcode };
  return refused(isKnown ? { why: "no such number", number } : unknown(), suggestNearMisses(s, key));
}

/** Line of a row, which may have the house number itself. */
interface RowLine {
  readonly line: string;
  /** True when text or street contain the house number, so that its own cell only completes the line. */
  readonly hasOwnNumber: boolean;
}

/** Returns the line of a row: text, street and number, postcode and place, without what the text repeats. */
function lineOf(parts: RowParts, house: House | undefined): RowLine {
  const { street, place, text, postcodeText } = parts;
  const houseText = house === undefined ? parts.numberText : house.typed;
  const own = street === "" ? text : street;
  const hasOwnNumber = house !== undefined && wordsOf(own).includes(String(house.number));
  const named = [own, hasOwnNumber ? "" : houseText].filter(Boolean).join(" ");
  const before = street === "" ? "" : text;
  const ahead = () => wordsOf([before, named].join(" ")).join("");
  const postcode = parts.postcode === undefined ? postcodeText : parts.postcode;
  const isPostcodeRepeated = postcode !== "" && ahead().includes(wordsOf(postcode).join(""));
  const isPlaceRepeated = place !== "" && text !== "" && ahead().endsWith(wordsOf(place).join(""));
  const area = [isPostcodeRepeated ? "" : postcode, isPlaceRepeated ? "" : place].filter(Boolean).join(" ");
  return { line: [before, named, area].filter(Boolean).join(", "), hasOwnNumber };
}

function wordsOf(text: string): string[] {
  return nameKey(text).match(/[a-z0-9]+/g) ?? [];
}

/** Range of house numbers in a row: `12-14`, `12 t/m 18`, `12/14`. */
interface Range {
  /** As typed. */
  readonly text: string;
  readonly from: number;
  /** Last number, perhaps with a letter, in lower case. */
  readonly to: string;
  /** True for a range with words, which no address has: `t/m`, `en`. */
  readonly isInWords: boolean;
  /** Rows with either end in place of the range. */
  readonly ends: readonly RangeEnd[];
}

interface RangeEnd {
  readonly number: number;
  readonly parts: RowParts;
}

/** The last number does not belong to a postcode. */
const RANGE =
  /(?<![\p{L}\d.,/-])(\d{1,5})\s*([-–/]|[&+]|t\s*\/?\s*m\.?|tot(?:\s+en\s+met)?|en)\s*(?!\d{4}\s*[a-z]{2}(?!\p{L}))(\d{1,5}[a-z]?)(?![\p{L}\d]|[-/]\d)/iu;

/** Returns the range that a row has for its house number, or in its street or text; `undefined` for none. */
function findRange(parts: RowParts): Range | undefined {
  const { numberText, letter, addition, street, text } = parts;
  if (/^\d+$/.test(numberText) && !/\d/.test(letter + addition)) {
    return undefined;
  }
  if (numberText !== "") {
    const whole = [numberText, letter, addition].filter((part) => part !== "").join(" ");
    const cells = [numberText, whole].find((cell) => readRange(cell)?.text === cell);
    const withNumber = (number: string): RowParts => ({
      ...parts,
      number: readNumberCell(number),
      numberText: number,
      letter: "",
      addition: "",
    });
    return cells === undefined ? undefined : readRange(cells, withNumber);
  }
  const [name, line] = street === "" ? (["text", text] as const) : (["street", street] as const);
  return readRange(line, (number, range) => ({ ...parts, [name]: line.replace(range, number) }));
}

function readRange(
  line: string,
  withNumber: (number: string, range: string) => RowParts | undefined = () => undefined,
): Range | undefined {
  const found = RANGE.exec(line);
  const [text, first, between, last] = found ?? [];
  if (text === undefined || Number(first) === 0 || Number.parseInt(last!, 10) <= Number(first)) {
    return undefined;
  }
  const from = Number(first);
  const ends = [first!, last!].flatMap((number) => {
    const parts = withNumber(number, text);
    return parts === undefined ? [] : { number: Number.parseInt(number, 10), parts };
  });
  return { text, from, to: last!.toLowerCase(), isInWords: !/^[-–/]$/.test(between!), ends };
}

/** Returns true when an address is not at the first number of a range, or has the last number as its addition. */
function isOutsideRange(adres: AdresRecord, { from, to, isInWords }: Range): boolean {
  const fit = fitOf(to, houseKeyOf(adres));
  return adres.huisnummer !== from || (!isInWords && (fit === "equal" || fit === "equivalent"));
}
