/** Tests that a registry goes on with its history: after updates it tells of the past as an import of the same state. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import {
  currentOf,
  importAfter,
  importAtStart,
  makeChain,
  update,
} from "../support/update-oracle/demo-chain.ts";

setDefaultTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), "baken-updated-history-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("deliveries one by one lead to the history of an import", async () => {
  const chain = await makeChain(join(folder, "chain"), {
    ...{ addresses: 600, seed: 6, history: true, hasPc4File: false, mutations: 200 },
    kept: "full",
  });
  const updated = await importAtStart(chain, "updated");
  for (const [i, delivery] of chain.deliveries.entries()) {
    await update(updated, [delivery]);
    const imported = await importAfter(chain, i + 1);
    // The merged extract has no files of marked voorkomens and of kenmerken in onderzoek.
    const differences = compareHistories(
      currentOf(updated),
      currentOf(imported),
      (table, { retired = 0 }) => table !== "in_onderzoek" && retired === 0,
    );
    expect(differences, delivery).toEqual([]);
  }
});
