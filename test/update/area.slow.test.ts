/** Tests national deliveries on registries of single gemeenten: what belongs there is added, and nothing else. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { idsInArea } from "../support/oracles/ids-in-area.ts";
import { mergeExtract } from "../support/oracles/merge-extract.ts";
import {
  currentOf,
  type DemoChain,
  importAfter,
  makeChain,
  update,
} from "../support/update-oracle/demo-chain.ts";

setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "baken-update-area-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let chain: DemoChain;
let countries: string[];
beforeAll(async () => {
  const options = { addresses: 2_500, seed: 6, history: true, hasPc4File: true, mutations: 400 };
  chain = await makeChain(join(folder, "chain"), options);
  countries = [];
  for (let after = 0; after <= chain.deliveries.length; after++) {
    countries.push(currentOf(await importAfter(chain, after)));
  }
});

const dateOf = (after: number) => /registry-(.{10})/.exec(basename(countries[after]!))![1]!;

/** Returns the gemeente with that rank by number of woonplaatsen, 0 for the one with most. */
function pickGemeente(rank: number): { code: string; woonplaatsen: Set<string> } {
  using db = openReadOnly(countries[0]!);
  const [code] = db
    .query("SELECT code FROM gemeente ORDER BY woonplaats_count DESC, code LIMIT 1 OFFSET ?")
    .values(rank)[0] as [string];
  const woonplaatsen = db
    .query("SELECT identificatie FROM woonplaats WHERE gemeente_code = ?")
    .values(Number(code));
  return { code, woonplaatsen: new Set(woonplaatsen.flat() as string[]) };
}

const extractAfter = (after: number) => join(chain.folder, `after-${after}.zip`);

async function importArea(name: string, deliveries: number, code: string, ids: ReadonlySet<string>) {
  const dataDir = join(folder, name);
  const extract = join(folder, `${name}.zip`);
  const area = { code, isInArea: (id: string) => ids.has(id) };
  mergeExtract(chain.files.extract, chain.deliveries.slice(0, deliveries), extract, area);
  const { files, boundaries } = chain;
  const given = { paths: [extract], gemeenten: [files.gemeenten], boundaries, dataDir };
  await runImport({ ...given, isDemo: true, isConfirmed: true, history: "none" }, silentProgress);
  return dataDir;
}

describe.each([0, 1, 2])("a registry of one gemeente, number %i by its woonplaatsen,", (rank) => {
  test("after each national delivery is what an import of the gemeente then makes", async () => {
    const { code, woonplaatsen } = pickGemeente(rank);
    const ids = idsInArea(extractAfter(0), { woonplaatsen, countries });
    const atStart = ids.size;
    const dataDir = await importArea(`${code}-by-day`, 0, code, ids);
    for (const [i, delivery] of chain.deliveries.entries()) {
      const onDate = dateOf(i + 1);
      const now = idsInArea(extractAfter(i + 1), { woonplaatsen, onDate, countries });
      for (const id of now) {
        ids.add(id);
      }
      await update(dataDir, [delivery]);
      const expected = await importArea(`${code}-${i}`, i + 1, code, ids);
      expect([onDate, compareRegistries(currentOf(dataDir), currentOf(expected))]).toEqual([onDate, []]);
    }
    expect(ids.size).toBeGreaterThan(atStart);
  });

  test("after all of them at once is the same", async () => {
    const { code, woonplaatsen } = pickGemeente(rank);
    const ids = idsInArea(extractAfter(0), { woonplaatsen, countries });
    const dataDir = await importArea(`${code}-at-once`, 0, code, ids);
    const last = chain.deliveries.length;
    const now = idsInArea(extractAfter(last), {
      woonplaatsen,
      onDate: dateOf(last),
      countries,
    });
    await update(dataDir, chain.deliveries);
    const expected = await importArea(`${code}-all`, last, code, new Set([...ids, ...now]));
    expect(compareRegistries(currentOf(dataDir), currentOf(expected))).toEqual([]);
  });
});
