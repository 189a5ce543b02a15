/**
 * Buurten and wijken of Weesp and of a fictitious country, from maps in CBS's form made by hand: compared with a brute
 * force test of every address against every polygon of its gemeente.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/base/sqlite.ts";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import { KINDS } from "../../src/exports/kinds/index.ts";
import { type Box, type Geometry, polygonsOf, type Ring } from "../../src/geo/geometry.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { type ImportResult, runImport } from "../../src/import/run-import.ts";
import { lookupAddress } from "../../src/mcp/tools/addresses.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { createRegion } from "../../src/registry/index/region.ts";
import { type AdresFilter, checkFilter } from "../../src/registry/read/adres-filter.ts";
import { findAdres } from "../../src/registry/read/adressen.ts";
import { makeTile } from "../../src/tiles/make-tile.ts";
import { describeTiles } from "../../src/tiles/tilejson.ts";
import { generateDemo } from "../../tools/country/generate-demo.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { writeAreaLayers } from "../support/extracts/area-layers.ts";
import {
  gridBuurten,
  type MadeBuurt,
  nameOfWijk,
  writeGebiedsindelingen,
  writeWijkBuurtkaart,
} from "../support/extracts/cbs-map.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import { planByNames } from "../support/plan-by-names.ts";
import { runBakenImport } from "../support/processes/baken-process.ts";
import { openCurrent } from "../support/registries/read-registry.ts";
import { readTile } from "../support/tiles/read-tile.ts";
import { tileAt } from "../support/tiles/tile-at.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-cbs-areas-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface PlacedAdres {
  readonly id: string;
  readonly gemeente: string;
  readonly x: number;
  readonly y: number;
  readonly buurt: string | null;
}

const ADRESSEN = `SELECT a.identificatie AS id, printf('%04d', w.gemeente_code) AS gemeente,
  a.rd_x AS x, a.rd_y AS y, b.code AS buurt
  FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id LEFT JOIN buurt b ON b.fid = a.buurt_id ORDER BY a.fid`;

function adressenOf(db: Database): PlacedAdres[] {
  return db.query<PlacedAdres, []>(ADRESSEN).all();
}

async function adressenOfFolder(made: Promise<string>): Promise<PlacedAdres[]> {
  const dataDir = await made;
  const db = openCurrent(dataDir);
  try {
    return adressenOf(db);
  } finally {
    db.close();
    rmSync(dataDir, { recursive: true });
  }
}

function gridsOf(adressen: readonly PlacedAdres[]): MadeBuurt[] {
  return [...Map.groupBy(adressen, ({ gemeente }) => gemeente)].flatMap(([gemeente, points]) =>
    gridBuurten(gemeente, points),
  );
}

/** Twice the area of the triangle of a side and a point; 0 on their line. */
function crossOf(ring: Ring, i: number, x: number, y: number): number {
  return (ring[i + 2]! - ring[i]!) * (y - ring[i + 1]!) - (ring[i + 3]! - ring[i + 1]!) * (x - ring[i]!);
}

/** Returns the distance to the nearest side, and 0 within: by winding numbers, whole polygon by whole polygon. */
function distanceTo(geometry: Geometry, x: number, y: number): number {
  let nearest = Infinity;
  for (const rings of polygonsOf(geometry)) {
    let windings = 0;
    for (const [number, ring] of rings.entries()) {
      let turns = 0;
      for (let i = 0; i + 3 < ring.length; i += 2) {
        const [y1, y2] = [ring[i + 1]!, ring[i + 3]!];
        const cross = crossOf(ring, i, x, y);
        turns += y1 <= y && y2 > y && cross > 0 ? 1 : y1 > y && y2 <= y && cross < 0 ? -1 : 0;
        nearest = Math.min(nearest, distanceToSide(ring, i, x, y));
      }
      windings += number === 0 ? Math.abs(turns) : -Math.abs(turns);
    }
    if (windings > 0) {
      return 0;
    }
  }
  return nearest;
}

function distanceToSide(ring: Ring, i: number, x: number, y: number): number {
  const [dx, dy] = [ring[i + 2]! - ring[i]!, ring[i + 3]! - ring[i + 1]!];
  const along = ((x - ring[i]!) * dx + (y - ring[i + 1]!) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, along));
  const distance = Math.hypot(x - ring[i]! - t * dx, y - ring[i + 1]! - t * dy);
  // Points are in millimetres, so smaller distances are rounding errors.
  return distance < 1e-6 ? 0 : distance;
}

