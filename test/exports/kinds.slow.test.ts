/** Every kind of today in every format: counts and sums against SQL on the registry, read back by DuckDB and GDAL. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { ExportFormat } from "../../src/exports/formats.ts";
import { type ExportWhat, KINDS } from "../../src/exports/kinds/index.ts";
import { writeExport } from "../../src/exports/write-export.ts";
import { openRegistry, type Registry } from "../../src/registry/file/open-registry.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { hasProgram } from "../support/processes/find-program.ts";

type TodayWhat = Exclude<ExportWhat, `${string}_history`>;

/** SQL on the registry for the expected totals of each kind: number of rows, and sums of columns by name. */
const SUMS: Readonly<Record<TodayWhat, string>> = {
  addresses: `SELECT count(*) AS n, sum(huisnummer) AS huisnummer, sum(oppervlakte) AS oppervlakte,
    sum(bouwjaar) AS bouwjaar, sum(latitude) AS latitude, sum(longitude) AS longitude, count(postcode) AS "#postcode",
    count(huisletter) AS "#huisletter", count(pand_id) AS "#pand_id" FROM adres`,
  buildings: `SELECT count(*) AS n, sum(bouwjaar) AS bouwjaar, sum(adres_count) AS address_count,
    sum(verblijfsobject_count) AS residence_count, count(eind_geldigheid) AS "#eind_geldigheid" FROM pand`,
  residences: `SELECT count(*) AS n, sum(oppervlakte) AS oppervlakte, sum(latitude) AS latitude,
    count(pand_id) AS "#pand_id" FROM verblijfsobject`,
  streets: `SELECT count(*) AS n, sum(adres_count) AS address_count, count(verkorte_naam) AS "#verkorte_naam"
    FROM openbare_ruimte`,
  cities: `SELECT count(*) AS n, sum(adres_count) AS address_count, sum(pand_count) AS building_count FROM woonplaats`,
  municipalities: `SELECT count(*) AS n, sum(adres_count) AS address_count, sum(woonplaats_count) AS city_count
    FROM gemeente`,
  areas: "SELECT count(*) AS n, sum(adres_count) AS address_count FROM postcodegebied",
};

const TABLES = {
  addresses: "adres",
  buildings: "pand",
  residences: "verblijfsobject",
  cities: "woonplaats",
  municipalities: "gemeente",
  areas: "postcodegebied",
} as const;

type Sums = Record<string, number>;

let dataDir: string;
let registry: Registry;
let snapshot: Snapshot;
beforeAll(async () => {
  dataDir = await makeWeespFolder();
  registry = openRegistry(dataDir);
  snapshot = registry.current()!;
  mkdirSync(join(dataDir, "files"));
}, 60_000);
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
});

async function exportFile(what: TodayWhat, format: ExportFormat): Promise<string> {
  const path = join(dataDir, "files", `${what}.${format}`);
  const file = Bun.file(path).writer();
  const write = async (bytes: Uint8Array) => file.write(bytes.slice());
  const records = await writeExport(
    snapshot,
    { what, filter: {}, format },
    { write, makeScratchFolder: () => mkdtempSync(join(dataDir, "scratch-")) },
  );
  await file.end();
  expect(records).toBe(expectedSums(what).n!);
  return path;
}

function expectedSums(what: TodayWhat): Sums {
  return snapshot.db.query<Sums, []>(SUMS[what]).get()!;
}

/** Returns the SQL select list for the sums of SUMS. */
function selectionOf(what: TodayWhat, cast: (name: string) => string): string {
  return Object.keys(expectedSums(what))
    .map((name) => {
      if (name === "n") {
        return "count(*) AS n";
      }
      return name.startsWith("#") ? `count(${name.slice(1)}) AS "${name}"` : `${cast(name)} AS ${name}`;
    })
    .join(", ");
}

/** Compares sums of decimals to the hundred-thousandth: engines add in other orders. */
function expectSums(found: Sums, what: TodayWhat): void {
  const expected = expectedSums(what);
  expect(Object.keys(found)).toEqual(Object.keys(expected));
  for (const [name, value] of Object.entries(expected)) {
    expect([name, Number(found[name])]).toEqual([name, expect.closeTo(value, 4)]);
  }
}

