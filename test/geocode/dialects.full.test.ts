/** Geocodes a sample of the addresses of Weesp in three dialects; dialects.slow.test.ts has all of both. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readKnownAddresses } from "../relevance/addresses.ts";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";
import { DIALECTS } from "../support/dialects/dialects.ts";
import { writeDirtyFile } from "../support/dialects/dirty-file.ts";
import { geocodeInProcess } from "../support/dialects/geocode-in-process.ts";
import { judgeDialect } from "../support/dialects/judge-dialect.ts";
import { testRandom } from "../support/seed.ts";

const SAMPLE_INTERVAL = 12;

let weesp: Weesp;
beforeAll(async () => {
  weesp = await readWeesp();
}, 120_000);
afterAll(() => weesp.close());

test.each([0, 2, 7])("dialect %d: clean rows exact, no wrong exact", async (index) => {
  const all = readKnownAddresses(weesp.dataDir);
  const sample = all.filter((_, i) => i % SAMPLE_INTERVAL === 0);
  const file = writeDirtyFile(DIALECTS[index]!, sample, { all, random: testRandom() });
  const counts = judgeDialect(file, await geocodeInProcess(weesp.snapshot, file.bytes));
  expect(counts.get("clean")!.rows).toBeGreaterThan(sample.length / 2);
});