/** Returns the code by the rule: the lowest code at distance 0, otherwise the nearest within 500 m. */
function bruteForce({ gemeente, x, y }: PlacedAdres, map: readonly MadeBuurt[]): string | null {
  const near = map
    .filter(({ code, water }) => water === "NEE" && code.slice(2, 6) === gemeente)
    .map(({ code, geometry }) => ({ code, distance: distanceTo(geometry, x, y) }))
    .filter(({ distance }) => distance <= 500)
    .sort((a, b) => a.distance - b.distance || (a.code < b.code ? -1 : 1));
  return near[0]?.code ?? null;
}

function checkAgainstBruteForce(adressen: readonly PlacedAdres[], map: readonly MadeBuurt[]): void {
  const wrong = adressen
    .map((adres) => ({ ...adres, expected: bruteForce(adres, map) }))
    .filter(({ buurt, expected }) => buurt !== expected);
  expect(wrong.slice(0, 5)).toEqual([]);
}

function importWeesp(name: string, boundaries: readonly string[]): Promise<ImportResult> {
  const dataDir = join(folder, name);
  return runImport(
    { paths: [WEESP], gemeenten: [GEMEENTEN], boundaries, dataDir, history: "none" },
    silentProgress,
  );
}

let weesp: PlacedAdres[];
let map: MadeBuurt[];
beforeAll(async () => {
  weesp = await adressenOfFolder(makeWeespFolder());
  map = gridsOf(weesp);
});

test("every address of Weesp has the buurt that a brute force test finds, also on borders and at waters", async () => {
  const kaart = writeWijkBuurtkaart(join(folder, "wijkenbuurten.gpkg"), 2021, map);
  const { report } = await importWeesp("weesp", [kaart]);
  const db = openCurrent(join(folder, "weesp"));
  const adressen = adressenOf(db);
  checkAgainstBruteForce(adressen, map);
  // Each case occurs.
  const land = map.filter(({ water }) => water === "NEE");
  const touching = ({ x, y }: PlacedAdres) => land.filter(({ geometry }) => distanceTo(geometry, x, y) === 0);
  const counts = Map.groupBy(adressen, (adres) => Math.min(touching(adres).length, 2));
  expect(counts.get(0)!.length).toBeGreaterThan(300);
  expect(counts.get(0)!.some(({ buurt }) => buurt !== null)).toBe(true);
  expect(counts.get(2)!.length).toBeGreaterThan(3);
  // Water and buurten of other gemeenten are left out; the wijk of each buurt is present.
  const stored = db.query("SELECT code FROM buurt ORDER BY fid").values().flat();
  expect(stored).toEqual([...new Set(land.map(({ code }) => code))].sort());
  expect(db.query("SELECT naam FROM wijk WHERE code = 'WK0457A3'").get()).toEqual({
    naam: nameOfWijk("WK0457A3"),
  });
  const counted = db
    .query("SELECT code, adres_count FROM buurt WHERE adres_count > 0 ORDER BY code")
    .values();
  const expected = Map.groupBy(adressen, ({ buurt }) => buurt);
  expected.delete(null);
  expect(counted).toEqual([...expected].map(([code, own]) => [code, own.length]).sort());
  db.close();
  expect(report.problems.filter(({ reason }) => reason.includes("buurt")).map(({ count }) => count)).toEqual(
    adressen.some(({ buurt }) => buurt === null)
      ? [adressen.filter(({ buurt }) => buurt === null).length]
      : [],
  );
});

test("a record tells its areas with include=areas only", () => {
  const registry = openRegistry(join(folder, "weesp"));
  const s = registry.current()!;
  const { id, buurt } = adressenOf(s.db).find(({ buurt: code }) => code === "BU0457A3F1")!;
  expect(findAdres(s, id, { areas: true })).toMatchObject({
    buurt_code: buurt,
    buurt_naam: "Buurt A3F1",
    wijk_code: "WK0457A3",
    wijk_naam: nameOfWijk("WK0457A3"),
    veiligheidsregio: null,
  });
  expect(Object.keys(findAdres(s, id)!).filter((name) => /buurt|wijk|regio/.test(name))).toEqual([]);
  expect(s.meta.buurtMap).toEqual({ year: 2021, source: "wijkenbuurten" });
  registry.close();
});

