/**
 * Runs every example of docs/analysis.md, in order, on the registry of Weesp, and compares the output with the page.
 * Examples that answer the same question must agree with each other and with SQL on the registry.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { updateStableLink } from "../../src/registry/file/stable-link.ts";
import { ANALYST_LAYERS } from "../../src/registry/schema/analyst-layers.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { type Example, examplesOf } from "../support/docs-examples.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { canRun, hasProgram } from "../support/processes/find-program.ts";

setDefaultTimeout(120_000);

const PAGE = readFileSync(join(import.meta.dir, "../../docs/analysis.md"), "utf8");
const EXAMPLES = examplesOf(PAGE);

/** Debian's own, which has Debian's packages; another may come first in PATH. */
const PYTHON = "/usr/bin/python3";
const PROGRAMS: Readonly<Record<string, boolean>> = {
  sh: canRun(["ogrinfo", "--version"], "gdal-bin") && hasProgram("sqlite3", "sqlite3"),
  python: canRun([PYTHON, "-c", "import pandas, geopandas"], "python3-geopandas"),
  r: canRun(["Rscript", "-e", "library(sf)"], "r-cran-sf"),
  sql: true,
};

const folder = mkdtempSync(join(tmpdir(), "baken-analysis-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const made = await makeWeespPastFolder();
  renameSync(made, join(folder, "data"));
  updateStableLink(join(folder, "data"));
  symlinkSync(BAKEN, join(folder, "baken"));
  symlinkSync(join(import.meta.dir, "../../docs"), join(folder, "docs"));
  for (const { file, code } of EXAMPLES.filter((example) => example.file !== undefined)) {
    writeFileSync(join(folder, file!), code);
  }
});

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  sh: ["bash", "-euo", "pipefail"],
  python: [PYTHON, "-"],
  r: ["Rscript", "-"],
};

/** Runs an example in the folder; returns its output. If the example fails, throws its error output. */
async function run({ language, code }: Example): Promise<string> {
  if (language === "sql") {
    return await runSql(code);
  }
  const child = Bun.spawn([...COMMANDS[language]!], {
    cwd: folder,
    stdin: new TextEncoder().encode(code),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) {
    throw new Error(said);
  }
  return printed;
}

/** Runs SQL in DuckDB without extensions; returns header and rows, with ` | ` between values. */
async function runSql(code: string): Promise<string> {
  const instance = await DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  await connection.run(`SET file_search_path = '${folder}'`);
  const reader = await connection.runAndReadAll(code);
  const rows = [reader.columnNames(), ...reader.getRows()].map((row) => row.map((value) => value ?? ""));
  connection.closeSync();
  return rows.map((row) => row.join(" | ")).join("\n");
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd());

describe("an example", () => {
  const runnable = EXAMPLES.filter(({ file }) => file === undefined);
  for (const [i, example] of runnable.entries()) {
    test.skipIf(!PROGRAMS[example.language])(
      `${i + 1} (${example.language}) prints what the page shows`,
      async () => {
        const printed = await run(example);
        expect(linesOf(printed)).toEqual(linesOf(example.output ?? ""));
      },
    );
  }
});

test("what the examples find is what the tables of the registry hold", () => {
  using db = openReadOnly(join(folder, "data/current.gpkg"));
  const countOf = (where: string) =>
    db.query<{ n: number }, []>(`SELECT count(*) AS n FROM adres WHERE ${where}`).get()!.n;
  const outputs = EXAMPLES.map(({ output }) => output ?? "").join("\n");
  const classes = { "before 1945": [0, 1944], "1945 to 1974": [1945, 1974], "1975 to 1999": [1975, 1999] };
  for (const [name, [from, to]] of Object.entries(classes)) {
    const count = countOf(`bouwjaar BETWEEN ${from} AND ${to}`);
    expect(outputs).toContain(`${name} | ${count}\n`);
    expect(outputs).toContain(`${name} ${count}\n`);
  }
  const inBox = countOf("longitude BETWEEN 5.04 AND 5.046 AND latitude BETWEEN 52.306 AND 52.310");
  expect(outputs).toContain(` | ${inBox}\n`);
});

test("the page has a row for every layer", () => {
  for (const { name } of ANALYST_LAYERS) {
    expect(PAGE).toContain(`| \`${name}\` |`);
  }
});
