/** Finds the address a line certainly means: a wrong one is worse than none (docs/search.md, "Certainty"). */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import { type AdresKey, lookupAdres } from "../registry/read/adressen.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { listNumberRowsOfPostcode } from "./index/address-rows.ts";
import type { Fit } from "./line/designation.ts";
import { meaningOf } from "./line/designation-words.ts";
import type { Interpretation } from "./line/parse-line.ts";
import { findListedByLine } from "./listed-additions.ts";
import type { Candidate, Match } from "./match/candidate.ts";
import { countAddresses, listIds } from "./match/candidate-addresses.ts";
import { collect } from "./match/collect.ts";
import type { Collector } from "./match/collectors.ts";
import { isComplete } from "./match/name-hits.ts";
import type { Query } from "./match/query.ts";
import { streetEvidenceOf } from "./match/score.ts";

/**
 * Kinds of answers. `exact`: street, place, postcode and number of the line are complete and without edits, the place
 * is not named by the name of another place, and letter and addition are those typed, ignoring case and separators.
 * `corrected`: one address is meant, but a part of it was typed differently or left out, or there are other words.
 * `one_of_several`: the first of several addresses at the number that are one place (areOnePlace).
 */
export const MATCH_KINDS = ["exact", "corrected", "one_of_several"] as const;

export type CertainAnswer = {
  readonly adres: AdresRecord;
  /** Fit of the line to the address; absent for an answer to a key. */
  readonly candidate?: Candidate;
} & (
  | { readonly match: "exact" | "corrected" }
  /** `all` in natural order, the answer first. */
  | { readonly match: "one_of_several"; readonly all: readonly AdresRecord[] }
);

/**
 * Returns true when two parts of an address differ from the line: then another address may be meant. With the postcode
 * as typed, errors in the names do not count. An added letter counts; of several addresses in one place it counts only
 * with another postcode.
 */
function hasTwoChanges(
  { match: { name, place }, postcodeEdits, fit }: Candidate,
  { isSeveral }: { isSeveral: boolean },
): boolean {
  const isOtherPostcode = (postcodeEdits ?? 0) > 0;
  const names = [name, place].filter((each) => (each?.edits ?? 0) > 0).length;
  const isLetterAdded = fit === "part" && (isOtherPostcode || !isSeveral);
  const changes = (postcodeEdits === 0 ? 0 : names) + Number(isOtherPostcode) + Number(isLetterAdded);
  return changes > 1;
}

/** Maximum duplicates of one full key; more addresses are never one answer. */
const MAX_DUPLICATES = 20;
/** Maximum addresses at one number that are checked for being one place. */
const MAX_ADDRESSES_COMPARED = 2_000;

/** Returns the one address that is meant, or the first of several in one place; `undefined` when neither is certain. */
export function findCertainAnswer(query: Query, candidates: readonly Candidate[]): CertainAnswer | undefined {
  const [best] = candidates;
  if (best === undefined || !isNamedPreciselyEnough(best) || isContradicted(query, best)) {
    return undefined;
  }
  const evidence = streetEvidenceOf(best, query.places);
  const rivals = candidates.filter((candidate) => streetEvidenceOf(candidate, query.places) >= evidence);
  const { number } = best.match.interpretation;
  if (rivals.some(({ street, match }) => street !== best.street || match.interpretation.number !== number)) {
    return undefined;
  }
  const chosen = chooseByFit(rivals);
  if (hasTwoChanges(chosen ?? best, { isSeveral: chosen === undefined })) {
    return undefined;
  }
  if (chosen === undefined) {
    const first = firstOfSeveral(query, rivals);
    return first && { ...first, candidate: best };
  }
  const adres = findSole(query, chosen);
  if (adres === undefined || isListed(query, chosen)) {
    return undefined;
  }
  return { adres, match: isExact(chosen) ? "exact" : "corrected", candidate: chosen };
}

/** Returns true when the line may list several additions and any of them is or was an address of the number. */
function isListed(query: Query, chosen: Candidate): boolean {
  return chosen.fit !== "equal" && findListedByLine(query, chosen) !== undefined;
}

/**
 * Returns the first of several addresses that are one place, when no letter or addition was typed and the number exists
 * only with them.
 */
function firstOfSeveral(query: Query, rivals: readonly Candidate[]): CertainAnswer | undefined {
  const isTyped = rivals[0]!.match.designation.typed !== "";
  if (isTyped || countAddresses(rivals) > MAX_ADDRESSES_COMPARED) {
    return undefined;
  }
  const ids = rivals.flatMap((candidate) => listIds(query, candidate, { offset: 0, limit: candidate.count }));
  return firstOfOnePlace(readAdressen(query.snapshot, ids));
}

