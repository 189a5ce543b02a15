/** Tests that no added column of a geocoded CSV is a formula, whatever the registry and the file hold. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import Papa from "papaparse";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import { addedColumnsOf } from "../../src/batch/result-columns.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { CsvWriter } from "../../src/tables/write/csv-writer.ts";
import { makeCountry } from "../relevance/country.ts";
import { planByNames } from "../support/plan-by-names.ts";

const FORMULA = /^[=+\-@\t\r]/;
const STREETS = ["=1+1", '=HYPERLINK("http://x")', "+Weg", "-Weg", "@SUM(A1)"];

test("every added column of every row", async () => {
  const folder = makeCountry(
    STREETS.flatMap((street, i) => [
      `${street}|5||-1|100${i}AA|${street}|NH|${street}`,
      `${street}|7||+|100${i}AA|${street}|NH|${street}`,
    ]),
  );
  const registry = openRegistry(folder);
  try {
    const plan = planByNames(["pc", "nr", "toev"], "all");
    const geocode = createRowGeocoder(registry.current()!, plan);
    const rows = STREETS.flatMap((_, i) => [
      [`100${i}AA`, "5", "-1"],
      [`100${i}AA`, "7", ""],
      [`100${i}AA`, "9", ""],
      [`100${i}AA`, "=9", ""],
    ]);
    const columns = [{ name: "own", kind: "cell" as const }, ...addedColumnsOf(plan.added)];
    let csv = "";
    const writer = new CsvWriter(
      { name: "result", columns },
      async (bytes) => {
        csv += Buffer.from(bytes).toString();
      },
      {},
    );
    await writer.write(rows.map((row) => ({ values: ["=own", ...geocode(row).values] })));
    await writer.finish();
    const { data } = Papa.parse<Record<string, string>>(csv.trimEnd(), { header: true });
    expect(data.map(({ own }) => own)).toEqual(rows.map(() => "=own"));
    const added = data.flatMap((row) => Object.entries(row).filter(([name]) => name !== "own"));
    expect(added.filter(([, cell]) => FORMULA.test(cell))).toEqual([]);
    const neutralised = new Set(
      added.filter(([, cell]) => FORMULA.test(cell.replace(/^'/, ""))).map(([name]) => name),
    );
    expect([...neutralised].sort()).toEqual([
      "result_full_address",
      "result_gemeente",
      "result_huisnummertoevoeging",
      "result_straatnaam",
      "result_suggestion_1",
      "result_suggestion_2",
      "result_woonplaats",
    ]);
  } finally {
    registry.close();
    rmSync(folder, { recursive: true });
  }
});
