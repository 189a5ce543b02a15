/** CSV for Excel, opened by LibreOffice as a Dutch Excel opens it: decimals with a comma, days before months. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "../../../test/support/processes/find-program.ts";
import { openInDutch } from "../../../test/support/tables/open-in-dutch.ts";
import { writeTable } from "../../../test/support/tables/write-table.ts";
import type { TableLayout, Value } from "../table.ts";

setDefaultTimeout(60_000);

const LAYOUT: TableLayout = {
  name: "adressen",
  columns: [
    { name: "id", kind: "text" },
    { name: "straat; naam", kind: "text", mayBeFormula: true },
    { name: "toevoeging", kind: "text", mayBeFormula: true },
    { name: "oppervlakte", kind: "integer" },
    { name: "lat", kind: "real" },
  ],
};

/** Rows, and the cells that Excel must have, by hand: text as text, numbers as digits with a point. */
const CASES: readonly (readonly [values: Value[], cells: readonly (string | number)[]])[] = [
  [
    ["0457200000521749", "Keurstraat", "1-5", 1015, 52.3112572],
    ["0457200000521749", "Keurstraat", "1-5", 1015, 52.3112572],
  ],
  [
    ["0457200000521750", "=1+1", "1E5", 0, -0.5],
    ["0457200000521750", "'=1+1", "1E5", 0, -0.5],
  ],
  [
    ["1382KT", "Ünicodeweg – Ĳ; 'x' \"y\"", "-1", 1, 5],
    ["1382KT", "Ünicodeweg – Ĳ; 'x' \"y\"", "'-1", 1, 5],
  ],
  [
    ["0012", "@x", "10:30", 2, 130318.263],
    ["0012", "'@x", "10:30", 2, 130318.263],
  ],
  [
    ["1.015", "+31", "\tx", 3, 1.5],
    ["1.015", "'+31", "'\tx", 3, 1.5],
  ],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-excel-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!hasProgram("soffice", "libreoffice-calc"))("every cell is as it was", async () => {
  const file = join(folder, "adressen.csv");
  const rows = CASES.map(([values]) => ({ values }));
  await writeTable("csv", file, LAYOUT, rows, { isForExcel: true });
  const bytes = readFileSync(file);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString("utf8", 3).split("\r\n")[0]).toBe('id;"straat; naam";toevoeging;oppervlakte;lat');
  const { columns, cells } = await openInDutch(file);
  expect(columns).toEqual(LAYOUT.columns.map(({ name }) => name));
  expect(cells).toEqual(CASES.map(([, expected]) => [...expected]));
});
