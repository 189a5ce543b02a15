/** Tests the oracles of the update tests: merging extracts, and comparing registries. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/base/sqlite.ts";
import { createIndexTriggers, dropIndexTriggers } from "../../src/registry/schema/geopackage.ts";
import { type DemoResult, generateDemo } from "../../tools/country/generate-demo.ts";
import { importDemo } from "../support/countries/import-data-folders.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { mergeExtract } from "../support/oracles/merge-extract.ts";
import { tallyOf } from "../support/registries/read-registry.ts";

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "baken-merge-"));
afterAll(() => rmSync(folder, { recursive: true }));

let made: DemoResult;
let original: string;

beforeAll(async () => {
  made = await generateDemo({
    addresses: 1_500,
    seed: 12,
    history: true,
    mutations: 250,
    out: join(folder, "demo.zip"),
  });
  original = await importInto("original", made.files.extract);
});

async function importInto(name: string, extract: string): Promise<string> {
  const dataDir = join(folder, name);
  const { registry } = await importDemo({ ...made.files, extract }, dataDir);
  return join(dataDir, registry);
}

test("an extract without deliveries stays what it is", async () => {
  const merged = join(folder, "same.zip");
  expect(mergeExtract(made.files.extract, [], merged)).toBe("2026-11-08");
  expect(compareRegistries(await importInto("same", merged), original)).toEqual([]);
});

test("a merged extract has the objects that the generator counted for the day after", async () => {
  const merged = join(folder, "merged.zip");
  expect(mergeExtract(made.files.extract, [made.files.mutations!], merged)).toBe("2026-11-09");
  using db = new Database(await importInto("merged", merged), { readonly: true });
  expect(tallyOf(db)).toEqual(made.mutations!.tally.current);
});

test.each([
  [
    "a value",
    "UPDATE adres SET huisnummer = huisnummer + 1 WHERE fid = (SELECT max(fid) FROM adres)",
    /^adres /,
  ],
  [
    "a row that is gone",
    "DELETE FROM pand_adres WHERE adres_id = (SELECT max(adres_id) FROM pand_adres)",
    /^pand_adres /,
  ],
  [
    "a bit of a geometry",
    "UPDATE pand SET geom = geom || x'00' WHERE fid = (SELECT min(fid) FROM pand)",
    /^pand /,
  ],
  ["a box", "DELETE FROM rtree_pand_geom WHERE id = (SELECT min(fid) FROM pand)", /^rtree_pand_geom /],
  ["an index", "DROP INDEX postcode_cell", /^schema postcode_cell/],
  ["a date", "UPDATE registry SET value = '2000-01-01' WHERE key = 'reference_date'", /^registry /],
])("a comparison notices %s", (_what, sql, expected) => {
  const changed = join(folder, "changed.gpkg");
  copyFileSync(original, changed);
  const db = new Database(changed);
  dropIndexTriggers(db);
  db.run(sql);
  createIndexTriggers(db);
  db.close();
  expect(compareRegistries(changed, original)[0]).toMatch(expected);
});
