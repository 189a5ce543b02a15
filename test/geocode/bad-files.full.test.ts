/** Tests `baken geocode` with files that are no tables, and with disks that are full: a clear error, nothing left behind. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { makeZip } from "../support/extracts/zip-maker.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";
import { listAddresses, toPostcodeCsv } from "../support/tables/weesp-addresses.ts";

let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await makeWeespFolder();
}, 120_000);
afterAll(() => rmSync(dataDir, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-geocode-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MEGABYTE = 1024 * 1024;
/** Megabytes of the line without an end; the reader stops at the first. */
const LINE_MB = Number(process.env.TEST_LINE_MB ?? 8);

/** Names of files, their bytes, further arguments, and the expected message. */
const FILES: Record<string, [bytes: () => Uint8Array, message: RegExp, args?: string[]]> = {
  "binary.csv": [
    () => Buffer.from("Postcode;Nr\n\0\u0001\u0002;\0\0"),
    /is a binary file; expected CSV or xlsx/,
  ],
  "line.csv": [() => Buffer.alloc(LINE_MB * MEGABYTE, "a"), /line 1.*1,048,576 characters/s],
  "wide.csv": [() => Buffer.from(`${"a;".repeat(4_999)}a\n`), /line 1: has more than 1,?000 columns/],
  "utf8.csv": [
    () => Buffer.from([...Buffer.from("Straat;Nr\nZoë;1\nCaf"), 0xe9, ...Buffer.from(";2\n")]),
    /line 3: has bytes that are not utf-8/,
  ],
  "asked.csv": [
    () => Buffer.from("Straat;Nr\nCaf\xe9;1\n", "latin1"),
    /line 2: has bytes that are not utf-8/,
    ["--encoding", "utf-8"],
  ],
  "bomb.xlsx": [makeBomb, /bomb|too large|inflate/i],
  "points.gpkg": [
    () => Buffer.from(`SQLite format 3\0${"\0".repeat(500)}`),
    /is an SQLite database or GeoPackage\. Convert it with GDAL: ogr2ogr -f CSV addresses\.csv addresses\.gpkg -lco GEOMETRY=AS_XY/,
  ],
  // Known by its content, whatever its name says.
  "parquet.csv": [
    () => Buffer.from("PAR1\x15\0\x15"),
    /is a Parquet or GeoParquet file\. Convert it with GDAL: ogr2ogr -f CSV addresses\.csv addresses\.parquet -lco GEOMETRY=AS_XY/,
  ],
  "points.geojson": [
    () => Buffer.from('{"type":"FeatureCollection","features":[]}'),
    /is JSON.*ogr2ogr -f CSV addresses\.csv addresses\.geojson/,
  ],
  "empty.csv": [() => Buffer.alloc(0), /is empty/],
  "none.csv": [() => Buffer.from("kleur;maat\nrood;12\nblauw;14\n"), /Say which column is which/],
};

/** A sheet of a gigabyte of spaces in a megabyte. */
function makeBomb(): Buffer {
  const sheet = deflateRawSync(Buffer.alloc(400 * MEGABYTE, " "));
  const part = (name: string, text: string) => ({ name, content: Buffer.from(text) });
  return makeZip([
    part("[Content_Types].xml", "<Types/>"),
    part(
      "xl/workbook.xml",
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    {
      name: "xl/worksheets/sheet1.xml",
      content: Buffer.from(""),
      claims: { sizeBytes: 400 * MEGABYTE, compressedBytes: sheet.length },
      damage: () => sheet,
    },
  ]);
}

test.each(Object.keys(FILES))("%s is refused", async (name) => {
  const [bytes, message, args = []] = FILES[name]!;
  writeFileSync(join(folder, name), bytes());
  const { exitCode, stderr, stdout } = await runBaken([
    "geocode",
    join(folder, name),
    "--data",
    dataDir,
    ...args,
  ]);
  expect(stderr).toMatch(message);
  expect(stderr).toContain(name === "none.csv" ? "No columns" : name);
  expect(stdout).toBe("");
  expect(exitCode).toBe(1);
  expect(readdirSync(folder)).toEqual([name]);
});

test("a folder or a missing file is refused", async () => {
  for (const input of [folder, join(folder, "weg.csv")]) {
    const { exitCode, stderr } = await runBaken(["geocode", input, "--data", dataDir]);
    expect(stderr).toContain(input);
    expect(exitCode).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  }
});

describe.skipIf(!canMountDisks("full disks"))("a full disk", () => {
  test("keeps the rows that fit, and says how to go on", async () => {
    const input = join(folder, "klanten.csv");
    writeFileSync(input, toPostcodeCsv(listAddresses(dataDir)));
    const usedBytes = Number(Bun.spawnSync(["du", "-sb", dataDir]).stdout.toString().split("\t")[0]);
    const mount = join(folder, "disk");
    // A tenth of it stays free.
    const disk = { sizeBytes: Math.ceil((usedBytes + 2 * MEGABYTE) / 0.9), mount, dataDir };
    const { stdout, message } = runOnDisk(disk, ["geocode", input, "--out", join(mount, "uit.csv")]);
    expect(message).toMatch(
      /^baken: .*uit\.csv cannot be used: .*space.*Free some space on the disk of \S+\.$/,
    );
    expect(stdout).toContain("exit 1");
    expect(stdout).toContain("uit.csv.unfinished");
    expect(stdout).not.toMatch(/uit\.csv$/m);
  });
});
