/** Tests that `/changes/summary` marks imports and updates of a fictitious country. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { importAtStart, makeChain, update } from "../support/update-oracle/demo-chain.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-changes-demo-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("imports and updates of a demo are marked, what follows with real data is not", async () => {
  const options = { addresses: 300, seed: 2, history: false, hasPc4File: false, mutations: 10 };
  const chain = await makeChain(join(folder, "chain"), options);
  const dataDir = await importAtStart(chain, "data");
  await update(dataDir, chain.deliveries.slice(0, 1));
  const extract = writeExtractTo(join(folder, "extract.zip"), NATIONAL);
  const names = join(folder, "names.csv");
  writeFileSync(names, NAMES_CSV);
  await runImport(
    { paths: [extract], gemeenten: [names], boundaries: [], dataDir, history: "none" },
    silentProgress,
  );

  const status = await runBaken(["status", "--data", dataDir]);
  expect(status.stdout.match(/records, generated test data/g)).toHaveLength(2);
  const harness = openHarness(dataDir);
  const { body } = await harness.askJson("/changes/summary");
  harness.close();
  expect(body.data.imports.map((one: { demo: boolean }) => one.demo)).toEqual([true, true, false]);
});
