/**
 * Whether search finds what people mean: cases by hand, and thousands of lines made from real addresses by rule, on the
 * official Weesp extract and on a demo country. Prints a table of each run with its failures.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHarness } from "../http-harness.ts";
import { type Known, readKnown } from "./addresses.ts";
import { type Answer, type CaseFile, type CaseGroup, faultOf, readCases } from "./cases.ts";
import { makeCountry } from "./country.ts";
import { judge, report, scoresOf } from "./judge.ts";
import { makeQueries } from "./noise.ts";

const BAKEN = join(import.meta.dir, "..", "..", "baken");
const SHARED = join(import.meta.dir, "..", "..", "..", "shared", "data");
const WEESP = join(SHARED, "bag", "BAGGEM0457L-15102021.zip");
const DEMO_ADDRESSES = 220_000;
const PER_KIND = 400;
const SEED = 20_261_121;
const MINUTES = 60_000;

type Harness = ReturnType<typeof openHarness>;
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "baken-relevance-"));
  folders.push(folder);
  return folder;
}

function run(...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([BAKEN, ...args]);
  if (exitCode !== 0) throw new Error(stderr.toString());
}

function asking(harness: Harness, perPage: number): (line: string) => Promise<Answer & { ids: string[] }> {
  return async (line) => {
    if (line.trim().length < 2) return { labels: [], ids: [], total: 0 };
    const { status, body } = await harness.askJson(
      `/addresses/search?per_page=${perPage}&q=${encodeURIComponent(line)}`,
    );
    if (status === 422) return { labels: [], ids: [], total: 0 };
    const rows: { full_address: string; nummeraanduiding_id: string }[] = body.data;
    const labels = rows.map((row) => row.full_address);
    return { labels, ids: rows.map((row) => row.nummeraanduiding_id), total: body.meta.total };
  };
}

async function faultsOf(groups: readonly CaseGroup[], harness: Harness): Promise<string[]> {
  const ask = asking(harness, 10);
  const faults: string[] = [];
  for (const group of groups) {
    for (const line of group.lines) {
      const answer = await ask(line);
      const fault = faultOf(group, line, () => answer);
      if (fault !== undefined) faults.push(`${group.kind}: ${fault}`);
    }
  }
  return faults;
}

async function generatedRun(name: string, dataDir: string, harness: Harness) {
  const all = readKnown(dataDir);
  const queries = makeQueries(all, PER_KIND, SEED);
  const ask = asking(harness, 1);
  const firsts = new Map<string, string | undefined>();
  for (const { line } of queries) if (!firsts.has(line)) firsts.set(line, (await ask(line)).ids[0]);
  const verdicts = judge(queries, all, (line) => firsts.get(line));
  process.stderr.write(`${report(name, verdicts)}\n`);
  return { scores: scoresOf(verdicts), count: queries.length };
}

/** A certain answer that is wrong is worse than none: of the generated lines geocode/forward answers, all but one in 500 are right. */
async function expectCertainty(dataDir: string, harness: Harness): Promise<void> {
  const all = readKnown(dataDir);
  const queries = makeQueries(all, PER_KIND / 4, SEED + 1);
  const answers = new Map<string, string | undefined>();
  for (const { line } of queries) {
    const { status, body } = await harness.askJson(`/geocode/forward?q=${encodeURIComponent(line)}`);
    if (status === 200) answers.set(line, body.data.address.nummeraanduiding_id);
  }
  const answered = judge(queries, all, (line) => answers.get(line)).filter(({ got }) => got !== undefined);
  const wrong = answered.filter(({ isRight }) => !isRight);
  expect(answered.length).toBeGreaterThan(queries.length / 2);
  expect(wrong.map(({ query }) => query.line).slice(Math.floor(answered.length / 500))).toEqual([]);
}

function expectTargets({ scores, count }: Awaited<ReturnType<typeof generatedRun>>): void {
  expect(count).toBeGreaterThanOrEqual(5_000);
  const below = scores.filter(({ right, total, target }) => total === 0 || right / total < target);
  expect(below).toEqual([]);
}

describe("the corpora, on a country of their addresses", () => {
  const { addresses, groups } = readCases<CaseFile>("corpora.yaml");
  const harness = openHarness(makeCountry(addresses!));
  afterAll(() => harness.close());

  test("every case", async () => {
    expect(await faultsOf(groups, harness)).toEqual([]);
  });
});

describe.skipIf(!existsSync(WEESP))("the Weesp extract", () => {
  let dataDir: string;
  let harness: Harness;
  beforeAll(() => {
    dataDir = newFolder();
    const names = join(SHARED, "gemeenten", "gemeentelijke-indeling.csv");
    run("import", WEESP, "--gemeenten", names, "--data", dataDir, "--yes");
    harness = openHarness(dataDir);
  }, 2 * MINUTES);
  afterAll(() => harness.app.close());

  test("every case by hand", async () => {
    expect(await faultsOf(readCases<CaseFile>("weesp.yaml").groups, harness)).toEqual([]);
  });

  test(
    "generated lines",
    async () => {
      expectTargets(await generatedRun("Weesp", dataDir, harness));
    },
    2 * MINUTES,
  );

  test("no wrong certain answer", () => expectCertainty(dataDir, harness), 2 * MINUTES);
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
      if (address === undefined) return [];
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
    dataDir = newFolder();
    const out = join(newFolder(), "demo.zip");
    run("demo", "--addresses", String(DEMO_ADDRESSES), "--seed", "1", "--history", "off", "--out", out);
    const beside = (ending: string) => out.replace(".zip", ending);
    run("import", out, "--gemeenten", beside("-gemeenten.csv"), "--data", dataDir, "--yes");
    harness = openHarness(dataDir);
  }, 5 * MINUTES);
  afterAll(() => harness.app.close());

  test("every template of cases, on each address that has its form", async () => {
    const groups = demoGroups(readKnown(dataDir));
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
});
