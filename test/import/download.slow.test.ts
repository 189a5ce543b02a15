/** Tests `./baken import --download` against a local server built like PDOK's, which serves a small country. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadSources } from "../../src/import/download/download-sources.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { makeZip } from "../support/extracts/zip-maker.ts";
import { type CommandOutcome, collectOutcome, startImport } from "../support/processes/baken-process.ts";
import { openCurrent } from "../support/registries/read-registry.ts";
import type { ServedResponse } from "../support/servers/download-server.ts";
import { AREAS, CBS_AREAS, DownloadSite, EXTRACT, gpkgOf, PC4 } from "../support/servers/download-site.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-import-download-"));
const dataDir = join(folder, "data");
const site = new DownloadSite();
const { server, handlers } = site;
const { gemeenten: gemeentenCsv } = await site.serveCountry(folder);
afterAll(() => {
  server.stop();
  rmSync(folder, { recursive: true });
});

const SOURCES = () => [
  "--extract-source",
  `${server.origin}/bag/atom/moved.xml,${server.origin}/bag/atom/bag.xml`,
  "--gemeenten-source",
  `${server.origin}/gebieden/atom/index.xml`,
  "--pc4-source",
  server.origin + PC4,
  "--cbs-areas-source",
  `${server.origin}/cbs/atom/index.xml`,
];

function start(...args: string[]) {
  server.requests.length = 0;
  return startImport(["--download", ...SOURCES(), ...args]);
}

async function run(...args: string[]): Promise<CommandOutcome> {
  return await collectOutcome(start("--data", dataDir, ...args));
}

function readRegistry(from: string) {
  const db = openCurrent(from);
  const [adressen] = db.query<{ n: number }, []>("SELECT count(*) AS n FROM adres").all();
  const gemeente = db.query<{ naam: string; boundary_source: string }, []>(
    "SELECT naam, boundary_source FROM gemeente ORDER BY fid LIMIT 1",
  );
  const labels = db.query<{ label: string }, []>(
    "SELECT DISTINCT boundary_source AS label FROM postcodegebied ORDER BY 1",
  );
  const areas = db.query<{ inBuurt: number; regios: number }, []>(
    "SELECT count(buurt_id) AS inBuurt, (SELECT count(*) FROM veiligheidsregio) AS regios FROM adres",
  );
  const found = {
    adressen: adressen!.n,
    gemeente: gemeente.get(),
    pc4: labels.all().map(({ label }) => label),
    areas: areas.get(),
  };
  db.close();
  return found;
}

const COUNTRY = {
  adressen: 400,
  gemeente: { naam: "Schaapveld (Kadaster)", boundary_source: "BestuurlijkeGebieden_2026" },
  pc4: ["afgeleid van BAG-adressen", "cbs_pc4_2024_v1"],
  areas: { inBuurt: 400, regios: 1 },
};

test("finds the newest files through the feeds, also when connections break off, and imports them", async () => {
  site.faults = [
    { path: "/bag/atom/bag.xml", makeResponse: (usual) => ({ ...usual, closeAfterBytes: 100 }) },
    { path: EXTRACT, makeResponse: (usual) => ({ ...usual, closeAfterBytes: 60_000 }) },
    { path: EXTRACT, makeResponse: () => ({ status: 503 }) },
    { path: EXTRACT, makeResponse: (usual) => ({ ...usual, closeAfterBytes: 60_000 }) },
  ];
  const { exitCode, stderr, stdout } = await run();
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toContain("is now the current registry");
  expect(stderr).toMatch(/^download lvbag-extract-nl\.zip +0\.\d MB in/m);
  expect(readRegistry(dataDir)).toEqual(COUNTRY);
  expect(readdirSync(join(dataDir, "downloads/extract")).sort()).toEqual([
    "lvbag-extract-nl.zip",
    "lvbag-extract-nl.zip.json",
  ]);
  const ranges = server.requests
    .filter(({ path }) => path === EXTRACT)
    .map(({ headers }) => headers.get("range"));
  expect(ranges).toEqual([undefined, "bytes=60000-", "bytes=60000-", "bytes=120000-"]);
});

test("fetches nothing that is unchanged", async () => {
  const before = statSync(join(dataDir, "downloads/extract/lvbag-extract-nl.zip")).ino;
  const { exitCode, stderr } = await run("--gemeenten", gemeentenCsv);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stderr.match(/is unchanged/g)).toHaveLength(4);
  expect(statSync(join(dataDir, "downloads/extract/lvbag-extract-nl.zip")).ino).toBe(before);
  // Given names take precedence over downloaded ones.
  expect(readRegistry(dataDir)).toMatchObject({ gemeente: { naam: "Schaapveld" } });
});

test.each<[string, string, (usual: ServedResponse) => ServedResponse, RegExp]>([
  [
    "an error page",
    EXTRACT,
    () => ({ status: 200, body: "<html>Onderhoud</html>" }),
    /the extract file: http.*begins with "<html>.*expected zip \(--extract-source sets its address\)/,
  ],
  [
    "a redirect elsewhere",
    EXTRACT,
    () => ({ status: 301, headers: { location: "http://10.0.0.1/x.zip" } }),
    /10\.0\.0\.1\/x\.zip is not at one of the sources/,
  ],
  ["nothing", EXTRACT, () => ({ status: 404 }), /the extract file: .*answered 404/],
])(
  "given %s, ends with one clear line and leaves what serves",
  async (_what, path, makeResponse, message) => {
    const before = readFileSync(join(dataDir, "current"), "utf8");
    site.faults = [{ path, makeResponse }];
    const { exitCode, stderr, stdout } = await run();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^baken: cannot download /);
    expect(stderr).toMatch(message);
    expect(readFileSync(join(dataDir, "current"), "utf8")).toBe(before);
  },
);

const HULLS = { ...COUNTRY, pc4: ["afgeleid van BAG-adressen"] };
/** Expected gemeenten without a download: names of the previous registry, borders derived. */
const UNIONS = {
  ...COUNTRY,
  gemeente: { ...COUNTRY.gemeente, boundary_source: "afgeleid van BAG-woonplaatsen" },
};
const NO_AREAS = { ...COUNTRY, areas: { inBuurt: 0, regios: 0 } };
const zipped = (name: string, content: Buffer): ServedResponse => ({
  status: 200,
  body: makeZip([{ name, content }]),
});

