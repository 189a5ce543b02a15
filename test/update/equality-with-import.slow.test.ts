/**
 * Verifies that an import with its updates equals an import of the same state: the same rows in every table, and the
 * same answers. merge-extract.ts computes that state from the text of the extract and the deliveries.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import {
  type ChainOptions,
  currentOf,
  type DemoChain,
  importAfter,
  importAtStart,
  makeChain,
  update,
} from "../support/update-oracle/demo-chain.ts";
import { Dice } from "../support/update-oracle/dice.ts";
import { pastRequests } from "../support/update-oracle/past-requests.ts";
import { sampleRequests } from "../support/update-oracle/sample-requests.ts";
import { compareAnswers } from "../support/update-oracle/serve-registry.ts";

setDefaultTimeout(120_000);

const REQUESTS = 10_000;
/** TEST_ROUNDS=1 runs only the last chain, which is smaller. */
const CHAINS: readonly ChainOptions[] = [
  { addresses: 6_000, seed: 7, history: true, hasPc4File: true, mutations: 700, kept: "full" },
  { addresses: 2_500, seed: 41, history: false, hasPc4File: false, mutations: 500 },
];
const ROUNDS = Number(process.env.TEST_ROUNDS ?? CHAINS.length);

const folder = mkdtempSync(join(tmpdir(), "baken-update-equality-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(CHAINS.slice(-ROUNDS))("$addresses addresses, seed $seed, PC4 file $hasPc4File", (options) => {
  let chain: DemoChain;
  let start: string;

  beforeAll(async () => {
    chain = await makeChain(join(folder, String(options.seed)), options);
    start = await importAtStart(chain, "start");
  });

  test("one delivery leads to the rows and the answers of an import", async () => {
    const updated = await importAtStart(chain, "one");
    await update(updated, chain.deliveries.slice(0, 1));
    const imported = await importAfter(chain, 1);
    expect(compareRegistries(currentOf(updated), currentOf(imported))).toEqual([]);
    const [before, made, expected] = [start, updated, imported].map(currentOf) as [string, string, string];
    const requests = sampleRequests([before, expected], REQUESTS, new Dice(options.seed));
    expect(await listDifferentAnswers(made, expected, requests)).toEqual([]);
    if (options.kept === "full") {
      const ofPast = pastRequests([before, expected], REQUESTS, new Dice(options.seed));
      expect((await compareAnswers(folder, [made, expected], ofPast)).different).toEqual([]);
    }
  });

  test("deliveries one by one lead, day after day, to the rows of imports", async () => {
    const updated = await importAtStart(chain, "one-by-one");
    for (const [i, delivery] of chain.deliveries.entries()) {
      await update(updated, [delivery]);
      const imported = await importAfter(chain, i + 1);
      expect(compareRegistries(currentOf(updated), currentOf(imported)), delivery).toEqual([]);
      if (options.kept === "full") {
        expect(listDifferentHistory(updated, imported), delivery).toEqual([]);
      }
    }
  });

  test("the same deliveries in one call lead there too, in whatever order they are named", async () => {
    const updated = await importAtStart(chain, "all-at-once");
    await update(updated, chain.deliveries.toReversed());
    const imported = await importAfter(chain, chain.deliveries.length);
    expect(compareRegistries(currentOf(updated), currentOf(imported))).toEqual([]);
    const [before, made, expected] = [start, updated, imported].map(currentOf) as [string, string, string];
    const requests = sampleRequests([before, expected], REQUESTS / 10, new Dice(options.seed + 1));
    expect(await listDifferentAnswers(made, expected, requests)).toEqual([]);
  });
});

/** Compares histories, except what the merged extract lacks: marked voorkomens and kenmerken in onderzoek. */
function listDifferentHistory(updated: string, imported: string): string[] {
  return compareHistories(
    currentOf(updated),
    currentOf(imported),
    (table, { retired = 0 }) => table !== "in_onderzoek" && retired === 0,
  );
}

/** Returns the first requests that the two registries answer differently; most requests find something. */
async function listDifferentAnswers(
  made: string,
  expected: string,
  requests: readonly string[],
): Promise<string[]> {
  const { different, statuses } = await compareAnswers(folder, [made, expected], requests);
  expect(statuses.get("200")! / requests.length).toBeGreaterThan(0.8);
  return different;
}
