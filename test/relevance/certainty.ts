/** Verifies that geocode/forward is right whenever it answers, and that it answers lines whose parts agree. */
import { expect } from "bun:test";
import { makeAbsentQueries } from "./absent-designations.ts";
import {
  foldText,
  type KnownAddress,
  labelOf,
  readKnownAddresses,
  referenceEditDistance,
} from "./addresses.ts";
import { makeAgreeingQueries } from "./agreeing-lines.ts";
import { type Judgement, judge } from "./judge.ts";
import { makeQueries } from "./noise.ts";
import { ENDPOINTS, type Harness, search } from "./request-endpoints.ts";

const SEED = 20_261_122;
const PER_KIND = 100;
/** Number of lines with a letter or addition that no address has. */
const ABSENT_LINES = 2_500;
/** Lines of each kind with only a prefix of the street. */
const PREFIX_LINES = 150;
/** Number of lines in which all but a few letters or words agrees. */
const AGREEING_LINES = 1_000;

/**
 * Verifies that at most one in 500 certain answers of geocode/forward to generated lines is wrong. A wrong certain
 * answer is worse than none, and so is one of several that fit equally.
 */
async function expectNoWrongAnswer(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnownAddresses(dataDir);
  const queries = makeQueries(all, PER_KIND, SEED);
  const answers = new Map<string, string | undefined>();
  for (const { line } of queries) {
    answers.set(line, (await ENDPOINTS.geocode(harness, line)).ids[0]);
  }
  const answered = judge(queries, all, (line) => answers.get(line)).filter(({ got }) => got !== undefined);
  const cities = citiesByHouse(all);
  const wrong = answered.filter((judgement) => !judgement.isRight || isAmbiguous(judgement, cities));
  expect(answered.length).toBeGreaterThan(queries.length / 2);
  expect(wrong.map(({ query }) => query.line).slice(Math.floor(answered.length / 500))).toEqual([]);
}

/**
 * Verifies that a letter or addition that the number does not have is never ignored: no answer is certain, and the
 * first search result is another address of the number.
 */
async function expectAbsentUncertain(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnownAddresses(dataDir);
  const byId = new Map(all.map((address) => [address.id, address]));
  const queries = makeAbsentQueries(all, ABSENT_LINES, SEED + 1);
  const certain: string[] = [];
  const otherNumbers: string[] = [];
  let found = 0;
  for (const { line, source, isExact } of queries) {
    const { labels } = await ENDPOINTS.geocode(harness, line);
    if (labels.length > 0) {
      certain.push(`${line} -> ${labels[0]}`);
    }
    const first = byId.get((await search(harness, line, 1)).ids[0] ?? "");
    if (!isExact || first === undefined) {
      continue;
    }
    found++;
    const isSameNumber =
      first.street === source.street && first.number === source.number && first.city === source.city;
    if (!isSameNumber) {
      otherNumbers.push(`${line} -> ${labelOf(first)}`);
    }
  }
  expect(certain).toEqual([]);
  expect(otherNumbers.slice(Math.floor(found / 500))).toEqual([]);
  expect(found).toBeGreaterThan(queries.length / 2);
}

/** Verifies that agreeing postcode, number and street are certain, despite typing errors or other words. */
async function expectAgreement(dataDir: string, harness: Harness): Promise<void> {
  const queries = makeAgreeingQueries(readKnownAddresses(dataDir), AGREEING_LINES, SEED + 2);
  const wrong: string[] = [];
  const refused: string[] = [];
  for (const { line, source } of queries) {
    const [id] = (await ENDPOINTS.geocode(harness, line)).ids;
    if (id === undefined) {
      refused.push(line);
    } else if (id !== source.id) {
      wrong.push(line);
    }
  }
  // Duplicates of one full key are one address.
  expect(wrong.slice(Math.floor(queries.length / 200))).toEqual([]);
  expect(refused.slice(Math.floor(queries.length / 20))).toEqual([]);
}

/**
 * Verifies that the prefix of a street is never certain, unless a typing error explains it and no other street with
 * that number has the prefix.
 */
async function expectPrefixUncertain(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnownAddresses(dataDir);
  const byId = new Map(all.map((address) => [address.id, address]));
  // "Kerkstr" is the whole of Kerkstraat, abbreviated.
  const queries = makeQueries(all, PREFIX_LINES, SEED + 3).filter(
    ({ isStreetPrefix, street }) => isStreetPrefix && !/str$/i.test(street!),
  );
  const wrong: string[] = [];
  for (const { line, source, street, city } of queries) {
    const { ids } = await ENDPOINTS.geocode(harness, line);
    if (ids.length === 0) {
      continue;
    }
    const got = byId.get(ids[0]!)!;
    const hasPrefix = (address: KnownAddress) =>
      address.number === source!.number &&
      (city === undefined || address.city === city) &&
      [address.street, address.short].some((name) => foldText(name).startsWith(foldText(street!)));
    const others = all.filter((a) => hasPrefix(a) && !(a.street === got.street && a.city === got.city));
    const isTypingError = referenceEditDistance(foldText(street!), foldText(got.street)) <= 2;
    if (!isTypingError || others.length > 0) {
      wrong.push(`${line} -> ${labelOf(got)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(queries.length).toBeGreaterThan(PREFIX_LINES);
}

const houseOf = ({ street, number, letter, addition }: KnownAddress) =>
  `${foldText(street)} ${number} ${foldText(letter + addition)}`;

function citiesByHouse(all: readonly KnownAddress[]): ReadonlyMap<string, ReadonlySet<string>> {
  const cities = new Map<string, Set<string>>();
  for (const address of all) {
    const house = houseOf(address);
    if (!cities.has(house)) {
      cities.set(house, new Set());
    }
    cities.get(house)!.add(address.city);
  }
  return cities;
}

/** Returns true when several cities have this street and number and the line does not say which one is meant. */
function isAmbiguous({ query, got }: Judgement, cities: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const saysWhere = query.city !== undefined || query.postcode !== undefined;
  return !saysWhere && cities.get(houseOf(got!))!.size > 1;
}

/** Checks that every country must pass. */
export const CERTAINTY: Readonly<Record<string, (dataDir: string, harness: Harness) => Promise<void>>> = {
  "no wrong certain answer": expectNoWrongAnswer,
  "nothing certain for a letter that a number does not have": expectAbsentUncertain,
  "no street prefix is certain where another street has it too": expectPrefixUncertain,
  "certain where postcode, number and street agree": expectAgreement,
};
