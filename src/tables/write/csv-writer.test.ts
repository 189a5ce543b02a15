import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "../../../test/support/processes/find-program.ts";
import { writeTable } from "../../../test/support/tables/write-table.ts";
import type { TableLayout, Value } from "../table.ts";

const HAS_PYTHON = hasProgram("python3", "python3");
const READ_CSV = `
import csv, json, sys
print(json.dumps(list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), delimiter=sys.argv[2], strict=True))))`;

const LAYOUT: TableLayout = {
  name: "adressen",
  columns: [
    { name: 'PC; "postcode"', kind: "cell" },
    { name: "result_street", kind: "text", mayBeFormula: true },
    { name: "result_area", kind: "integer" },
    { name: "result_lat", kind: "real" },
    { name: "result_is_main", kind: "boolean" },
    { name: "result_uses", kind: "list" },
  ],
};

const ROWS: Value[][] = [
  ["=1+1", "=1+1", -5, -0.5, true, ["woonfunctie", "kantoorfunctie"]],
  ["007", "+31", 0, 52.3081256, false, []],
  ["0457200000521750", "@x", null, null, null, ["a"]],
  ["a,b;c\td", 'De "Put"', 1, 1e21, true, null],
  ["regel 1\r\nregel 2\nregel 3\rx", "\tx", 1, 2, true, null],
  ["\u0001\u0007", "👩‍🚀 Ÿ", 1, Number.NaN, true, null],
  ["", "", null, null, null, null],
  ["  spaties  ", "'s-Gravenhage", 1, 2, true, null],
];
const date = { kind: "date", text: "2021-03-01", stored: "44256", format: "dd-mm-yyyy" } as const;

/** Rows that a reader of the CSV must get, typed by hand. */
const EXPECTED = [
  ["=1+1", "'=1+1", "-5", "-0.5", "true", "woonfunctie|kantoorfunctie"],
  ["007", "'+31", "0", "52.3081256", "false", ""],
  ["0457200000521750", "'@x", "", "", "", "a"],
  ["a,b;c\td", 'De "Put"', "1", "1e+21", "true", ""],
  ["regel 1\r\nregel 2\nregel 3\rx", "'\tx", "1", "2", "true", ""],
  ["\u0001\u0007", "👩‍🚀 Ÿ", "1", "", "true", ""],
  ["", "", "", "", "", ""],
  ["  spaties  ", "'s-Gravenhage", "1", "2", "true", ""],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-csv-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function readWithPython(file: string, delimiter: string): string[][] {
  const { stdout, stderr } = Bun.spawnSync(["python3", "-c", READ_CSV, file, delimiter]);
  expect(stderr.toString()).toBe("");
  return JSON.parse(stdout.toString());
}

describe.skipIf(!HAS_PYTHON).each([",", ";", "\t", "|"])("CSV separated by %j", (delimiter) => {
  test("comes back from Python's csv module", async () => {
    const file = join(folder, "table.csv");
    const rows = ROWS.map((values) => ({ values }));
    await writeTable("csv", file, LAYOUT, rows, { delimiter });
    const [header, ...cells] = readWithPython(file, delimiter);
    expect(header).toEqual(LAYOUT.columns.map(({ name }) => name));
    expect(cells).toEqual(EXPECTED);
  });
});

test("formulas stay on request, and are neutralised only in columns that may have them", async () => {
  const file = join(folder, "formulas.csv");
  await writeTable("csv", file, LAYOUT, [{ values: ROWS[0]! }], { escapeFormulas: false });
  expect(readFileSync(file, "utf8").split("\r\n")[1]).toBe(
    "=1+1,=1+1,-5,-0.5,true,woonfunctie|kantoorfunctie",
  );
});

test("typed cells of a spreadsheet are the text that a person reads", async () => {
  const file = join(folder, "typed.csv");
  const layout: TableLayout = { name: "t", columns: [{ name: "datum", kind: "cell" }] };
  await writeTable("csv", file, layout, [{ values: [date] }]);
  expect(readFileSync(file, "utf8")).toBe("datum\r\n2021-03-01\r\n");
});

test("a table without rows is its header; an empty cell that is alone on its line is quoted", async () => {
  const file = join(folder, "empty.csv");
  const layout: TableLayout = { name: "t", columns: [{ name: "plaats", kind: "cell" }] };
  await writeTable("csv", file, layout, []);
  expect(readFileSync(file, "utf8")).toBe("plaats\r\n");
  await writeTable("csv", file, layout, [{ values: [""] }, { values: ["Weesp"] }]);
  expect(readFileSync(file, "utf8")).toBe('plaats\r\n""\r\nWeesp\r\n');
});

test("a cell like the one above it, or like the name of its column, is written like any other", async () => {
  const file = join(folder, "repeated.csv");
  const columns = [
    { name: "=A", kind: "text", mayBeFormula: true },
    { name: "b", kind: "cell" },
  ] as const;
  const rows: Value[][] = [
    ["=A", "b"],
    ["=A", "x,y"],
    ["z", "x,y"],
    ["z", null],
    ["z", ""],
  ];
  await writeTable(
    "csv",
    file,
    { name: "t", columns },
    rows.map((values) => ({ values })),
  );
  expect(readFileSync(file, "utf8")).toBe(
    ["=A,b", "'=A,b", `'=A,"x,y"`, 'z,"x,y"', "z,", "z,", ""].join("\r\n"),
  );
});

test("the bytes do not depend on how the rows are divided over calls", async () => {
  const files = [1, 7, 5000].map((rowsPerCall) => ({
    rowsPerCall,
    file: join(folder, `${rowsPerCall}.csv`),
  }));
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    values: [`${i}`, "Keurstraat", i, i / 7, true, null],
  }));
  for (const { file, rowsPerCall } of files) {
    await writeTable("csv", file, LAYOUT, rows, { rowsPerCall });
  }
  const [first, ...others] = files.map(({ file }) => Bun.hash(readFileSync(file)));
  expect(others).toEqual([first!, first!]);
});
