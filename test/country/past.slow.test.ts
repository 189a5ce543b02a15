/**
 * Tests the history of a fictitious country: its changes are about as frequent as in Weesp, and the current records are
 * the same without a history.
 */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { generateDemo } from "../../tools/country/generate-demo.ts";
import { importDemo } from "../support/countries/import-data-folders.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-demo-past-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Rows = Record<string, Record<string, number>>;

interface OracleCounts {
  readonly totals: Rows;
  readonly voorkomens: Rows;
  readonly changes: Rows;
  readonly marked: Record<string, number>;
  readonly fates: Record<string, number>;
  readonly investigations: Record<string, number>;
}

test.skipIf(!hasOracle())("objects change and end about as often as in Weesp", async () => {
  const { files } = await generateDemo({
    addresses: 3_000,
    seed: 4,
    history: true,
    out: join(folder, "on.zip"),
  });
  const [counts] = await askOracle<OracleCounts>(
    { extract: files.extract },
    "counts",
    "2012-01-01",
    "2026-11-08",
  );
  const { totals, voorkomens, changes, marked, fates, investigations } = counts!;
  /** Checks a count for each hundred of a whole. */
  const expectPercent = (
    count: number | undefined,
    whole: number | undefined,
    least: number,
    most: number,
  ) => {
    expect((100 * count!) / whole!).toBeGreaterThan(least);
    expect((100 * count!) / whole!).toBeLessThan(most);
  };

  expect(totals["2026-11-08"]!.addresses).toBe(3_000);
  expectPercent(totals["2012-01-01"]!.addresses, 3_000, 60, 95);
  expectPercent(totals["2012-01-01"]!.with_postcode, totals["2012-01-01"]!.addresses, 97, 100);
  const { NUM, VBO, PND } = voorkomens;
  expectPercent(NUM!.voorkomens, NUM!.objects, 118, 136);
  expectPercent(VBO!.voorkomens, VBO!.objects, 195, 230);
  expectPercent(PND!.voorkomens, PND!.objects, 165, 195);
  for (const one of [NUM, VBO, PND]) {
    expectPercent(one!.corrections, one!.objects, 0.3, 1.6);
  }
  expectPercent(changes.NUM!.postcode_new, NUM!.objects, 9, 20);
  expectPercent(changes.VBO!.oppervlakte, changes.VBO!.transitions, 65, 85);
  expectPercent(changes.PND!.status, changes.PND!.transitions, 45, 70);
  expectPercent(changes.PND!.geometry, changes.PND!.transitions, 30, 50);
  expect(changes.OPR!.naam).toBeGreaterThan(0);

  expectPercent(fates.withdrawn, NUM!.objects, 4, 9);
  expectPercent(fates.same_key, fates.withdrawn, 30, 60);
  expectPercent(fates.gone, fates.withdrawn, 35, 65);
  expect(fates.formed_then).toBeGreaterThan(0);
  expect(fates.merged).toBeGreaterThan(0);

  expectPercent(marked.VBO, VBO!.voorkomens, 1, 6);
  // A marked voorkomen has the same number as a voorkomen that counts, unless it is a withdrawn announcement.
  expect(marked.shared).toBeGreaterThan(0.85 * (marked.VBO! + marked.NUM! + marked.PND! + marked.OPR!));
  expectPercent(investigations.records, 3_000, 40, 200);
  expect(investigations.open).toBeGreaterThan(0);
});

test("a country has the same current records with and without a history", async () => {
  const readPresent = async (history: boolean) => {
    const out = join(folder, `${history}.zip`);
    const { files } = await generateDemo({ addresses: 1_200, seed: 5, history, out });
    const dataDir = join(folder, String(history));
    const { registry } = await importDemo(files, dataDir);
    using db = openReadOnly(join(dataDir, registry));
    const layers = ["address", "building", "residence", "street", "city", "municipality"];
    return layers.map((layer) => db.query(`SELECT * FROM ${layer} ORDER BY 1`).values());
  };
  const present = await readPresent(true);
  expect(present[0]).toHaveLength(1_200);
  expect(await readPresent(false)).toEqual(present);
});
