/**
 * Whether search finds what people mean: cases by hand, and thousands of lines made from real addresses by rule, on the
 * official Weesp extract and on a demo country. Prints a table of each run with its failures.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openHarness } from "../http-harness.ts";
import { hasReferenceFiles } from "../reference-files.ts";
import { makeAbsent } from "./absent.ts";
import { type Known, plain, readKnown } from "./addresses.ts";
import { makeAgreeing } from "./agreeing.ts";
import { importDemo, importWeesp } from "./built.ts";
import { type Answer, type CaseFile, type CaseGroup, faultOf, readCases } from "./cases.ts";
import { makeCountry } from "./country.ts";
import { judge, report, scoresOf, type Verdict } from "./judge.ts";
import { type Kind, makeQueries, TARGETS } from "./noise.ts";

const PER_KIND = 400;
const SEED = 20_261_121;
/** Lines with a letter or addition that no address has. */
const ABSENT = 2_500;
/** Lines in which all but a few letters or words agrees. */
const AGREEING = 1_000;
const MINUTES = 60_000;

type Harness = ReturnType<typeof openHarness>;
interface Row {
  full_address: string;
  nummeraanduiding_id: string;
}
type Asked = Answer & { readonly ids: readonly string[] };
const NOTHING: Asked = { labels: [], ids: [], total: 0 };

function answerOf(rows: readonly Row[], total = rows.length): Asked {
  return {
    labels: rows.map((row) => row.full_address),
    ids: rows.map((row) => row.nummeraanduiding_id),
    total,
  };
}

async function search(harness: Harness, line: string, perPage: number): Promise<Asked> {
  const { status, body } = await harness.askJson(
    `/addresses/search?per_page=${perPage}&q=${encodeURIComponent(line)}`,
  );
  return status === 200 ? answerOf(body.data, body.meta.total) : NOTHING;
}

/** What each endpoint answers to a line of a case. */
const ENDPOINTS: Readonly<
  Record<NonNullable<CaseGroup["ask"]>, (harness: Harness, line: string) => Promise<Asked>>