const READERS = {
  csv: (path: string) => `read_csv('${path}', all_varchar = true)`,
  json: (path: string) => `read_json('${path}', format = 'array')`,
  parquet: (path: string) => `'${path}'`,
} as const;

async function queryDuckDb(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const rows = await connection.runAndReadAll(sql);
  const objects = rows.getRowObjectsJS();
  connection.closeSync();
  instance.closeSync();
  return objects;
}

describe.each((Object.keys(SUMS) as TodayWhat[]).map((what) => [what]))("%s", (what) => {
  test.each(["csv", "json", "parquet"] as const)(
    "as %s have the registry's sums for DuckDB",
    async (format) => {
      const source = READERS[format](await exportFile(what, format));
      const [columns] = await queryDuckDb(`SELECT * FROM ${source} LIMIT 1`);
      const names = Object.keys(columns!).filter((name) => !["geometry", "bbox"].includes(name));
      expect(names).toEqual(Object.keys(KINDS[what].columns));
      const sums = selectionOf(what, (name) => `sum(CAST(${name} AS DOUBLE))`);
      const [found] = await queryDuckDb(`SELECT ${sums} FROM ${source}`);
      expectSums(found as Sums, what);
    },
  );

  test.skipIf(!hasProgram("ogr2ogr", "gdal-bin")).each(["geojson", "gpkg"] as const)(
    "as %s have them for GDAL",
    async (format) => {
      const path = await exportFile(what, format);
      const sums = selectionOf(what, (name) => `sum(${name})`);
      const { stdout, stderr } = Bun.spawnSync([
        "ogr2ogr",
        "-f",
        "CSV",
        "/vsistdout/",
        path,
        "-dialect",
        "SQLite",
        "-sql",
        `SELECT ${sums} FROM "${what}"`,
      ]);
      expect(stderr.toString()).not.toContain("ERROR");
      const [names = "", values = ""] = stdout.toString().trim().split(/\r?\n/);
      const parts = values.split(",").map((text) => Number(text.replaceAll('"', "")));
      const found = names.split(",").map((name, i) => [name.replaceAll('"', ""), parts[i]!] as const);
      expectSums(Object.fromEntries(found), what);
    },
  );
});

describe.skipIf(!hasProgram("ogrinfo", "gdal-bin"))("geometries", () => {
  test.each(Object.entries(TABLES))("of %s have the extent of the registry's %s", (what, table) => {
    const read = (path: string, layer: string) => {
      const text = Bun.spawnSync(["ogrinfo", "-so", path, layer]).stdout.toString();
      return /Extent: \((.*), (.*)\) - \((.*), (.*)\)/.exec(text)?.slice(1).map(Number);
    };
    const positions = snapshot.db
      .query<Record<string, number>, []>(
        `SELECT min(minx) AS west, min(miny) AS south, max(maxx) AS east, max(maxy) AS north
         FROM rtree_${table === "verblijfsobject" ? "adres" : table}_geom`,
      )
      .get()!;
    const [west, south, east, north] = read(join(dataDir, "files", `${what}.gpkg`), what)!;
    // Boxes of the registry's trees are float32; a ligplaats is a polygon there and a point here.
    const tolerance = what === "addresses" || what === "residences" ? 60 : 0.1;
    for (const [found, expected] of [
      [west, positions.west],
      [south, positions.south],
      [east, positions.east],
      [north, positions.north],
    ]) {
      expect(Math.abs(found! - expected!)).toBeLessThan(tolerance);
    }
  });

  test("of buildings have the registry's total area and are valid", () => {
    const area = (path: string, layer: string) =>
      Bun.spawnSync([
        "ogr2ogr",
        "-f",
        "CSV",
        "/vsistdout/",
        path,
        "-dialect",
        "SQLite",
        "-sql",
        `SELECT count(*) AS n, round(sum(ST_Area(geom)), 2) AS area FROM ${layer}`,
      ]).stdout.toString();
    expect(area(join(dataDir, "files", "buildings.gpkg"), "buildings")).toBe(area(snapshot.path, "pand"));
  });
});