describe("an import without an unavailable companion file succeeds and reports it, given", () => {
  const unchangedFolder = join(folder, "companions");
  beforeAll(async () => void (await collectOutcome(start("--data", unchangedFolder))));

  test.each<[string, string, ServedResponse, typeof COUNTRY, RegExp]>([
    ["no borders of PC4 areas", PC4, { status: 404 }, HULLS, /the pc4 file: .*answered 404/],
    ["another type", PC4, { status: 200, body: "a;b\n" }, HULLS, /expected GeoPackage or zip or GeoJSON/],
    ["a zip without areas", PC4, zipped("a.csv", Buffer.from("a")), HULLS, /holds 0 GeoPackages/],
    [
      "a damaged GeoPackage",
      PC4,
      zipped("cbs.gpkg", Buffer.from(`SQLite format 3\0${"x".repeat(4000)}`)),
      HULLS,
      /cbs\.gpkg cannot be read as a GeoPackage/,
    ],
    ["an unknown layer", PC4, zipped("cbs.gpkg", gpkgOf("x", ["y"], [[1]])), HULLS, /contains no boundaries/],
    ["no gemeenten", AREAS, { status: 404 }, UNIONS, /the gemeenten file: .*answered 404/],
    ["no gemeenten in its feed", "/gebieden/atom/index.xml", { status: 404 }, UNIONS, /answered 404/],
    [
      "no areas of CBS",
      CBS_AREAS,
      { status: 404 },
      NO_AREAS,
      /buurt, wijk .*the cbs-areas file: .*answered 404/,
    ],
    [
      "gemeenten in another layout",
      AREAS,
      { status: 200, body: gpkgOf("x", ["y"], [[1]]) },
      UNIONS,
      /names no gemeente.*contains no boundaries/,
    ],
  ])("%s", async (_what, path, response, expected, reason) => {
    const folderOfCase = join(folder, "companion");
    rmSync(folderOfCase, { recursive: true, force: true });
    cpSync(unchangedFolder, folderOfCase, { recursive: true });
    rmSync(join(folderOfCase, "downloads"), { recursive: true });
    site.faults = [{ path, makeResponse: () => response }];
    const { exitCode, stderr, stdout } = await collectOutcome(start("--data", folderOfCase));
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stdout).toContain("is now the current registry");
    const notice = stderr.split("\n").find((line) => /^noticed .*are not available/.test(line));
    expect(notice).toMatch(reason);
    expect(readRegistry(folderOfCase)).toEqual(expected);
  });
});