/**
 * Returns the only address of a number that exists only with letters or additions, or the first of several in one
 * place. `undefined` when the key has a letter or addition, or the addresses are apart.
 */
export function firstAtNumber(snapshot: Snapshot, key: AdresKey): CertainAnswer | undefined {
  if (key.huisletter || key.huisnummertoevoeging) {
    return undefined;
  }
  const ids = listNumberRowsOfPostcode(snapshot, key.postcode, key.huisnummer).map(({ fid }) => fid);
  const [only, ...others] = readAdressen(snapshot, ids);
  if (only === undefined) {
    return undefined;
  }
  return others.length === 0 ? { adres: only, match: "corrected" } : firstOfOnePlace([only, ...others]);
}

function firstOfOnePlace(all: readonly AdresRecord[]): CertainAnswer | undefined {
  return areOnePlace(all) ? { adres: all[0]!, match: "one_of_several", all } : undefined;
}

/** Returns true when the line says every part of the address exactly. */
export function isExact({ match, postcodeEdits, fit }: Candidate): boolean {
  const { interpretation, name, place, leftover } = match;
  return (
    leftover.length === 0 &&
    !interpretation.isBeside &&
    fit === "equal" &&
    (postcodeEdits ?? 0) === 0 &&
    (name === undefined || (name.edits === 0 && isComplete(name))) &&
    (place === undefined || (place.edits === 0 && place.coverage === 1 && !place.isNamesake))
  );
}

/** Minimum coverage of a place name: it may lack a last letter or two, as with a typing error. */
const MIN_PLACE_COVERAGE = 0.8;

/**
 * Returns true when the number is given and street and place are named completely within the edits allowed; words may
 * be left over only when postcode and street agree.
 */
function isNamedPreciselyEnough({ match, postcodeEdits, fit }: Candidate): boolean {
  const { interpretation, name, place, leftover } = match;
  if (leftover.length > 0 && !(postcodeEdits === 0 && name?.edits === 0 && leftover.every(hasNoDigit))) {
    return false;
  }
  return (
    interpretation.number !== undefined &&
    fit !== "other" &&
    (place?.coverage ?? 1) >= MIN_PLACE_COVERAGE &&
    ((name?.edits ?? 0) < 2 || isLocated(match)) &&
    (postcodeEdits ?? 0) <= 1 &&
    (name === undefined ? postcodeEdits === 0 : isComplete(name) || isAllWords(match))
  );
}

/** Returns true with a postcode or a place below a provincie: in a larger area two edits match too many streets. */
function isLocated({ place, interpretation }: Match): boolean {
  const isNear = place !== undefined && place.kind !== "provincie" && place.kind !== "suffix";
  return isNear || interpretation.postcode !== undefined;
}

/** Returns true for all words of the name in another order or as initials, when a place or postcode is given. */
function isAllWords({ name, place, interpretation }: Match): boolean {
  return name?.kind === "all" && (place !== undefined || interpretation.postcode !== undefined);
}

function hasNoDigit(word: string): boolean {
  return !/\d/.test(word);
}

/**
 * Chooses among the candidates of one number: the designation typed exactly, else in another spelling, else the plain
 * number for words that only say so. With no designation typed: the plain number, else the only other address.
 */
function chooseByFit(rivals: readonly Candidate[]): Candidate | undefined {
  const findByFit = (wanted: Fit) => rivals.find(({ fit }) => fit === wanted);
  const isTyped = rivals[0]!.match.designation.typed !== "";
  if (isTyped) {
    return findByFit("equal") ?? findByFit("equivalent") ?? findByFit("plain");
  }
  return findByFit("equal") ?? onlyOther(rivals);
}

function onlyOther(rivals: readonly Candidate[]): Candidate | undefined {
  const others = rivals.filter(({ fit }) => fit === "part");
  return countAddresses(others) === 1 ? others[0] : undefined;
}

/** Returns the candidate's only address; duplicates of one full key are one, chosen by lookupAdres. */
function findSole(query: Query, candidate: Candidate): AdresRecord | undefined {
  const ids = listIds(query, candidate, { offset: 0, limit: MAX_DUPLICATES });
  const [first, ...rest] = readAdressen(query.snapshot, ids);
  const isSame = (other: AdresRecord) =>
    other.postcode === first!.postcode &&
    other.huisletter === first!.huisletter &&
    other.huisnummertoevoeging === first!.huisnummertoevoeging;
  if (first === undefined || candidate.count > MAX_DUPLICATES || !rest.every(isSame)) {
    return undefined;
  }
  return rest.length === 0 ? first : findPreferred(query, first);
}

