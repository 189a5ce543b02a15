/** `baken export` to xlsx, opened by LibreOffice; and a table that is too large for a sheet. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOutput } from "../../src/cli/export-output.ts";
import { streets } from "../../src/exports/kinds/streets.ts";
import { writeTable } from "../../src/exports/write-export.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { openInDutch } from "../support/tables/open-in-dutch.ts";

setDefaultTimeout(120_000);

let dataDir: string;
const folder = mkdtempSync(join(tmpdir(), "baken-sheets-"));
beforeAll(async () => {
  dataDir = await makeWeespFolder();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(dataDir, { recursive: true });
});

test.skipIf(!hasProgram("soffice", "libreoffice-calc"))("a workbook by the name of the file", async () => {
  const out = join(folder, "weesp.xlsx");
  const { exitCode, stderr } = await runBaken(["export", "--data", dataDir, "--out", out]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("12,034 addresses")]);
  const { columns, cells } = await openInDutch(out);
  expect(cells).toHaveLength(12_034);
  const cellOf = (row: readonly unknown[], name: string) => row[columns.indexOf(name)];
  const one = cells.find((row) => row[0] === "0457200000521749")!;
  expect(cellOf(one, "straatnaam")).toBe("Keurstraat");
  expect(cellOf(one, "gemeente_code")).toBe("0457");
  expect(cellOf(one, "oppervlakte")).toBe(1015);
  expect(cellOf(one, "latitude")).toBe(52.3112572);
  expect(cells.every(([id]) => /^\d{16}$/.test(String(id)) && typeof id === "string")).toBe(true);
});

test("more rows than a sheet has are refused, and no file is left", async () => {
  const row = { record: Object.fromEntries(Object.keys(streets.columns).map((name) => [name, "x"])) };
  function* rows() {
    for (let i = 0; i < 1024; i++) {
      yield Array.from({ length: 1024 }, () => row);
    }
  }
  const written = writeOutput({ path: join(folder, "large.xlsx"), mayReplace: false }, (output) =>
    writeTable({ ...streets, name: "streets", rows: rows(), format: "xlsx" }, output),
  );
  await expect(written).rejects.toThrow(
    "a sheet of Excel holds 1048576 rows with the header, the table has more; write CSV, GeoPackage or Parquet",
  );
  expect(readdirSync(folder).filter((name) => name.startsWith("large"))).toEqual([]);
});
