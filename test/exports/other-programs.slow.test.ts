/** Exports as geopandas and GDAL of Debian and DuckDB read them: types, absent values, systems of coordinates. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Database } from "../../src/base/sqlite.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { canRun, hasProgram } from "../support/processes/find-program.ts";

setDefaultTimeout(60_000);

/** Debian's own, which has Debian's packages. */
const PYTHON = "/usr/bin/python3";
const HAS_GEOPANDAS = canRun([PYTHON, "-c", "import geopandas"], "python3-geopandas");
const HAS_GDAL = hasProgram("ogrinfo", "gdal-bin");

const folder = mkdtempSync(join(tmpdir(), "baken-readers-"));
let dataDir: string;
let db: Database;

beforeAll(async () => {
  dataDir = await makeWeespFolder();
  const name = readFileSync(join(dataDir, "current"), "utf8").trim();
  db = new Database(join(dataDir, name), { readonly: true });
});
afterAll(() => {
  db?.close();
  rmSync(folder, { recursive: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const numberOf = (sql: string) => Object.values(db.query<Record<string, number>, []>(sql).get()!)[0]!;

/** Exports to a file of this name; returns its path. */
function exportTo(name: string, ...args: string[]): string {
  const out = join(folder, name);
  const run = Bun.spawnSync([BAKEN, "export", "--data", dataDir, "--out", out, "--replace", ...args]);
  expect({ code: run.exitCode, err: run.stderr.toString() }).toMatchObject({ code: 0 });
  return out;
}

function runPython(script: string, ...args: string[]): string {
  const run = Bun.spawnSync([PYTHON, "-c", script, ...args]);
  expect({ code: run.exitCode, err: run.stderr.toString() }).toMatchObject({ code: 0 });
  return run.stdout.toString().trim();
}

async function askDuckDb(sql: string): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const result = await connection.runAndReadAll(sql);
  connection.disconnectSync();
  return result.getRowsJson().flat();
}

const IN_AREA = "SELECT count(*) FROM adres WHERE postcode LIKE '1382%'";

describe.skipIf(!HAS_GEOPANDAS)("geopandas", () => {
  test("reads addresses as GeoJSON, those without a gebruiksdoel too", () => {
    const file = exportTo("addresses.geojson", "--postcode-area", "1382");
    const script =
      "import geopandas, sys; f = geopandas.read_file(sys.argv[1], driver='GeoJSONSeq'); print(len(f), f.gebruiksdoel.isna().sum())";
    const without = numberOf(`${IN_AREA} AND gebruiksdoel IS NULL`);
    expect(without).toBeGreaterThan(0);
    expect(runPython(script, file)).toBe(`${numberOf(IN_AREA)} ${without}`);
  });
});

const FIRST_DAY = "SELECT min(begin_geldigheid) AS day, count(eind_geldigheid) AS ends FROM pand";

describe("dates of buildings", () => {
  const first = () => db.query<{ day: string; ends: number }, []>(FIRST_DAY).get()!;

  test("are dates for DuckDB in Parquet", async () => {
    const file = exportTo("buildings.parquet", "--what", "buildings");
    const answer = await askDuckDb(
      `SELECT typeof(any_value(begin_geldigheid)), typeof(any_value(eind_geldigheid)), min(begin_geldigheid), count(eind_geldigheid)::INT FROM '${file}'`,
    );
    expect(answer).toEqual(["DATE", "DATE", first().day, first().ends]);
  });

  test.skipIf(!HAS_GDAL)("are dates for GDAL in GeoPackage", () => {
    const file = exportTo("buildings.gpkg", "--what", "buildings");
    const layer = Bun.spawnSync(["ogrinfo", "-ro", "-so", file, "buildings"]).stdout.toString();
    expect(layer).toContain("begin_geldigheid: Date (0.0)");
    expect(layer).toContain("eind_geldigheid: Date (0.0)");
    using read = new Database(file, { readonly: true });
    expect(read.query(FIRST_DAY.replace("pand", "buildings")).get()).toEqual(first());
  });
});

describe("--crs rd", () => {
  const CENTRE = "SELECT avg(rd_x) AS x, avg(rd_y) AS y FROM adres WHERE postcode LIKE '1382%'";
  const centre = () => db.query<{ x: number; y: number }, []>(CENTRE).get()!;
  const flags = ["--postcode-area", "1382", "--crs", "rd"];

  test("GeoJSON has metres, and each feature names its system", () => {
    const lines = readFileSync(exportTo("rd.geojson", ...flags), "utf8")
      .trim()
      .split("\n");
    expect(lines.length).toBe(numberOf(IN_AREA));
    const features = lines.map((line) => JSON.parse(line));
    for (const { crs, geometry, properties } of features) {
      expect(crs.properties.name).toBe("urn:ogc:def:crs:EPSG::28992");
      expect(geometry.coordinates).toEqual([properties.rd_x, properties.rd_y]);
    }
  });

  test.skipIf(!HAS_GEOPANDAS)(
    "geopandas reads the system and the middle of the points from Parquet",
    async () => {
      const file = exportTo("rd.parquet", ...flags);
      const script = `
import json, sys, pyproj
print(pyproj.CRS.from_json(sys.argv[1]).equals(pyproj.CRS.from_epsg(28992), ignore_axis_order=True))`;
      const [metadata] = await askDuckDb(
        `SELECT decode(value) FROM parquet_kv_metadata('${file}') WHERE decode(key) = 'geo'`,
      );
      const { crs, bbox } = JSON.parse(String(metadata)).columns.geometry;
      expect(runPython(script, JSON.stringify(crs))).toBe("True");
      const [x, y] = (await askDuckDb(
        `SELECT avg((bbox.xmin + bbox.xmax) / 2), avg((bbox.ymin + bbox.ymax) / 2) FROM '${file}'`,
      )) as [number, number];
      expect([Math.abs(x - centre().x) < 0.1, Math.abs(y - centre().y) < 0.1]).toEqual([true, true]);
      expect(bbox[0] < centre().x && bbox[2] > centre().x).toBe(true);
    },
  );

  test.skipIf(!HAS_GDAL)("GDAL finds the polygons of buildings in metres where their boxes are", () => {
    const file = exportTo("rd-buildings.geojson", "--what", "buildings", "--crs", "rd");
    const { stdout } = Bun.spawnSync(["ogrinfo", "-ro", "-so", "-al", `GeoJSONSeq:${file}`]);
    const extent = /Extent: \(([\d.]+), ([\d.]+)\) - \(([\d.]+), ([\d.]+)\)/.exec(stdout.toString())!;
    const box = db
      .query("SELECT min(minx), min(miny), max(maxx), max(maxy) FROM rtree_pand_geom")
      .values()[0]!;
    extent.slice(1).forEach((side, i) => {
      expect(Math.abs(Number(side) - Number(box[i]))).toBeLessThan(0.1);
    });
  });
});

describe("--columns", () => {
  const COLUMNS = ["postcode", "huisnummer", "gebruiksdoel"];
  const flags = ["--postcode-area", "1382", "--columns", COLUMNS.join(",")];

  test.each(["csv", "parquet"])("%s has these, in this order", async (format) => {
    const file = exportTo(`columns.${format}`, ...flags);
    const names = await askDuckDb(`SELECT column_name FROM (DESCRIBE SELECT * FROM '${file}')`);
    expect(names.filter((name) => name !== "geometry" && name !== "bbox")).toEqual(COLUMNS);
    expect(await askDuckDb(`SELECT count(*)::INT, sum(huisnummer)::INT FROM '${file}'`)).toEqual([
      numberOf(IN_AREA),
      numberOf(IN_AREA.replace("count(*)", "sum(huisnummer)")),
    ]);
  });

  test("JSON, GeoJSON and GeoPackage have these, in this order", () => {
    const [record] = JSON.parse(readFileSync(exportTo("columns.json", ...flags), "utf8"));
    expect(Object.keys(record)).toEqual(COLUMNS);
    const [line] = readFileSync(exportTo("columns.geojson", ...flags), "utf8").split("\n");
    const { geometry, properties } = JSON.parse(line!);
    expect([geometry.type, Object.keys(properties)]).toEqual(["Point", COLUMNS]);
    using read = new Database(exportTo("columns.gpkg", ...flags), { readonly: true });
    const row = read.query<object, []>("SELECT * FROM addresses LIMIT 1").get()!;
    expect(Object.keys(row)).toEqual(["fid", "geom", ...COLUMNS]);
  });
});
