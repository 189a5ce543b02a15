/**
 * Imports the fictitious country through the pipeline for real data, and compares it with the counts of its generator.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/base/sqlite.ts";
import type { ImportResult } from "../../src/import/run-import.ts";
import { inspectFolder } from "../../src/registry/file/inspect-folder.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { type DemoResult, generateDemo } from "../../tools/country/generate-demo.ts";
import { importDemo } from "../support/countries/import-data-folders.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { COUNTRY, kill, runCountry, start } from "../support/processes/baken-process.ts";
import { countRows, tallyOf } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-demo-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  { addresses: 500, seed: 1, history: true },
  { addresses: 3_000, seed: 7, history: true },
  { addresses: 3_000, seed: 7, history: false },
  { addresses: 12_000, seed: 99, history: true },
])("a country of $addresses addresses, seed $seed, history $history", (options) => {
  const dataDir = join(folder, `${options.addresses}-${options.seed}-${options.history}`);
  let made: DemoResult;
  let imported: ImportResult;
  let db: Database;

  beforeAll(async () => {
    made = await generateDemo({ ...options, out: `${dataDir}.zip` });
    imported = await importDemo(made.files, dataDir);
    db = new Database(join(dataDir, imported.registry), { readonly: true });
  });
  afterAll(() => db.close());

  test("holds what the generator counted, type by type", () => {
    expect(tallyOf(db)).toEqual(made.tally.current);
    expect(countRows(db, "adres")).toBe(options.addresses);
  });

  test("holds what the generator counted, provincie by provincie", () => {
    const rows = db
      .query<{ naam: string; adressen: number; panden: number; woonplaatsen: number; gemeenten: number }, []>(
        "SELECT naam, adres_count AS adressen, pand_count AS panden, woonplaats_count AS woonplaatsen, gemeente_count AS gemeenten FROM provincie ORDER BY naam",
      )
      .all();
    const expected = Object.entries(made.tally.byProvincie)
      .map(([naam, { adressen, panden, woonplaatsen, gemeenten }]) => ({
        naam,
        adressen,
        panden,
        woonplaatsen,
        gemeenten,
      }))
      .sort((a, b) => (a.naam < b.naam ? -1 : 1));
    expect(rows).toEqual(expected);
  });

  test("has as many voorkomens as were written, and none is skipped", () => {
    const { report } = imported;
    for (const [code, { voorkomens }] of Object.entries(made.tally.byType)) {
      expect([code, report.tallies[code as keyof typeof report.tallies].voorkomens]).toEqual([
        code,
        voorkomens,
      ]);
    }
    expect(report.problems.filter(({ kind }) => kind === "skipped")).toEqual([]);
  });

  test("GDAL lists and reads every layer", () => {
    if (Bun.which("ogrinfo") === null) {
      return printSkipped("reading with GDAL: ogrinfo is not installed");
    }
    for (const [layer, rows] of Object.entries({
      adres: made.tally.current.adressen,
      pand: made.tally.current.panden,
      woonplaats: made.tally.current.woonplaatsen,
      gemeente: made.tally.current.gemeenten,
      postcodegebied: countRows(db, "postcodegebied"),
    })) {
      const info = Bun.spawnSync([
        "ogrinfo",
        "-so",
        join(dataDir, imported.registry),
        layer,
      ]).stdout.toString();
      expect([layer, Number(/Feature Count: (\d+)/.exec(info)?.[1])]).toEqual([layer, rows]);
      expect(info).toContain('ID["EPSG",28992]');
    }
  });
});

test("a country whose maker is killed leaves nothing that the next one does not clear away", async () => {
  const dataDir = join(folder, "killed");
  const child = start([...COUNTRY, "--addresses", "50000", "--data", dataDir]);
  const files = () =>
    existsSync(dataDir) ? readdirSync(dataDir, { recursive: true, encoding: "utf8" }) : [];
  const giveUpAt = performance.now() + 20_000;
  while (!files().some((name) => name.endsWith("demo.zip")) && performance.now() < giveUpAt) {
    await Bun.sleep(5);
  }
  expect(await kill(child)).toBe(true);
  // The folder has no data of value, so a new demo may replace its content.
  expect(inspectFolder(dataDir).state).toBe("new");
  const again = await runCountry(["--addresses", "100", "--history", "off", "--data", dataDir]);
  expect(again).toMatchObject({ exitCode: 0 });
  const registry = readFileSync(join(dataDir, "current"), "utf8").trim();
  const snapshot = openSnapshot(join(dataDir, registry));
  const histories = snapshot.meta.attached.map(({ name }) => name);
  snapshot.close();
  const expected = ["current", "current.gpkg", "current.lock", "import.lock", registry, ...histories];
  expect(files().sort()).toEqual(expected.sort());
}, 60_000);