> = {
  async autocomplete(harness, line) {
    const { status, body } = await harness.askJson(`/addresses/autocomplete?q=${encodeURIComponent(line)}`);
    if (status !== 200) return NOTHING;
    const found: { id: string; label: string }[] = body.data;
    return answerOf(found.map(({ id, label }) => ({ full_address: label, nummeraanduiding_id: id })));
  },
  async geocode(harness, line) {
    const { status, body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
    return status === 200 ? answerOf([body.data.address]) : NOTHING;
  },
  async validate(harness, line) {
    const [postcode, number, letter, addition] = line.split(" ").map((part) => (part === "-" ? "" : part));
    const key = { postcode, number, ...(letter ? { letter } : {}), ...(addition ? { addition } : {}) };
    const { body } = await harness.askJson(
      `/addresses/validate?${new URLSearchParams(key as Record<string, string>)}`,
    );
    if (body.data.valid) throw new Error(`${line} is valid, so there is nothing to suggest`);
    return answerOf(body.data.suggestions);
  },
};

async function faultsOf(groups: readonly CaseGroup[], harness: Harness): Promise<string[]> {
  const faults: string[] = [];
  for (const group of groups) {
    for (const line of group.lines.map(String)) {
      const { ask } = group;
      const answer =
        ask === undefined ? await search(harness, line, 10) : await ENDPOINTS[ask](harness, line);
      const fault = faultOf(group, line, () => answer);
      if (fault !== undefined) faults.push(`${group.kind}: ${fault}`);
    }
  }
  return faults;
}

async function generatedRun(name: string, dataDir: string, harness: Harness) {
  const all = readKnown(dataDir);
  const queries = makeQueries(all, PER_KIND, SEED);
  const firsts = new Map<string, string | undefined>();
  for (const { line } of queries) {
    if (!firsts.has(line)) firsts.set(line, (await search(harness, line, 1)).ids[0]);
  }
  const verdicts = judge(queries, all, (line) => firsts.get(line));
  process.stderr.write(`${report(name, verdicts)}\n`);
  return { scores: scoresOf(verdicts), count: queries.length };
}

/**
 * A certain answer that is wrong is worse than none, and so is one of several that fit as well: of the generated lines
 * geocode/forward answers, all but one in 500 are right.
 */
async function expectCertainty(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnown(dataDir);
  const queries = makeQueries(all, PER_KIND / 4, SEED + 1);
  const answers = new Map<string, string | undefined>();
  for (const { line } of queries) answers.set(line, (await ENDPOINTS.geocode(harness, line)).ids[0]);
  const answered = judge(queries, all, (line) => answers.get(line)).filter(({ got }) => got !== undefined);
  const cities = citiesByHouse(all);
  const wrong = answered.filter((verdict) => !verdict.isRight || isOneOfMany(verdict, cities));
  expect(answered.length).toBeGreaterThan(queries.length / 2);
  expect(wrong.map(({ query }) => query.line).slice(Math.floor(answered.length / 500))).toEqual([]);
}

/**
 * A letter or addition that the number does not have is never passed over: nothing is certain, and what is found first is
 * another address of the number.
 */
async function expectNothingAbsent(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnown(dataDir);
  const byId = new Map(all.map((address) => [address.id, address]));
  const queries = makeAbsent(all, ABSENT, SEED + 2);
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

/** Postcode, number and street that agree are certain, be there typing errors or other words beside them. */
async function expectAgreement(dataDir: string, harness: Harness): Promise<void> {
  const queries = makeAgreeing(readKnown(dataDir), AGREEING, SEED + 3);
  const wrong: string[] = [];
  const refused: string[] = [];
  for (const { line, of } of queries) {
    const [id] = (await ENDPOINTS.geocode(harness, line)).ids;
    if (id === undefined) refused.push(line);
    else if (id !== of.id) wrong.push(line);
  }
  // Doubles of one full key are one address.
  expect(wrong.slice(Math.floor(queries.length / 200))).toEqual([]);
  expect(refused.slice(Math.floor(queries.length / 20))).toEqual([]);
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

/** Whether nothing typed says which of several cities is meant that have this street and number. */
function isOneOfMany({ query, got }: Verdict, cities: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const saysWhere = query.city !== undefined || query.postcode !== undefined;
  return !saysWhere && cities.get(houseOf(got!))!.size > 1;
}

/** Every kind but those that no address there fits has all its queries, and its share of right ones. */
function expectTargets(
  { scores, count }: Awaited<ReturnType<typeof generatedRun>>,
  without: readonly Kind[] = [],
): void {
  expect(count).toBe(PER_KIND * (Object.keys(TARGETS).length - without.length));
  expect(count).toBeGreaterThanOrEqual(5_000);
  expect(scores.filter(({ total }) => total !== PER_KIND).map(({ kind }) => kind)).toEqual([...without]);
  expect(scores.filter(({ right, total, target }) => right < target * total)).toEqual([]);
}

describe.each(["corpora.yaml", "corpora-more.yaml", "everyday.yaml"])(
  "%s, on a country of its addresses",
  (file) => {
    const { addresses, groups } = readCases<CaseFile>(file);
    const harness = openHarness(makeCountry(addresses!));
    afterAll(() => harness.close());

    test("every case", async () => {
      expect(await faultsOf(groups, harness)).toEqual([]);
    });
  },
);

describe.skipIf(!hasReferenceFiles("relevance on the Weesp extract"))("the Weesp extract", () => {
  let dataDir: string;
  let harness: Harness;
  beforeAll(() => {
    dataDir = importWeesp();
    harness = openHarness(dataDir);
  }, 2 * MINUTES);
  afterAll(() => harness.close());

  test.each(["weesp.yaml", "weesp-answers.yaml"])("every case of %s", async (file) => {
    expect(await faultsOf(readCases<CaseFile>(file).groups, harness)).toEqual([]);
  });

  test(
    "generated lines",
    async () => {
      // Weesp is its only city.
      expectTargets(await generatedRun("Weesp", dataDir, harness), ["two typos in a long city"]);
    },
    2 * MINUTES,
  );

  test("no wrong certain answer", () => expectCertainty(dataDir, harness), 2 * MINUTES);

  test(
    "nothing certain for a letter that a number does not have",
    () => expectNothingAbsent(dataDir, harness),
    2 * MINUTES,
  );

  test(
    "certain where postcode, number and street agree",
    () => expectAgreement(dataDir, harness),
    2 * MINUTES,
  );
});

interface Template {
  kind: string;
  form: "plain" | "letter" | "addition";
  pick: string[];
  lines: string[];
}

const FORMS: Readonly<Record<Template["form"], (address: Known) => boolean>> = {
  plain: ({ letter, addition }) => letter === "" && addition === "",
  letter: ({ letter, addition }) => letter !== "" && addition === "",
  addition: ({ letter, addition }) => letter === "" && addition !== "",
};

/** The cases of demo.yaml for the addresses this country happens to have. */
function demoGroups(all: readonly Known[]): CaseGroup[] {
  const templates = readCases<Template[]>("demo.yaml");
  return templates.flatMap(({ kind, form, pick, lines }) =>
    pick.flatMap((street) => {
      const address = all.find((each) => each.street === street && each.postcode !== "" && FORMS[form](each));
      if (address === undefined) throw new Error(`${kind}: no ${street} with ${form} number, another seed's`);
      const filled = lines.map((line) =>
        line.replace(/\{(\w+)\}/g, (_, part: string) => partOf(address, part)),
      );
      return [{ kind, first: labelOf(address), lines: filled }];
    }),
  );
}

function partOf(address: Known, part: string): string {
  if (part === "STREET") return address.street.toUpperCase();
  if (part === "str")
    return address.street
      .replace(/straat$/, "str")
      .replace(/laan$/i, "ln")
      .replace(/plein$/, "pln");
  return String(address[part as keyof Known]);
}

/** As the interface writes it (decisions.md). */
function labelOf({ street, number, letter, addition, postcode, city }: Known): string {
  const end = addition === "" ? "" : /^\d/.test(addition) ? `-${addition}` : ` ${addition}`;
  return `${street} ${number}${letter}${end}, ${postcode} ${city}`;
}

describe("the demo country", () => {
  let dataDir: string;
  let harness: Harness;
  beforeAll(() => {
    dataDir = importDemo();
    harness = openHarness(dataDir);
  }, 5 * MINUTES);
  afterAll(() => harness.close());

  test("every template of cases, on each address that has its form", async () => {
    const all = readKnown(dataDir);
    expect(all.length).toBeGreaterThanOrEqual(200_000);
    const groups = demoGroups(all);
    expect(groups.flatMap(({ lines }) => lines).length).toBeGreaterThan(150);
    expect(await faultsOf(groups, harness)).toEqual([]);
  });

  test(
    "generated lines",
    async () => {
      expectTargets(await generatedRun("the demo country", dataDir, harness));
    },
    2 * MINUTES,
  );

  test("no wrong certain answer", () => expectCertainty(dataDir, harness), 2 * MINUTES);

  test(
    "nothing certain for a letter that a number does not have",
    () => expectNothingAbsent(dataDir, harness),
    2 * MINUTES,
  );

  test(
    "certain where postcode, number and street agree",
    () => expectAgreement(dataDir, harness),
    2 * MINUTES,
  );
});
