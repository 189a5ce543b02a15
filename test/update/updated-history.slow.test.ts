/** Tests that updates continue a history: they answer about history like an import of the same state. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { isAttachedName } from "../../src/registry/file/attached-files.ts";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import {
  currentOf,
  importAfter,
  importAtStart,
  makeChain,
  update,
} from "../support/update-oracle/demo-chain.ts";
import { Dice } from "../support/update-oracle/dice.ts";
import { pastRequests } from "../support/update-oracle/past-requests.ts";
import { compareAnswers } from "../support/update-oracle/serve-registry.ts";

setDefaultTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), "baken-updated-history-"));
afterAll(() => rmSync(folder, { recursive: true }));

const chain = await makeChain(join(folder, "chain"), {
  ...{ addresses: 250, seed: 6, history: true, hasPc4File: false, mutations: 150 },
  kept: "full",
});
const atStart = await importAtStart(chain, "start");

/** Returns a new data folder with the country at its start. */
function copyStart(name: string): string {
  const dataDir = join(folder, name);
  cpSync(atStart, dataDir, { recursive: true });
  return dataDir;
}

/** Returns the differences between the history of a data folder and an import of the same state. */
async function differencesOf(dataDir: string, deliveries: number): Promise<string[]> {
  const imported = await importAfter(chain, deliveries);
  // The merged extract has no files of marked voorkomens and of kenmerken in onderzoek.
  return compareHistories(
    currentOf(dataDir),
    currentOf(imported),
    (table, { retired = 0 }) => table !== "in_onderzoek" && retired === 0,
  );
}

function listHistories(dataDir: string): string[] {
  return readdirSync(dataDir).filter(isAttachedName);
}

test("deliveries one by one lead to the history of an import, beside the same file", async () => {
  const updated = copyStart("updated");
  const files = listHistories(updated);
  await update(updated, chain.deliveries.slice(0, 1));
  expect(await differencesOf(updated, 1)).toEqual([]);
  await update(updated, chain.deliveries.slice(1));
  expect(await differencesOf(updated, chain.deliveries.length)).toEqual([]);
  expect(listHistories(updated)).toEqual(files);
  const [made, expected] = [updated, await importAfter(chain, chain.deliveries.length)].map(currentOf) as [
    string,
    string,
  ];
  const requests = pastRequests([currentOf(atStart), expected], 300, new Dice(1));
  const { different, statuses } = await compareAnswers(folder, [made, expected], requests);
  expect(different).toEqual([]);
  expect(statuses.get("200")!).toBeGreaterThan(requests.length / 2);
});

test("past the limit the history is written again, whole, and the former file goes with its registries", async () => {
  const renewed = copyStart("renewed");
  const [former] = listHistories(renewed);
  await update(renewed, chain.deliveries.slice(0, 1), 0);
  expect(await differencesOf(renewed, 1)).toEqual([]);
  using db = openReadOnly(currentOf(renewed));
  expect(db.query("SELECT count(*) AS n FROM recent_object").get()).toEqual({ n: 0 });
  await update(renewed, chain.deliveries.slice(1, 2), 0);
  await update(renewed, chain.deliveries.slice(2));
  expect(await differencesOf(renewed, chain.deliveries.length)).toEqual([]);
  const files = listHistories(renewed);
  expect(files).not.toContain(former!);
});
