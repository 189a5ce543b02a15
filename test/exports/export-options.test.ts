/** Options of `./baken export` that make no sense, and what their messages say; exports that a signal stops. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDemoFolder(2_000);
}, 60_000);
afterAll(() => rmSync(dataDir, { recursive: true }));

const run = (...args: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([BAKEN, "export", "--data", dataDir, ...args]);
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
};
const file = (name: string, content: string) => {
  const path = join(dataDir, name);
  writeFileSync(path, content);
  return path;
};

test("keeps formulas on request", () => {
  expect(run("--formulas", "keep", "--what", "cities").stdout).toStartWith("identificatie,naam,");
});

test.each([
  [["--box", "5,52,6"], "--box must be four numbers: west,south,east,north, not"],
  [["--box", "6,52,5,53"], "--box must be west,south,east,north, with west below east"],
  [["--box", "52,5,53,6"], "--box must be in the Netherlands, longitudes first"],
  [["--box", "1000,2000,3000,4000"], "--box must be in degrees or in RD metres"],
  [["--polygon", "/nonexistent.geojson"], "--polygon /nonexistent.geojson: It does not exist."],
  [
    ["--what", "buildings", "--type", "ligplaats"],
    "--type does not apply to buildings, which take --provincie-naam,",
  ],
  [
    ["--what", "areas", "--gemeente-code", "0457"],
    "--gemeente-code does not apply to areas, which take --postcode-area, --box, --polygon.",
  ],
  [["--formulas", "keep", "--format", "json"], "--formulas is for csv; json keeps every text as it is."],
  [["--polygon", "/"], "--polygon /: It cannot be read: "],
  [
    ["--out", "/tmp/adressen.XLSX"],
    "/tmp/adressen.XLSX: no spreadsheet is written here; the name may end in .csv,",
  ],
  [["--what", "houses"], "--what must be one of addresses, buildings,"],
])("%j exits 1 and says what is expected", (args, message) => {
  const { exitCode, stderr } = run(...args);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test.each([
  ["no JSON", "{", "It is not JSON: "],
  [
    "an open ring",
    '{"type":"Polygon","coordinates":[[[5,52],[5.1,52],[5.1,52.1],[5,52.2]]]}',
    "is not closed",
  ],
])("a polygon file with %s is refused", (_, content, message) => {
  const { exitCode, stderr } = run("--polygon", file("bad.geojson", content));
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test.each(["SIGINT", "SIGTERM"] as const)("an export that %s stops leaves nothing behind", async (signal) => {
  const large = await makeDemoFolder(20_000);
  const folder = join(large, "out");
  mkdirSync(folder);
  const child = start([BAKEN, "export", "--data", large, "--out", join(folder, "all.gpkg")]);
  const outcome = collectOutcome(child);
  // The unfinished file, and the folder in which the GeoPackage is made.
  await until(() => readdirSync(folder).length === 2);
  child.kill(signal);
  expect((await outcome).stderr).toContain("baken: Stopped.");
  expect([child.signalCode, readdirSync(folder)]).toEqual([signal, []]);
  rmSync(large, { recursive: true });
});
