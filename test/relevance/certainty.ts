/** Verifies that geocode/forward is right whenever it answers, and that it answers lines whose parts agree. */
import { expect } from "bun:test";
import { makeAbsent } from "./absent.ts";
import { edits, type Known, labelOf, plain, readKnown } from "./addresses.ts";
import { makeAgreeing } from "./agreeing.ts";
import { ENDPOINTS, type Harness, search } from "./ask.ts";
import { judge, type Verdict } from "./judge.ts";
import { makeQueries } from "./noise.ts";

const SEED = 20_261_122;
const PER_KIND = 100;
/** Number of lines with a letter or addition that no address has. */
const ABSENT = 2_500;
/** Lines of each kind with only a prefix of the street. */
const BEGUN = 150;
/** Number of lines in which all but a few letters or words agrees. */
const AGREEING = 1_000;

/**
 * Verifies that at most one in 500 certain answers of geocode/forward to generated lines is wrong. A wrong certain
 * answer is worse than none, and so is one of several that fit equally.
 */
async function expectNoneWrong(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnown(dataDir);
  const queries = makeQueries(all, PER_KIND, SEED);
  const answers = new Map<string, string | undefined>();
  for (const { line } of queries) answers.set(line, (await ENDPOINTS.geocode(harness, line)).ids[0]);
  const answered = judge(queries, all, (line) => answers.get(line)).filter(({ got }) => got !== undefined);
  const cities = citiesByHouse(all);
  const wrong = answered.filter((verdict) => !verdict.isRight || isOneOfMany(verdict, cities));
  expect(answered.length).toBeGreaterThan(queries.length / 2);
  expect(wrong.map(({ query }) => query.line).slice(Math.floor(answered.length / 500))).toEqual([]);
}

/**
 * Verifies that a letter or addition that the number does not have is never ignored: no answer is certain, and the
 * first search result is another address of the number.
 */
async function expectNothingAbsent(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnown(dataDir);
  const byId = new Map(all.map((address) => [address.id, address]));
  const queries = makeAbsent(all, ABSENT, SEED + 1);
  const certain: string[] = [];
  const elsewhere: string[] = [];
  let found = 0;
  for (const { line, of, isExact } of queries) {
    const { labels } = await ENDPOINTS.geocode(harness, line);
    if (labels.length > 0) certain.push(`${line} -> ${labels[0]}`);
    const first = byId.get((await search(harness, line, 1)).ids[0] ?? "");
    if (!isExact || first === undefined) continue;
    found++;
    const isThere = first.street === of.street && first.number === of.number && first.city === of.city;
    if (!isThere) elsewhere.push(`${line} -> ${labelOf(first)}`);
  }
  expect(certain).toEqual([]);
  expect(elsewhere.slice(Math.floor(found / 500))).toEqual([]);
  expect(found).toBeGreaterThan(queries.length / 2);
}

/** Verifies that agreeing postcode, number and street are certain, despite typing errors or other words. */
async function expectAgreement(dataDir: string, harness: Harness): Promise<void> {
  const queries = makeAgreeing(readKnown(dataDir), AGREEING, SEED + 2);
  const wrong: string[] = [];
  const refused: string[] = [];
  for (const { line, of } of queries) {
    const [id] = (await ENDPOINTS.geocode(harness, line)).ids;
    if (id === undefined) refused.push(line);
    else if (id !== of.id) wrong.push(line);
  }
  // Duplicates of one full key are one address.
  expect(wrong.slice(Math.floor(queries.length / 200))).toEqual([]);
  expect(refused.slice(Math.floor(queries.length / 20))).toEqual([]);
}

/**
 * Verifies that the prefix of a street is never certain, unless a typing error explains it and no other street with
 * that number has the prefix.
 */
async function expectBegunUncertain(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnown(dataDir);
  const byId = new Map(all.map((address) => [address.id, address]));
  // "Kerkstr" is the whole of Kerkstraat, abbreviated.
  const queries = makeQueries(all, BEGUN, SEED + 3).filter(
    ({ isBegun, street }) => isBegun && !/str$/i.test(street!),
  );
  const wrong: string[] = [];
  for (const { line, of, street, city } of queries) {
    const { ids } = await ENDPOINTS.geocode(harness, line);
    if (ids.length === 0) continue;
    const got = byId.get(ids[0]!)!;
    const begins = (address: Known) =>
      address.number === of!.number &&
      (city === undefined || address.city === city) &&
      [address.street, address.short].some((name) => plain(name).startsWith(plain(street!)));
    const others = all.filter((a) => begins(a) && !(a.street === got.street && a.city === got.city));
    const isTypingError = edits(plain(street!), plain(got.street)) <= 2;
    if (!isTypingError || others.length > 0) wrong.push(`${line} -> ${labelOf(got)}`);
  }
  expect(wrong).toEqual([]);
  expect(queries.length).toBeGreaterThan(BEGUN);
}

const houseOf = ({ street, number, letter, addition }: Known) =>
  `${plain(street)} ${number} ${plain(letter + addition)}`;

function citiesByHouse(all: readonly Known[]): ReadonlyMap<string, ReadonlySet<string>> {
  const cities = new Map<string, Set<string>>();
  for (const address of all) {
    const house = houseOf(address);
    if (!cities.has(house)) cities.set(house, new Set());
    cities.get(house)!.add(address.city);
  }
  return cities;
}

/** Returns true when several cities have this street and number and nothing typed tells which one is meant. */
function isOneOfMany({ query, got }: Verdict, cities: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const saysWhere = query.city !== undefined || query.postcode !== undefined;
  return !saysWhere && cities.get(houseOf(got!))!.size > 1;
}

/** Checks that every country must pass. */
export const CERTAINTY: Readonly<Record<string, (dataDir: string, harness: Harness) => Promise<void>>> = {
  "no wrong certain answer": expectNoneWrong,
  "nothing certain for a letter that a number does not have": expectNothingAbsent,
  "no begun street is certain where another begins so": expectBegunUncertain,
  "certain where postcode, number and street agree": expectAgreement,
};
