/**
 * Verifies that an import with its updates equals an import of the same state: the same rows in every table, and the
 * same answers. merge-extract.ts computes that state from the text of the extract and the deliveries.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { sampleRequests } from "../support/update-oracle/sample-requests.ts";
import { answerOf, serveRegistry } from "../support/update-oracle/serve-registry.ts";

setDefaultTimeout(120_000);

const REQUESTS = 10_000;
const CHAINS: readonly ChainOptions[] = [
  { addresses: 6_000, seed: 7, history: true, hasPc4File: true, mutations: 700 },
  { addresses: 2_500, seed: 41, history: false, hasPc4File: false, mutations: 500 },
];

const folder = mkdtempSync(join(tmpdir(), "baken-update-equality-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(CHAINS)("$addresses addresses, seed $seed, PC4 file $hasPc4File", (options) => {
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
  });

  test("deliveries one by one lead, day after day, to the rows of imports", async () => {
    const updated = await importAtStart(chain, "one-by-one");
    for (const [i, delivery] of chain.deliveries.entries()) {
      await update(updated, [delivery]);
      const imported = await importAfter(chain, i + 1);
      expect(compareRegistries(currentOf(updated), currentOf(imported)), delivery).toEqual([]);
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

/** Returns the first requests that the two registries answer differently, ignoring the request id. */
async function listDifferentAnswers(
  made: string,
  expected: string,
  requests: readonly string[],
): Promise<string[]> {
  const work = mkdtempSync(join(folder, "serving-"));
  const a = serveRegistry(join(work, "made"), made);
  const b = serveRegistry(join(work, "expected"), expected);
  const different: string[] = [];
  const statuses = new Map<string, number>();
  for (const request of requests) {
    const [left, right] = [await answerOf(a.ask(request)), await answerOf(b.ask(request))];
    const status = left.slice(0, 3);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (left !== right || status >= "500") {
      different.push(`${request}\n  made     ${left}\n  expected ${right}`);
    }
  }
  a.close();
  b.close();
  expect(statuses.get("200")! / requests.length).toBeGreaterThan(0.8);
  return different.slice(0, 5);
}