test("exports, the layer for analysts, geocoded rows, tools and tiles tell the areas of every address", () => {
  const registry = openRegistry(join(folder, "weesp"));
  const s = registry.current()!;
  const adressen = adressenOf(s.db);
  const expected = adressen.map(({ id, buurt }) => [id, buurt, buurt && `WK${buurt.slice(2, 8)}`]);
  const exported = [...KINDS.addresses.read(s, { filter: {}, region: undefined }, { order: "list" })]
    .flat()
    .map(({ record }) => record as Record<string, string | null>)
    .map((record) => [record.nummeraanduiding_id, record.buurt_code, record.wijk_code]);
  expect(exported.toSorted()).toEqual(expected);
  const rows = s.db
    .query("SELECT nummeraanduiding_id, buurt_code, wijk_code FROM address ORDER BY 1")
    .values();
  expect(rows).toEqual(expected);

  const { id, buurt } = adressen.find(({ buurt: code }) => code === "BU0457A3F1")!;
  const adres = findAdres(s, id)!;
  const plan = planByNames(["postcode", "huisnummer"], "cbs");
  const number = [adres.huisnummer, adres.huisletter, adres.huisnummertoevoeging].filter(Boolean).join("");
  const { values } = createRowGeocoder(s, plan)([adres.postcode!, number]);
  const added = plan.added.map(({ column }, i) => [column, values[i]]);
  expect(Object.fromEntries(added)).toEqual({
    result_match: "exact",
    result_buurt_code: buurt,
    result_buurt: "Buurt A3F1",
    result_wijk_code: "WK0457A3",
    result_wijk: nameOfWijk("WK0457A3"),
    result_veiligheidsregio: null,
  });
  const tool = lookupAddress.call(s, { postcode: adres.postcode, number });
  expect(tool.structuredContent).toMatchObject({ address: { buurt_code: buurt, stage: "standing" } });

  const { z, x, y } = tileAt(14, adres.latitude, adres.longitude);
  const layers = readTile(makeTile(s, z, x, y)!);
  const codesIn = (layer: string) => layers[layer]!.map(({ properties }) => String(properties.code));
  expect(codesIn("buurt")).toContain(buurt!);
  expect(new Set(codesIn("buurt").map((code) => `WK${code.slice(2, 8)}`))).toEqual(new Set(codesIn("wijk")));
  expect(layers.buurt!.find(({ properties }) => properties.code === buurt)!.properties.naam).toBe(
    "Buurt A3F1",
  );
  expect(describeTiles(s, []).attribution).toMatch(
    /Kadaster, 2021-10-15; .* 2021: CBS, Kadaster \(CC BY 4.0\)/,
  );
  registry.close();
});

test("an export of a buurt or wijk has its addresses, with other conditions and areas too", () => {
  const registry = openRegistry(join(folder, "weesp"));
  const s = registry.current()!;
  const all = adressenOf(s.db);
  const exported = (kind: "addresses" | "residences", filter: AdresFilter, box?: Box) => {
    const selection = { filter, region: createRegion(box === undefined ? {} : { rdBox: box }) };
    const rows = [...KINDS[kind].read(s, selection, { order: "list" })].flat();
    const ids = rows.map(({ record }) => (record as Record<string, string>)[ID_COLUMNS[kind]]!);
    return { ids: ids.sort(), count: KINDS[kind].count(s, selection) };
  };
  const buurtCode = "BU0457A3F1";
  const ofBuurt = all.filter(({ buurt }) => buurt === buurtCode).map(({ id }) => id);
  expect(ofBuurt.length).toBeGreaterThan(100);
  expect(exported("addresses", { buurtCode })).toEqual({ ids: ofBuurt, count: ofBuurt.length });
  const wijkCode = "WK0457A3";
  const ofWijk = all.filter(({ buurt }) => buurt?.startsWith("BU0457A3")).map(({ id }) => id);
  expect(exported("addresses", { wijkCode })).toEqual({ ids: ofWijk, count: ofWijk.length });
  expect(exported("addresses", { wijkCode, buurtCode, gemeenteCode: "0457" }).ids).toEqual(ofBuurt);
  expect(exported("addresses", { wijkCode, buurtCode: "BU0457A4F1" }).ids).toEqual([]);
  const { x, y } = all.find(({ id }) => id === ofBuurt[0])!;
  const box = { minX: x - 100, maxX: x + 100, minY: y - 100, maxY: y + 100 };
  const within = (adres: PlacedAdres) => Math.abs(adres.x - x) <= 100 && Math.abs(adres.y - y) <= 100;
  const near = all.filter((adres) => adres.buurt === buurtCode && within(adres)).map(({ id }) => id);
  expect(exported("addresses", { buurtCode }, box).ids).toEqual(near);
  const main = s.db
    .query<{ hoofdadres: string }, []>(
      "SELECT identificatie AS id, printf('%016d', hoofdadres_id) AS hoofdadres FROM verblijfsobject",
    )
    .all()
    .map(({ hoofdadres }) => hoofdadres);
  const residents = new Set(main);
  expect(exported("residences", { buurtCode }).ids).toEqual(ofBuurt.filter((id) => residents.has(id)));
  expect([...checkFilter(s, { buurtCode: "BU04570001", wijkCode: buurtCode }).unknown]).toEqual([
    ["buurtCode", "Use CBS's codes of 2021."],
    ["wijkCode", "Use CBS's codes of 2021."],
  ]);
  registry.close();
});

