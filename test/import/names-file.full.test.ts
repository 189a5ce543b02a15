/** Tests that an import needs only an extract: names of gemeenten come with baken. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NATIONAL } from "../support/countries/small-country.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { runBakenImport } from "../support/processes/baken-process.ts";
import { openCurrent } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-import-names-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Codes of real gemeenten for the small country of 2024-03-08; 0903, of 2025, does not matter yet. */
const REAL: Record<string, string> = { "0901": "0363", "0902": "1900" };
const extract = writeExtractTo(join(folder, "extract.zip"), {
  ...NATIONAL,
  relaties: NATIONAL.relaties.map((row) => ({ ...row, gemeente: REAL[row.gemeente] ?? row.gemeente })),
});

async function gemeentenOf(...args: string[]): Promise<unknown[][]> {
  const dataDir = mkdtempSync(join(folder, "data-"));
  const { exitCode, stderr } = await runBakenImport([...args, "--data", dataDir]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  using db = openCurrent(dataDir);
  return db
    .query(
      "SELECT g.code, g.naam, p.naam FROM gemeente g JOIN provincie p ON p.fid = g.provincie_id ORDER BY 1",
    )
    .values();
}

describe("an import without a names file", () => {
  test("names its gemeenten by the list that comes with baken", async () => {
    expect(await gemeentenOf(extract)).toEqual([
      ["0363", "Amsterdam", "Noord-Holland"],
      ["1900", "Súdwest-Fryslân", "Friesland"],
    ]);
  });

  test("reads Weesp, which has ended", async () => {
    expect(await gemeentenOf(WEESP)).toEqual([["0457", "Weesp", "Noord-Holland"]]);
  });
});

test("a names file that is given counts before the list", async () => {
  const names = join(folder, "names.csv");
  writeFileSync(names, "provinciecode;gemeentecode;gemeentenaam\n27;0363;Groot-Amsterdam\n");
  expect(await gemeentenOf(extract, "--gemeenten", names)).toEqual([
    ["0363", "Groot-Amsterdam", "Noord-Holland"],
    ["1900", "Súdwest-Fryslân", "Friesland"],
  ]);
});
