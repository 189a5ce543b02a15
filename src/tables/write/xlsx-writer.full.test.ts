import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, hasProgram } from "../../../test/support/processes/find-program.ts";
import { writeTable } from "../../../test/support/tables/write-table.ts";
import type { OutputRow, TableLayout, TypedCell, Value } from "../table.ts";
import { createTableWriter } from "./table-writer.ts";

const HAS_OFFICE = hasProgram("soffice", "libreoffice-calc");
const HAS_GDAL = hasProgram("ogr2ogr", "gdal-bin");

const LAYOUT: TableLayout = {
  name: "Adressen [2021]: 'Weesp'/Muiden en omstreken",
  columns: [
    { name: "cel & <kop>", kind: "cell" },
    { name: "straat", kind: "text", mayBeFormula: true },
    { name: "oppervlakte", kind: "integer" },
    { name: "lat", kind: "real" },
    { name: "hoofd", kind: "boolean" },
    { name: "doelen", kind: "list" },
  ],
};

const DATE: TypedCell = { kind: "date", text: "2021-03-01", stored: "44256", format: "mm-dd-yy" };
const MOMENT: TypedCell = {
  kind: "date",
  text: "2021-03-01T12:30:00",
  stored: "44256.5208333333",
  format: 'dd"/"mm\\-yyyy hh:mm',
};
const EURO: TypedCell = { kind: "number", text: "1234.5", stored: "1234.5", format: '"€" #,##0.00' };
const YES: TypedCell = { kind: "boolean", text: "true", stored: "1" };

/** Rows, and the text that a person must see in each cell, by hand. */
const CASES: [values: Value[], shown: string[]][] = [
  [
    ["=1+1", "=2+2", -5, 52.3081256, true, ["a", "b"]],
    ["=1+1", "=2+2", "-5", "52.3081256", "TRUE", "a|b"],
  ],
  [
    ["007", "0457200000521750", 0, -0.5, false, []],
    ["007", "0457200000521750", "0", "-0.5", "FALSE", ""],
  ],
  [
    ['De "Put" & <b>', "regel 1\nregel 2", null, null, null, null],
    ['De "Put" & <b>', "regel 1\nregel 2", "", "", "", ""],
  ],
  [
    ["  spaties  ", "👩‍🚀 Ÿ \u0001\u0000x", 1, 2, true, ["_x0041_"]],
    ["  spaties  ", "👩‍🚀 Ÿ x", "1", "2", "TRUE", "_x0041_"],
  ],
  [
    ["1-3", "+31\t'", Number.NaN, 1e21, true, null],
    ["1-3", "+31\t'", "", "1E+021", "TRUE", ""],
  ],
  [
    [EURO, "2021-03-01", 9007199254740991, 1, null, null],
    ["€ 1,234.50", "2021-03-01", "9007199254740991", "1", "", ""],
  ],
  [
    [MOMENT, "", 1, 1, null, null],
    ["01/03-2021 12:30", "", "1", "1", "", ""],
  ],
  [
    [DATE, "", 1, 1, null, null],
    ["3/1/2021", "", "1", "1", "", ""],
  ],
  [
    [YES, "", 1, 1, null, null],
    ["TRUE", "", "1", "1", "", ""],
  ],
];
const ROWS = CASES.map(([values]) => ({ values }));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-xlsx-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Converts with LibreOffice and returns the file's cells as shown. */
function readWithLibreOffice(file: string): string[][] {
  const out = join(folder, "converted");
  mkdirSync(out, { recursive: true });
  // CSV filter: comma, quote, UTF-8, first line 1, no column formats, English, quote only as needed, cells as shown.
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true";
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const { exitCode, stderr } = Bun.spawnSync([
    findProgram("soffice")!,
    profile,
    "--headless",
    "--convert-to",
    filter,
    "--outdir",
    out,
    file,
  ]);
  expect([exitCode, stderr.toString()]).toEqual([0, expect.any(String)]);
  const csv = join(out, file.split("/").at(-1)!.replace(/xlsx$/, "csv"));
  const script =
    "import csv,json,sys;print(json.dumps(list(csv.reader(open(sys.argv[1],newline='',encoding='utf-8')))))";
  return JSON.parse(Bun.spawnSync(["python3", "-c", script, csv]).stdout.toString());
}

