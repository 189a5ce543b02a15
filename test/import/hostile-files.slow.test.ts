/**
 * Imports with names and borders whose files never end or are huge, and an extract with a value of 12 MB: refused in
 * time and memory, with the reason.
 */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NAMES_CSV } from "../support/countries/small-country.ts";
import { writeAreaLayers } from "../support/extracts/area-layers.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { withXml } from "../support/extracts/extract-edits.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { watchMemory } from "../support/processes/watch-memory.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-hostile-companions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SQUARE = {
  type: "Polygon" as const,
  rings: [Float64Array.of(130e3, 480e3, 131e3, 480e3, 131e3, 481e3, 130e3, 480e3)],
};
const LAYER = "gemeenten";

/** Writes a GeoPackage with one gemeente, and changes it by SQL. */
function gpkgOf(...statements: string[]): string {
  const path = join(folder, "areas.gpkg");
  rmSync(path, { force: true });
  writeAreaLayers(path, [
    { name: LAYER, rows: [{ gemeentecode: "0457", naam: "Weesp" }], geometries: [SQUARE] },
  ]);
  using db = new Database(path);
  db.run("PRAGMA foreign_keys = OFF");
  for (const sql of statements) {
    db.run(sql);
  }
  return path;
}

const ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";

/** Replaces a table by a view of the same columns and rows, endlessly often. */
function endlessView(table: string): string {
  return gpkgOf(
    `CREATE TABLE stored AS SELECT * FROM ${table}`,
    `DROP TABLE ${table}`,
    `CREATE VIEW ${table} AS ${ENDLESS} SELECT stored.* FROM n, stored`,
  );
}

const PAGE = 4096;
const CHILDREN = 500;

/** Makes the pages of a table a ladder of four; each names the next one 500 times: 62 billion rows. */
function endlessTable(): string {
  const path = gpkgOf();
  const db = new Database(path);
  const { rootpage } = db
    .query<{ rootpage: number }, [string]>(
      "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?",
    )
    .get(LAYER)!;
  db.close();
  const bytes = readFileSync(path);
  const pages = bytes.length / PAGE;
  const rootAt = (rootpage - 1) * PAGE;
  const leaf = bytes.subarray(rootAt, rootAt + PAGE);
  // docs of SQLite, "B-tree Pages": an interior page of a table, its cells a page number and a key of one byte.
  const interior = (child: number) => {
    const page = Buffer.alloc(PAGE);
    const contentAt = PAGE - 5 * CHILDREN;
    page.writeUInt8(5, 0);
    page.writeUInt16BE(CHILDREN, 3);
    page.writeUInt16BE(contentAt, 5);
    page.writeUInt32BE(child, 8);
    for (let i = 0; i < CHILDREN; i++) {
      page.writeUInt16BE(contentAt + 5 * i, 12 + 2 * i);
      page.writeUInt32BE(child, contentAt + 5 * i);
      page.writeUInt8(1, contentAt + 5 * i + 4);
    }
    return page;
  };
  const added = [Buffer.from(leaf), interior(pages + 1), interior(pages + 2), interior(pages + 3)];
  interior(pages + 4).copy(bytes, rootAt);
  bytes.writeUInt32BE(pages + added.length, 28);
  writeFileSync(path, Buffer.concat([bytes, ...added]));
  return path;
}

/** Writes a sparse file of this size. */
function hugeFile(name: string, head: string, bytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, head);
  truncateSync(path, bytes);
  return path;
}

test.each([
  ["an endless view", "--boundaries", () => endlessView(LAYER), "gemeenten is a view"],
  [
    "an endless list of layers",
    "--boundaries",
    () => endlessView("gpkg_contents"),
    "gpkg_contents is a view",
  ],
  ["an endless view of names", "--gemeenten", () => endlessView("gpkg_contents"), "gpkg_contents is a view"],
  [
    "a column that computes a gigabyte",
    "--boundaries",
    () => gpkgOf(`ALTER TABLE ${LAYER} ADD COLUMN large AS (zeroblob(1000000000))`),
    "gemeenten is a table with computed columns",
  ],
  [
    "a table whose pages name each other",
    "--boundaries",
    endlessTable,
    /cannot be read within (12|13) seconds|cannot be read within 750 MB of memory/,
  ],
  [
    "a value of 900 MB",
    "--boundaries",
    () => gpkgOf(`UPDATE ${LAYER} SET naam = zeroblob(900000000)`),
    "cannot be read within 750 MB of memory",
  ],
  [
    "names of 900 MB",
    "--gemeenten",
    () => hugeFile("names.csv", "gemeentecode;gemeentenaam\n", 900e6),
    "has more than 50 MB",
  ],
  [
    "lists within lists",
    "--boundaries",
    () => {
      const path = join(folder, "deep.geojson");
      writeFileSync(path, `{"type":"FeatureCollection","features":${"[".repeat(50e6)}`);
      return path;
    },
    /has lists within lists, too deep to be read|is not valid JSON|750 MB of memory/,
  ],
  [
    "a hundred million lists",
    "--boundaries",
    () => {
      const path = join(folder, "wide.geojson");
      writeFileSync(path, `{"type":"FeatureCollection","features":[${"[],".repeat(100e6)}[]]}`);
      return path;
    },
    "cannot be read within 750 MB of memory",
  ],
])(
  "%s",
  async (_, flag, make, reason) => {
    const path = make();
    const dataDir = mkdtempSync(join(folder, "data-"));
    const beganMs = performance.now();
    const child = start([BAKEN, "import", WEESP, flag, path, "--data", dataDir]);
    const memory = watchMemory(child);
    const { exitCode, stderr } = await collectOutcome(child);
    const seconds = (performance.now() - beganMs) / 1000;
    expect([exitCode, stderr.trimEnd().split("\n").at(-1)]).toEqual([1, expect.stringContaining(path)]);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain("    at ");
    // 20 on an idle machine.
    expect(seconds).toBeLessThan(30);
    expect(await memory).toBeLessThan(1e9);
    expect(readdirSync(dataDir).filter((name) => name.endsWith(".gpkg"))).toEqual([]);
  },
  120_000,
);

test("a value of 12 MB in an extract", async () => {
  const digits = Buffer.alloc(12e6);
  // Text that deflates to more than 1/400 of its size; otherwise it would be taken for a zip bomb.
  for (let i = 0, state = 1; i < digits.length; i++) {
    state = (state * 48_271) % 2_147_483_647;
    digits[i] = 97 + (state % 16);
  }
  const spec = withXml("OPR", "<Objecten:naam>", Buffer.concat([Buffer.from("<Objecten:naam>"), digits]));
  const path = writeExtractTo(join(folder, "value.zip"), spec);
  const names = join(folder, "names.csv");
  writeFileSync(names, NAMES_CSV);
  const data = mkdtempSync(join(folder, "data-"));
  const child = start([BAKEN, "import", path, "--gemeenten", names, "--data", data]);
  const memory = watchMemory(child);
  const { exitCode, stderr } = await collectOutcome(child);
  expect([exitCode, stderr.trimEnd().split("\n").at(-1)]).toEqual([
    1,
    expect.stringMatching(
      /^baken: value\.zip > .*: byte \d+: a value of 12\d{6} bytes; at most 8388608 are accepted$/,
    ),
  ]);
  expect(await memory).toBeLessThan(1e9);
}, 120_000);
