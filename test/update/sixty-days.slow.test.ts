/**
 * Applies sixty days of deliveries, over New Year, one by one. An import of the same state must give the
 * same rows, answers and exports of history. One registry rewrites its history file on the way.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExportWhat, KINDS } from "../../src/exports/kinds/index.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
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

setDefaultTimeout(900_000);

const folder = mkdtempSync(join(tmpdir(), "baken-sixty-days-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DAYS = 60;
/** Days after which the registries are compared: before and after New Year, and at the end. */
const COMPARED = [20, 56, DAYS];

const chain = await makeChain(join(folder, "chain"), {
  ...{ addresses: 300, seed: 11, history: true, hasPc4File: false, mutations: 500 },
  ...{ kept: "full", days: DAYS },
});
const atStart = await importAtStart(chain, "start");

const WHATS = ["address_history", "building_history", "residence_history"] as const;

/** Returns the rows of an export of the past, of the whole country or of a gemeente. */
function exportedRows(registry: string, what: ExportWhat, gemeenteCode?: string): Row[] {
  const snapshot = openSnapshot(registry);
  try {
    const filter = gemeenteCode === undefined ? {} : { gemeenteCode };
    const rows = [...KINDS[what].read(snapshot, { filter, region: undefined }, { order: "list" })].flat();
    return rows.map(({ record }) => record);
  } finally {
    snapshot.close();
  }
}

type Row = Readonly<Record<string, unknown>>;

function gemeentenOf(registry: string): string[] {
  const snapshot = openSnapshot(registry);
  const gemeenten = Array.from(snapshot.areas.gemeenten.values(), ({ code }) => code);
  snapshot.close();
  return gemeenten;
}

test.each([
  ["beside its first history file", undefined],
  ["with new history files on the way", 150],
])("a registry goes on for sixty days %s", async (name, maxRecentObjects) => {
  const dataDir = join(folder, name.replaceAll(" ", "-"));
  cpSync(atStart, dataDir, { recursive: true });
  for (let day = 1; day <= DAYS; day++) {
    await update(dataDir, [chain.deliveries[day - 1]!], maxRecentObjects);
    if (!COMPARED.includes(day)) {
      continue;
    }
    const [made, expected] = [currentOf(dataDir), currentOf(await importAfter(chain, day))];
    expect([day, compareRegistries(made, expected)]).toEqual([day, []]);
    // The merged extract has no files of marked voorkomens and of kenmerken in onderzoek.
    const isCompared = (table: string, { retired = 0 }) => table !== "in_onderzoek" && retired === 0;
    expect([day, compareHistories(made, expected, isCompared)]).toEqual([day, []]);
    const gemeenten = gemeentenOf(expected);
    for (const what of WHATS) {
      expect([day, what, exportedRows(made, what)]).toEqual([day, what, exportedRows(expected, what)]);
      for (const code of gemeenten) {
        const [found, rows] = [made, expected].map((one) => exportedRows(one, what, code));
        expect([day, what, code, found]).toEqual([day, what, code, rows]);
      }
    }
  }
  const registries: [string, string] = [currentOf(dataDir), currentOf(await importAfter(chain, DAYS))];
  const requests = pastRequests([currentOf(atStart), registries[1]], 300, new Dice(2));
  const { different, statuses } = await compareAnswers(folder, registries, requests);
  expect(different).toEqual([]);
  expect(statuses.get("200")!).toBeGreaterThan(requests.length / 2);
});
