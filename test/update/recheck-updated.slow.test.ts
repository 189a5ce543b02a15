/** Compares rechecks after updates over New Year with the oracle, which reads only the XML of the new state. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";
import { compareRecheck } from "../support/oracles/history/compare-recheck.ts";
import type { OracleRecheck } from "../support/oracles/history/recheck-form.ts";
import { mergeExtract } from "../support/oracles/merge-extract.ts";
import { importAtStart, makeChain, update } from "../support/update-oracle/demo-chain.ts";

setDefaultTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), "baken-recheck-updated-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DAYS = ["2020-01-01", "2026-11-08", "2026-11-10", "2026-12-31", "2027-01-01"];

test.skipIf(!hasOracle())("after deliveries every id has the status that follows from the XML", async () => {
  const chain = await makeChain(join(folder, "chain"), {
    ...{ addresses: 1_500, seed: 11, history: true, hasPc4File: false, mutations: 600 },
    kept: "full",
  });
  const dataDir = await importAtStart(chain, "start");
  const seen = new Set<string | null>();
  for (const upTo of [3, 6]) {
    await update(dataDir, chain.deliveries.slice(upTo - 3, upTo));
    const extract = join(folder, `after-${upTo}.zip`);
    mergeExtract(chain.files.extract, chain.deliveries.slice(0, upTo), extract);
    const answers = await askOracle<OracleRecheck>({ extract }, "recheck", ...DAYS);
    const registry = openRegistry(dataDir);
    expect(compareRecheck(registry.current()!, answers)).toEqual([]);
    registry.close();
    for (const { status, relation, changes } of answers) {
      for (const each of [status, relation, ...changes]) {
        seen.add(each);
      }
    }
  }
  // Streets and places got other names, numbers moved, gemeenten were reorganised at New Year.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...["unchanged", "changed", "replaced", "undecided", "ended", "same_object", "same_key"],
      ...["straatnaam", "huisnummer", "huisletter", "postcode", "woonplaats", "gemeente"],
    ]),
  );
});