test.skipIf(!HAS_OFFICE)(
  "LibreOffice shows every cell as it was given",
  async () => {
    const file = join(folder, "table.xlsx");
    await writeTable("xlsx", file, LAYOUT, ROWS);
    const [header, ...rows] = readWithLibreOffice(file);
    expect(header).toEqual(LAYOUT.columns.map(({ name }) => name));
    expect(rows).toEqual(CASES.map(([, shown]) => shown));
  },
  60_000,
);

test.skipIf(!HAS_GDAL)("GDAL reads the types of our columns, and every row at its place", async () => {
  const file = join(folder, "gdal.xlsx");
  const numbers = Array.from(
    { length: 3000 },
    (_, i): OutputRow => ({ values: [`${i}`, null, i, i / 8, i % 2 === 0, []] }),
  );
  await writeTable("xlsx", file, { ...LAYOUT, name: "Adressen" }, numbers, { rowsPerCall: 7 });
  const sql = "SELECT COUNT(*) AS n, SUM(oppervlakte) AS area, SUM(lat) AS lat FROM Adressen";
  const { stdout, stderr } = Bun.spawnSync([
    "ogr2ogr",
    "-f",
    "CSV",
    "/vsistdout/",
    "-lco",
    "STRING_QUOTING=IF_NEEDED",
    file,
    "-sql",
    sql,
  ]);
  expect(stderr.toString()).toBe("");
  expect(stdout.toString()).toBe("n,area,lat\n3000,4498500,562312.5\n");
});

test("equal tables are equal files, however the rows come", async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    values: [`${i}`, "Keurstraat", i, i / 7, true, []],
  }));
  const sums: unknown[] = [];
  for (const rowsPerCall of [1000, 1000, 13]) {
    await writeTable("xlsx", join(folder, "same.xlsx"), LAYOUT, rows, { rowsPerCall });
    sums.push(Bun.hash(readFileSync(join(folder, "same.xlsx"))));
  }
  expect(new Set(sums).size).toBe(1);
});

describe("what a sheet cannot hold is refused", () => {
  const one: TableLayout = { name: "t", columns: [{ name: "c", kind: "cell" }] };
  const write = async () => undefined;
  const makeScratchFolder = () => folder;

  test("a cell of 32,767 characters is written, one of 32,768 names its place", async () => {
    const writer = createTableWriter("xlsx", one, write, { makeScratchFolder });
    await writer.write([{ values: ["x".repeat(32_767)] }]);
    await expect(writer.write([{ values: ["x".repeat(32_768)] }])).rejects.toThrow(
      "cell A3 has 32768 characters, a cell of Excel holds 32767; write CSV, GeoPackage or Parquet",
    );
    await writer.close();
  });

  test("1,048,575 rows below the header are written, one more is refused", async () => {
    const writer = createTableWriter("xlsx", one, write, { makeScratchFolder });
    const rows = Array.from({ length: 1_048_575 }, () => ({ values: ["1"] }));
    await writer.write(rows);
    await expect(writer.write([{ values: ["1"] }])).rejects.toThrow("1048576 rows with the header");
    await writer.close();
  });

  test("16,384 columns are accepted, one more is refused before anything is written", () => {
    const layout = (columns: number): TableLayout => ({
      name: "t",
      columns: Array.from({ length: columns }, (_, i) => ({ name: `${i}`, kind: "cell" })),
    });
    const create = (columns: number) =>
      createTableWriter("xlsx", layout(columns), write, { makeScratchFolder });
    create(16_384);
    expect(() => create(16_385)).toThrow("the table has 16385 columns, a sheet of Excel holds 16384");
  });
});

test("a table without rows has its header", async () => {
  const file = join(folder, "empty.xlsx");
  await writeTable("xlsx", file, LAYOUT, []);
  const script =
    "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(), z.read('xl/worksheets/sheet1.xml').decode().count('<row '))";
  expect(Bun.spawnSync(["python3", "-c", script, file]).stdout.toString()).toBe("None 1\n");
});
