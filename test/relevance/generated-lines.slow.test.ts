/**
 * Measures whether search finds what people mean: thousands of lines generated from real addresses by rule, on the
 * official Weesp extract and on a demo country. Prints a table of each run with its failures.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LARGE_COUNTRY, makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { type KnownAddress, labelOf, readKnownAddresses } from "./addresses.ts";
import { type CaseGroup, readCases } from "./cases.ts";
import { CERTAINTY } from "./certainty.ts";
import { judge, report, scoresOf } from "./judge.ts";
import { makeQueries } from "./noise.ts";
import { type Kind, TARGETS } from "./noisy-query.ts";
import { faultsOf, type Harness, search } from "./request-endpoints.ts";

const PER_KIND = 400;
const SEED = 20_261_121;
const MINUTES = 60_000;

async function runGenerated(name: string, dataDir: string, harness: Harness) {
  const all = readKnownAddresses(dataDir);
  const queries = makeQueries(all, PER_KIND, SEED);
  const firstResults = new Map<string, string | undefined>();
  for (const { line } of queries) {
    if (!firstResults.has(line)) {
      firstResults.set(line, (await search(harness, line, 1)).ids[0]);
    }
  }
  const judgements = judge(queries, all, (line) => firstResults.get(line));
  process.stderr.write(`${report(name, judgements)}\n`);
  return { scores: scoresOf(judgements), count: queries.length };
}

/** Expects every kind, except those in `without`, to have all its queries and its share of right results. */
function expectTargets(
  { scores, count }: Awaited<ReturnType<typeof runGenerated>>,
  without: readonly Kind[] = [],
): void {
  expect(count).toBe(PER_KIND * (Object.keys(TARGETS).length - without.length));
  expect(count).toBeGreaterThanOrEqual(5_000);
  expect(scores.filter(({ total }) => total !== PER_KIND).map(({ kind }) => kind)).toEqual([...without]);
  expect(scores.filter(({ right, total, target }) => right < target * total)).toEqual([]);
}

describe("the Weesp extract", () => {
  let dataDir: string;
  let harness: Harness;
  beforeAll(async () => {
    dataDir = await makeWeespFolder();
    harness = openHarness(dataDir);
  }, 2 * MINUTES);
  afterAll(() => harness.close());

  test(
    "generated lines",
    async () => {
      // Weesp is the only city of the extract.
      expectTargets(await runGenerated("Weesp", dataDir, harness), ["two typos in a long city"]);
    },
    2 * MINUTES,
  );

  test.each(Object.keys(CERTAINTY))("%s", (name) => CERTAINTY[name]!(dataDir, harness), 2 * MINUTES);
});

interface Template {
  kind: string;
  form: "plain" | "letter" | "addition";
  pick: string[];
  lines: string[];
}

const FORMS: Readonly<Record<Template["form"], (address: KnownAddress) => boolean>> = {
  plain: ({ letter, addition }) => letter === "" && addition === "",
  letter: ({ letter, addition }) => letter !== "" && addition === "",
  addition: ({ letter, addition }) => letter === "" && addition !== "",
};

/** Fills the cases of demo.yaml with the addresses that this country happens to have. */
function fillTemplates(all: readonly KnownAddress[]): CaseGroup[] {
  const templates = readCases<Template[]>("demo.yaml");
  return templates.flatMap(({ kind, form, pick, lines }) =>
    pick.flatMap((street) => {
      const address = all.find((each) => each.street === street && each.postcode !== "" && FORMS[form](each));
      if (address === undefined) {
        throw new Error(`${kind}: no ${street} with ${form} number, another seed's`);
      }
      const filled = lines.map((line) =>
        line.replace(/\{(\w+)\}/g, (_, part: string) => partOf(address, part)),
      );
      return [{ kind, first: labelOf(address), lines: filled }];
    }),
  );
}

function partOf(address: KnownAddress, part: string): string {
  if (part === "STREET") {
    return address.street.toUpperCase();
  }
  if (part === "str") {
    return address.street
      .replace(/straat$/, "str")
      .replace(/laan$/i, "ln")
      .replace(/plein$/, "pln");
  }
  return String(address[part as keyof KnownAddress]);
}

describe("the demo country", () => {
  let dataDir: string;
  let harness: Harness;
  beforeAll(async () => {
    dataDir = await makeDemoFolder(LARGE_COUNTRY);
    harness = openHarness(dataDir);
  }, 5 * MINUTES);
  afterAll(() => harness.close());

  test("every template of cases, on each address that has its form", async () => {
    const all = readKnownAddresses(dataDir);
    expect(all.length).toBeGreaterThanOrEqual(200_000);
    const groups = fillTemplates(all);
    expect(groups.flatMap(({ lines }) => lines).length).toBeGreaterThan(150);
    expect(await faultsOf(groups, harness)).toEqual([]);
  });

  test(
    "generated lines",
    async () => {
      expectTargets(await runGenerated("the demo country", dataDir, harness));
    },
    2 * MINUTES,
  );

  test.each(Object.keys(CERTAINTY))("%s", (name) => CERTAINTY[name]!(dataDir, harness), 2 * MINUTES);
});
