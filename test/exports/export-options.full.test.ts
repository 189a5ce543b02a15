/** Options of `./baken export` that make no sense, and their messages; exports that end early. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { until } from "../support/processes/until.ts";

setDefaultTimeout(60_000);

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
    "--type cannot be used with --what buildings, which takes --provincie-naam,",
  ],
  [
    ["--what", "areas", "--gemeente-code", "0457"],
    "--gemeente-code cannot be used with --what areas, which takes --postcode-area, --box, --polygon.",
  ],
  [["--formulas", "keep", "--format", "json"], "--formulas is for csv; json keeps every text unchanged."],
  [["--polygon", "/"], "--polygon /: It cannot be read: "],
  [
    ["--out", "/tmp/adressen.ODS"],
    "/tmp/adressen.ODS: of spreadsheets only .xlsx is written; the name may end in .csv, .xlsx,",
  ],
  [
    ["--columns", "postcode,huisnr"],
    '--columns: addresses have no column "huisnr"; they have nummeraanduiding_id,',
  ],
  [["--columns", "postcode, postcode"], "--columns: postcode is named twice."],
  [["--columns", ""], '--columns: addresses have no column ""'],
  [["--crs", "rd"], "--crs is for geometries; addresses as csv have none."],
  [["--crs", "rd", "--what", "streets", "--format", "geojson"], "--crs is for geometries; streets"],
  [["--crs", "wgs84", "--format", "gpkg"], "--crs wgs84 is for geojson and parquet; a gpkg is in RD."],
  [["--crs", "utm", "--format", "geojson"], "--crs must be one of wgs84, rd"],
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

describe("an export that ends early", () => {
  let large: string;
  beforeAll(async () => {
    large = await makeDemoFolder(20_000);
  });
  afterAll(() => rmSync(large, { recursive: true }));

  const exportTo = (out: string) => start([BAKEN, "export", "--data", large, "--out", out]);

  /** Starts an export; returns it when its folder holds the draft and the folder of the GeoPackage. */
  async function startExport(out: string) {
    const child = exportTo(out);
    const outcome = collectOutcome(child);
    const unfinished = `${out}.unfinished`;
    await until(
      () => existsSync(unfinished) && readdirSync(unfinished).some((name) => name.startsWith("scratch-")),
    );
    return { child, outcome };
  }

  function makeOutFolder(name: string): string {
    const folder = join(large, name);
    mkdirSync(folder);
    return folder;
  }

  test.each(["SIGINT", "SIGTERM"] as const)("by %s leaves nothing behind", async (signal) => {
    const folder = makeOutFolder(signal);
    const { child, outcome } = await startExport(join(folder, "all.gpkg"));
    child.kill(signal);
    expect((await outcome).stderr).toContain("baken: Stopped.");
    expect([child.signalCode, readdirSync(folder)]).toEqual([signal, []]);
  });

  test("by kill -9 leaves a folder that the next export to the file removes, and no other at the time", async () => {
    const folder = makeOutFolder("killed");
    const out = join(folder, "all.gpkg");
    const { child, outcome } = await startExport(out);
    expect(await collectOutcome(exportTo(out))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`Another command is writing ${out}`),
    });
    child.kill("SIGKILL");
    await outcome;
    expect(readdirSync(folder)).toEqual(["all.gpkg.unfinished"]);
    expect(await collectOutcome(exportTo(out))).toMatchObject({ exitCode: 0 });
    expect(readdirSync(folder)).toEqual(["all.gpkg"]);
  });

  test("leaves what is no export's, and a file that appears meanwhile", async () => {
    const folder = makeOutFolder("mine");
    const out = join(folder, "all.gpkg");
    const journal = join(folder, "all.gpkg.unfinished", "journal.ndjson");
    mkdirSync(dirname(journal));
    for (const lock of ["lock", "other"]) {
      writeFileSync(join(dirname(journal), lock), "");
      writeFileSync(journal, "rows");
      expect(await collectOutcome(exportTo(out))).toMatchObject({ exitCode: 1 });
      expect(readFileSync(journal, "utf8")).toBe("rows");
      rmSync(join(dirname(journal), lock));
    }
    rmSync(dirname(journal), { recursive: true });
    const { outcome } = await startExport(out);
    writeFileSync(out, "mine");
    expect(await outcome).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("has appeared meanwhile"),
    });
    expect([readFileSync(out, "utf8"), readdirSync(folder)]).toEqual(["mine", ["all.gpkg"]]);
  });
});

test.skipIf(!hasProgram("script", "bsdutils"))("a terminal shows how far an export is", () => {
  const command = `${BAKEN} export --data ${dataDir} --out ${join(dataDir, "shown.gpkg")}`;
  const { stdout, exitCode } = Bun.spawnSync(["script", "-qec", command, "/dev/null"]);
  expect(exitCode).toBe(0);
  expect(stdout.toString()).toMatch(/export addresses +[█░]{24} +\d+ % {2}\d+ addresses\/s/);
});
