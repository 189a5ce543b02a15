/**
 * Tests that the order of objects does not change the registry, row for row: Weesp shuffled within files, over files
 * and over zips.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { type ImportResult, runImport } from "../../src/import/run-import.ts";
import { readEntries } from "../support/extracts/read-delivery.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import { type Shuffle, shuffleExtract } from "../support/extracts/shuffle-extract.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { runCountry } from "../support/processes/baken-process.ts";
import { countRows } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-unordered-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CASES: readonly (readonly [what: string, zips: number, shuffle: Shuffle])[] = [
  ["objects within their files", 1, { seed: 1, unit: "object", reach: "file" }],
  ["voorkomens within their files", 1, { seed: 2, unit: "voorkomen", reach: "file" }],
  ["objects over all files", 1, { seed: 3, unit: "object", reach: "type" }],
  ["voorkomens over all files", 1, { seed: 4, unit: "voorkomen", reach: "type" }],
  ["voorkomens over small files", 1, { seed: 5, unit: "voorkomen", reach: "type", standsPerFile: 700 }],
  ["voorkomens over three zips", 3, { seed: 6, unit: "voorkomen", reach: "type", standsPerFile: 2500 }],
];

describe("Weesp in any order", () => {
  let expected: string;
  beforeAll(async () => {
    const { registry } = await importInto("sorted", [WEESP]);
    expected = registry;
  }, 120_000);

  test.each(CASES)(
    "%s: the same rows in every table, and the report says so",
    async (what, zips, shuffle) => {
      const outs = Array.from({ length: zips }, (_, i) => join(folder, `${shuffle.seed}-${i}.zip`));
      await shuffleExtract(WEESP, outs, shuffle);
      const { registry, result } = await importInto(String(shuffle.seed), outs);
      expect({ what, differences: compareRegistries(registry, expected) }).toEqual({ what, differences: [] });
      for (const type of ["OPR", "NUM", "VBO", "PND"] as const) {
        const orderProblem = result.report.problems.find(
          ({ about, reason }) => about === type && /order/.test(reason),
        );
        expect({ type, count: orderProblem?.count }).toEqual({ type, count: countDescents(outs, type) });
        expect(orderProblem!.kind).toBe("noticed");
        expect(orderProblem!.examples[0]).toMatch(/\.xml.*: \d{16} after \d{16}$/);
      }
    },
  );

  test("in other files, objects continued from one to the next: no disorder, and the same rows", async () => {
    const out = join(folder, "split.zip");
    await shuffleExtract(WEESP, [out], { seed: 7, unit: "voorkomen", reach: "none", standsPerFile: 997 });
    expect(countDescents([out], "VBO")).toBe(0);
    const { registry, result } = await importInto("split", [out]);
    expect(compareRegistries(registry, expected)).toEqual([]);
    expect(result.report.problems.filter(({ reason }) => /order/.test(reason))).toEqual([]);
    expect(result.report.tallies.VBO.files).toBe(27);
  });
});

test("a fictitious country with voorkomens still to begin: the same rows, torn apart over files and zips", async () => {
  const sorted = join(folder, "demo.zip");
  await runCountry(["--addresses", "3000", "--seed", "5", "--out", sorted]);
  const names = join(folder, "demo-gemeenten.csv");
  const outs = ["a", "b"].map((name) => join(folder, `${name}.zip`));
  await shuffleExtract(sorted, outs, { seed: 8, unit: "voorkomen", reach: "type", standsPerFile: 500 });
  const { registry: expected } = await importInto("demo-sorted", [sorted], names);
  const { registry } = await importInto("demo-torn", outs, names);
  using db = openReadOnly(registry);
  expect(countRows(db, "(SELECT 1 FROM voorkomen GROUP BY object_id HAVING count(*) > 1)")).toBeGreaterThan(
    5,
  );
  expect(compareRegistries(registry, expected)).toEqual([]);
}, 60_000);

interface Imported {
  /** Path of the registry. */
  readonly registry: string;
  readonly result: ImportResult;
}

async function importInto(name: string, paths: readonly string[], names = GEMEENTEN): Promise<Imported> {
  const dataDir = join(folder, name);
  const given = { paths, gemeenten: [names], boundaries: [] };
  const result = await runImport({ ...given, dataDir, threads: 2, history: "none" }, silentProgress);
  return { registry: join(dataDir, result.registry), result };
}

/**
 * Counts in the XML how often an object follows one with a higher identificatie, in the files of a type of each zip.
 */
function countDescents(zips: readonly string[], type: string): number {
  let descents = 0;
  for (const zip of zips) {
    let before = "";
    const files = readEntries(readFileSync(zip)).filter(({ name }) =>
      new RegExp(`^\\d{4}${type}.*xml$`).test(name),
    );
    for (const { bytes } of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      for (const [, id] of bytes.toString("latin1").matchAll(/<Objecten:identificatie[^>]*>(\d+)</g)) {
        if (id! < before) {
          descents++;
        }
        before = id!;
      }
    }
  }
  return descents;
}
