/**
 * Tests that the interface answers about the past like the oracle: an object, an address, a key on a day, histories,
 * former addresses and investigations. Half of the days are next to a begin or an end.
 */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { generateDemo } from "../../tools/country/generate-demo.ts";
import { GEMEENTE_BORDERS, GEMEENTEN, PC4_BORDERS, WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";
import { type Answered, compareAnswers } from "../support/oracles/history/compare-answers.ts";
import { TEST_SEED } from "../support/seed.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-oracle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** TEST_ROUNDS=1 asks a tenth, of a tenth of the country. */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 10);
const QUESTIONS = ROUNDS * 2_000;
const ADDRESSES = ROUNDS * 10_000;

interface Country {
  readonly extract: string;
  readonly names: string;
  readonly boundaries: readonly string[];
  readonly isDemo: boolean;
}

async function compareCountry(name: string, { extract, names, boundaries, isDemo }: Country): Promise<void> {
  const dataDir = join(folder, name);
  const given = {
    paths: [extract],
    gemeenten: [names],
    boundaries,
    dataDir,
    isDemo,
    history: "full",
  } as const;
  await runImport(given, silentProgress);
  const harness = openHarness(dataDir);
  const questions = await askOracle<Answered>(
    { extract, names },
    "draw",
    String(QUESTIONS),
    String(TEST_SEED),
  );
  const { asked, differences } = await compareAnswers(async (path) => {
    const response = await harness.app.fetch(harness.requestFor(path));
    return { status: response.status, body: JSON.parse(await response.text()) };
  }, questions);
  harness.close();
  expect(Object.values(asked).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.8 * QUESTIONS);
  expect([differences.length, differences.slice(0, 10)]).toEqual([0, []]);
}

test.skipIf(!hasOracle())(
  `${QUESTIONS} questions about Weesp`,
  async () => {
    const boundaries = [GEMEENTE_BORDERS, PC4_BORDERS];
    await compareCountry("weesp", { extract: WEESP, names: GEMEENTEN, boundaries, isDemo: false });
  },
  600_000,
);

test.skipIf(!hasOracle())(
  `${QUESTIONS} questions about a fictitious country of ${ADDRESSES} addresses`,
  async () => {
    const out = join(folder, "demo.zip");
    const { files } = await generateDemo({ addresses: ADDRESSES, seed: 1, history: true, out });
    const boundaries = [`demo=${files.pc4}`];
    await compareCountry("demo", {
      extract: files.extract,
      names: files.gemeenten,
      boundaries,
      isDemo: true,
    });
  },
  1_800_000,
);