const ID_COLUMNS = {
  addresses: "nummeraanduiding_id",
  residences: "hoofdadres_nummeraanduiding_id",
} as const;

test("every address of a fictitious country has the buurt that a brute force test finds", async () => {
  const out = join(folder, "demo.zip");
  const { files } = await generateDemo({ addresses: 5_000, seed: 3, history: false, out });
  const given = { paths: [files.extract], gemeenten: [files.gemeenten], isDemo: true };
  const dataDir = join(folder, "demo");
  await runImport({ ...given, boundaries: [], dataDir, history: "none" }, silentProgress);
  const without = openCurrent(dataDir);
  const grids = gridsOf(adressenOf(without));
  without.close();
  const kaart = writeWijkBuurtkaart(join(folder, "demo.gpkg"), 2026, grids);
  await runImport({ ...given, boundaries: [kaart], dataDir, history: "none" }, silentProgress);
  const db = openCurrent(dataDir);
  const adressen = adressenOf(db);
  expect(new Set(adressen.map(({ gemeente }) => gemeente)).size).toBeGreaterThan(2);
  checkAgainstBruteForce(adressen, grids);
  db.close();
});

const AMSTELLAND = { code: "VR13", naam: "Amsterdam-Amstelland" };

test("Gebiedsindelingen give buurten of the not generalised layer, and veiligheidsregio's", async () => {
  const land = map.filter(({ water }) => water === "NEE");
  const register = [{ gemeente: "0457", ...AMSTELLAND }];
  const file = writeGebiedsindelingen(join(folder, "areas.gpkg"), 2020, { buurten: land, register });
  await importWeesp("register", [`CBS Gebiedsindelingen=${file}`]);
  const registry = openRegistry(join(folder, "register"));
  const s = registry.current()!;
  const adressen = adressenOf(s.db);
  checkAgainstBruteForce(adressen, land);
  const { id, buurt } = adressen.find((adres) => adres.buurt !== null)!;
  // Without a layer of wijken, their code is their name.
  const wijk = `WK${buurt!.slice(2, 8)}`;
  expect(findAdres(s, id, { areas: true })).toMatchObject({
    buurt_code: buurt,
    wijk_code: wijk,
    wijk_naam: wijk,
    veiligheidsregio: AMSTELLAND.naam,
  });
  expect(s.meta.buurtMap).toEqual({ year: 2020, source: "CBS Gebiedsindelingen" });
  registry.close();
});

test("a map of another year that lacks the gemeente gives none and says so; without a map nothing is known", async () => {
  // As of 2022 Weesp is part of Amsterdam, whose buurten cover it.
  const later = map.map((buurt) => ({ ...buurt, code: buurt.code.replace("0457", "0363") }));
  const kaart = writeWijkBuurtkaart(join(folder, "later.gpkg"), 2022, later);
  const { report } = await importWeesp("later", [kaart]);
  expect(report.problems.filter(({ reason }) => reason.includes("buurt"))).toEqual([
    {
      about: "gemeente",
      kind: "noticed",
      reason: "has no buurten in the map of CBS",
      count: 1,
      examples: ["0457"],
    },
  ]);
  const { dataDir, id } = { dataDir: join(folder, "later"), id: weesp[0]!.id };
  const without = await makeWeespFolder();
  for (const data of [dataDir, without]) {
    const registry = openRegistry(data);
    expect(findAdres(registry.current()!, id, { areas: true })).toMatchObject({
      buurt_code: null,
      buurt_naam: null,
      wijk_code: null,
      wijk_naam: null,
      veiligheidsregio: null,
    });
    registry.close();
  }
  rmSync(without, { recursive: true });
});

test("the command takes the year of a map from its label", async () => {
  const { code, naam, geometry } = map.find(({ water }) => water === "NEE")!;
  const layer = { name: "buurten", rows: [{ buurtcode: code, buurtnaam: naam }], geometries: [geometry] };
  const path = writeAreaLayers(join(folder, "undated.gpkg"), [layer]);
  const dataDir = join(folder, "undated");
  const importAs = (given: string) => runBakenImport([WEESP, "--boundaries", given, "--data", dataDir]);
  expect((await importAs(path)).stderr).toContain("does not tell the year of its buurten");
  expect(await importAs(`2021=${path}`)).toMatchObject({ exitCode: 0 });
  using db = openCurrent(dataDir);
  expect(db.query("SELECT value FROM registry WHERE key = 'buurt_year'").values()).toEqual([["2021"]]);
});