test("a companion's server that stays silent is given up after some tries", async () => {
  const silent = (usual: ServedResponse): ServedResponse => ({
    ...usual,
    closeAfterBytes: 0,
    staysOpen: true,
  });
  handlers.set("/silent.zip", () => silent({ status: 200, body: "x" }));
  const sources = {
    extractSource: [server.origin + EXTRACT],
    gemeentenSource: [],
    pc4Source: [`${server.origin}/silent.zip`],
    cbsAreasSource: [],
  };
  const options = { dataDir: join(folder, "silent"), sources, idleMs: 50, retryMs: 1 };
  const { paths, boundaries, downloaded } = await downloadSources(options, silentProgress);
  expect(paths).toHaveLength(1);
  expect({ boundaries, files: [...downloaded.files] }).toEqual({ boundaries: [], files: [] });
  expect(downloaded.missing).toEqual([
    { companion: "pc4", reason: expect.stringContaining("gave up after") },
  ]);
});

test("without names from anywhere the import names the gemeente, and says what could not be had", async () => {
  site.faults = [{ path: AREAS, makeResponse: () => ({ status: 404 }) }];
  const { exitCode, stderr } = await collectOutcome(start("--data", join(folder, "nameless")));
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/cannot download the gemeenten file: .*answered 404.*; continuing without it/);
  expect(stderr).toMatch(/gemeente \d{4} .*--gemeenten FILE/);
});

test("killed in the middle, it goes on from there", async () => {
  const other = join(folder, "killed");
  site.faults = [
    { path: EXTRACT, makeResponse: (usual) => ({ ...usual, closeAfterBytes: 90_000, staysOpen: true }) },
  ];
  const child = start("--data", other);
  const part = join(other, "downloads/extract/lvbag-extract-nl.zip.part");
  for (let size = 0; size < 90_000; await Bun.sleep(10)) {
    size = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  }
  child.kill("SIGKILL");
  await child.exited;
  const { exitCode, stderr } = await collectOutcome(start("--data", other));
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(server.requests.find(({ path }) => path === EXTRACT)!.headers.get("range")).toBe("bytes=90000-");
  expect(readRegistry(other)).toEqual(COUNTRY);
});

test("sources can be left out", async () => {
  const other = join(folder, "bare");
  const without = ["gemeenten", "pc4", "cbs-areas"].flatMap((source) => [`--${source}-source`, "none"]);
  const { exitCode, stderr } = await collectOutcome(
    start(...without, "--data", other, "--gemeenten", gemeentenCsv),
  );
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(readRegistry(other)).toEqual({
    adressen: 400,
    gemeente: { naam: "Schaapveld", boundary_source: "afgeleid van BAG-woonplaatsen" },
    pc4: ["afgeleid van BAG-adressen"],
    areas: { inBuurt: 0, regios: 0 },
  });
});

test("files and --download exclude each other, and one is needed", async () => {
  for (const args of [["x.zip"], []]) {
    const child = args.length > 0 ? start(...args) : startImport([]);
    const { exitCode, stderr } = await collectOutcome(child);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1 });
    expect(stderr).toContain("Expected <file-or-folder>…, or --download");
  }
});