function findPreferred({ snapshot }: Query, adres: AdresRecord): AdresRecord | undefined {
  const { postcode, huisnummer, huisletter, huisnummertoevoeging } = adres;
  if (postcode === null) {
    return adres;
  }
  const found = lookupAdres(snapshot, { postcode, huisnummer, huisletter, huisnummertoevoeging });
  return "adres" in found ? found.adres : undefined;
}

/**
 * Returns true when another interpretation contradicts an answer that is not word for word: it has a letter that the
 * number does not have, or a street in another city.
 */
function isContradicted(query: Query, { street, match }: Candidate): boolean {
  if (match.leftover.length > 0) {
    // With the budget spent a contradiction can no longer be ruled out; the same below.
    if (query.budget.isSpent()) {
      return true;
    }
    const elsewhere = collect(query, IF_POSTCODE_IS_WRONG).some((candidate) => candidate.street !== street);
    return (
      elsewhere ||
      hasLeftoverDesignation(match) ||
      listWithLongerDesignation(query, match.interpretation).length > 0
    );
  }
  const edits = editsOf(match);
  if (
    (edits === 0 && match.place?.kind !== "suffix") ||
    listWithLongerDesignation(query, match.interpretation).length === 0
  ) {
    return false;
  }
  if (query.budget.isSpent()) {
    return true;
  }
  return collect(query, IF_DESIGNATION_IS_WRONG).some(
    (candidate) =>
      hasLongerDesignation(candidate.match.interpretation, match.interpretation) &&
      editsOf(candidate.match) <= (candidate.street === street ? edits : edits - 1),
  );
}

/** Returns true when leftover words may be a letter or addition: "…, 1382KT Weesp, bovenwoning", "1382KT B Weesp". */
function hasLeftoverDesignation({ leftover, interpretation }: Match): boolean {
  const behind = interpretation.segments.at(-1) ?? [];
  const isLetter = (word: string | undefined) => word?.length === 1 && leftover.includes(word);
  const hasMeaning = (word: string) => word.length > 1 && meaningOf(word) !== word;
  return leftover.some(hasMeaning) || isLetter(behind[0]) || isLetter(behind.at(-1));
}

const IF_POSTCODE_IS_WRONG: Collector = {
  name: "without the postcode",
  tolerances: [
    { otherPostcode: "any" },
    { otherPostcode: "any", placeEdits: true },
    { otherPostcode: "any", leftover: "around" },
  ],
};

const IF_DESIGNATION_IS_WRONG: Collector = {
  name: "with another letter or addition",
  tolerances: [
    { otherDesignation: true },
    { otherDesignation: true, streetEdits: 2 },
    { otherDesignation: true, placeEdits: true },
    { otherDesignation: true, streetEdits: 2, placeEdits: true },
  ],
};

function editsOf({ name, place }: Match): number {
  return (name?.edits ?? 0) + (place?.edits ?? 0);
}

function listWithLongerDesignation(query: Query, interpretation: Interpretation): Interpretation[] {
  return query.interpretations
    .map((other, i) => query.noiseless[i] ?? other)
    .filter((other) => hasLongerDesignation(other, interpretation));
}

/**
 * Returns true when another interpretation of the same number has words in its designation that are names in this one.
 */
function hasLongerDesignation(other: Interpretation, interpretation: Interpretation): boolean {
  const wordsOf = ({ segments }: Interpretation) => segments.reduce((sum, { length }) => sum + length, 0);
  return (
    other.number === interpretation.number &&
    other.postcode === interpretation.postcode &&
    other.designation !== interpretation.designation &&
    other.designation.startsWith(interpretation.designation) &&
    wordsOf(other) < wordsOf(interpretation)
  );
}

/** Maximum metres between any two addresses of one place. */
const MAX_DISTANCE_M = 25;

/** Returns true when all addresses are in one pand, or no two are more than 25 m apart. */
function areOnePlace(addresses: readonly AdresRecord[]): boolean {
  const [first, ...rest] = addresses;
  if (first === undefined) {
    return false;
  }
  const isOnePand = first.pand_id !== null && rest.every(({ pand_id }) => pand_id === first.pand_id);
  return isOnePand || areNear(addresses);
}

/** Returns true when no two are more than 25 m apart. Checks the bounding box first, before it compares all pairs. */
function areNear(addresses: readonly AdresRecord[]): boolean {
  const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  if (extent(addresses.map(({ rd_x }) => rd_x)) > MAX_DISTANCE_M) {
    return false;
  }
  if (extent(addresses.map(({ rd_y }) => rd_y)) > MAX_DISTANCE_M) {
    return false;
  }
  return addresses.every((a, i) =>
    addresses.slice(i + 1).every((b) => Math.hypot(a.rd_x - b.rd_x, a.rd_y - b.rd_y) <= MAX_DISTANCE_M),
  );
}
