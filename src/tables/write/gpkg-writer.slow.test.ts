import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canRun, hasProgram } from "../../../test/support/processes/find-program.ts";
import { DATE, EMPTY_ROW, FULL_ROW, layoutOfEveryKind } from "../../../test/support/tables/every-kind.ts";
import { writeTable } from "../../../test/support/tables/write-table.ts";
import { Database } from "../../base/sqlite.ts";
import type { OutputRow } from "../table.ts";

const HAS_GDAL = hasProgram("ogrinfo", "gdal-bin");

const LAYOUT = layoutOfEveryKind("fid");
const ROWS: OutputRow[] = [
  { values: FULL_ROW, geometry: { type: "Point", x: 131_234.567, y: 480_123.4 } },
  { values: EMPTY_ROW, geometry: null },
  {
    values: [DATE, "'s", 9_007_199_254_740_991, 1, false, null],
    geometry: { type: "Point", x: -7000.5, y: 350_000 },
  },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-gpkg-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...command: string[]): string {
  const { stdout, stderr } = Bun.spawnSync(command);
  expect(stderr.toString()).toBe("");
  return stdout.toString();
}

/** Points over the country, in no order. */
function manyPoints(count: number): OutputRow[] {
  return Array.from({ length: count }, (_, i) => ({
    values: [`${i}`, null, i, i / 8, i % 2 === 0, null],
    geometry: { type: "Point", x: ((i * 7919) % 280_000) + 0.5, y: 300_000 + ((i * 104_729) % 320_000) },
  }));
}

describe.skipIf(!HAS_GDAL)("GDAL", () => {
  test("reads layer, types, system, extent and values", async () => {
    const file = join(folder, "table.gpkg");
    await writeTable("gpkg", file, LAYOUT, ROWS);
    const report = run("ogrinfo", "-al", "-nocount", file);
    for (const part of [
      'Layer name: adressen "2021"',
      "Geometry: Point",
      'ID["EPSG",28992]]',
      "Extent: (-7000.500000, 350000.000000) - (131234.567000, 480123.400000)",
      "FID Column = fid",
      "Geometry Column = geom",
      "fid_2: String (0.0)",
      "oppervlakte: Integer64 (0.0)",
      "lat: Real (0.0)",
      "hoofd: Integer(Boolean) (0.0)",
      "fid_2 (String) = 007",
      'naam (String) = =De "Put"\n\u0001👩‍🚀',
      "doelen (String) = woonfunctie|kantoorfunctie",
      "POINT (131234.567 480123.4)",
      "fid_2 (String) = 2021-03-01",
      "oppervlakte (Integer64) = 9007199254740991",
      "hoofd (Integer(Boolean)) = 0",
    ]) {
      expect(report).toContain(part);
    }
    expect(report.match(/= \(null\)/g)?.length).toBe(7);
  });

  test("finds by a box, through the index, what a scan of the rows finds", async () => {
    const file = join(folder, "many.gpkg");
    const rows = manyPoints(300_000);
    await writeTable("gpkg", file, { ...LAYOUT, name: "punten" }, rows, { rowsPerCall: 4096 });
    const within = rows.filter(({ geometry }) => {
      const { x, y } = geometry as { x: number; y: number };
      return x >= 100_000 && x <= 110_000 && y >= 450_000 && y <= 460_000;
    });
    const box = ["-spat", "100000", "450000", "110000", "460000"];
    expect(run("ogrinfo", "-so", ...box, file, "punten")).toContain(`Feature Count: ${within.length}\n`);
    using db = new Database(file, { readonly: true });
    expect(db.query("SELECT rtreecheck('rtree_punten_geom')").values()).toEqual([["ok"]]);
    expect(db.query("SELECT count(*) FROM rtree_punten_geom").values()).toEqual([[300_000]]);
    expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  });

  test("edits a row, and index and count follow", async () => {
    const file = join(folder, "edited.gpkg");
    await writeTable("gpkg", file, { ...LAYOUT, name: "punten" }, manyPoints(1000));
    for (const sql of [
      "DELETE FROM punten WHERE fid = 1",
      "UPDATE punten SET geom = NULL WHERE fid = 2",
      "UPDATE punten SET fid = 5000 WHERE fid = 3",
    ]) {
      run("ogrinfo", "-q", file, "-sql", sql);
    }
    using db = new Database(file, { readonly: true });
    expect(db.query("SELECT feature_count FROM gpkg_ogr_contents").values()).toEqual([[999]]);
    expect(db.query("SELECT count(*), max(id), min(id) FROM rtree_punten_geom").values()).toEqual([
      [998, 5000, 4],
    ]);
  });

  test("reads a table without geometry, and one without rows", async () => {
    const file = join(folder, "plain.gpkg");
    const { geometryType: _, ...plain } = LAYOUT;
    await writeTable("gpkg", file, { ...plain, name: "gpkg_eigen" }, ROWS);
    const report = run("ogrinfo", "-al", "-so", file);
    expect(report).toContain("Layer name: layer_gpkg_eigen");
    expect(report).toContain("Geometry: None");
    expect(report).toContain("Feature Count: 3");
    await writeTable("gpkg", file, LAYOUT, []);
    expect(run("ogrinfo", "-al", "-so", file)).toContain("Feature Count: 0");
  });

  test("reads polygons as the multipolygons that the layer declares", async () => {
    const file = join(folder, "polygons.gpkg");
    const rings = [new Float64Array([0, 0, 100, 0, 100, 100, 0, 100, 0, 0])];
    const rows: OutputRow[] = [
      { values: ["1", null, null, null, null, null], geometry: { type: "Polygon", rings } },
      { values: ["2", null, null, null, null, null], geometry: { type: "MultiPolygon", polygons: [] } },
    ];
    await writeTable("gpkg", file, { ...LAYOUT, name: "vlakken", geometryType: "MultiPolygon" }, rows);
    const report = run("ogrinfo", "-al", file);
    expect(report).toContain("MULTIPOLYGON (((0 0,100 0,100 100,0 100,0 0)))");
    expect(report.match(/POLYGON \(/g)?.length).toBe(1);
  });
});

test.skipIf(!hasProgram("sqlite3", "sqlite3"))(
  "SQLite alone, without functions of geometries, changes attributes",
  async () => {
    const file = join(folder, "attributes.gpkg");
    await writeTable("gpkg", file, { ...LAYOUT, name: "punten" }, ROWS);
    const changed = run(
      "sqlite3",
      file,
      "UPDATE punten SET naam = 'Nieuw' WHERE fid = 1; SELECT naam FROM punten",
    );
    expect(changed).toStartWith("Nieuw\n");
  },
);

const VALIDATOR = ["/usr/bin/python3", "-m", "osgeo_utils.samples.validate_gpkg"];

test.skipIf(!canRun([VALIDATOR[0]!, "-c", "import osgeo_utils"], "python3-gdal"))(
  "GDAL's validator finds nothing, with and without geometry",
  async () => {
    const file = join(folder, "valid.gpkg");
    const { geometryType: _, ...plain } = LAYOUT;
    for (const layout of [LAYOUT, plain]) {
      await writeTable("gpkg", file, layout, ROWS);
      expect(run(...VALIDATOR, "-k", "--extra", "--warning-as-error", file)).toBe("");
    }
  },
);

test("equal tables are equal files, and nothing stays in the scratch folder", async () => {
  const scratch = mkdtempSync(join(folder, "scratch-"));
  const makeScratchFolder = () => mkdtempSync(join(scratch, "writer-"));
  const sums: unknown[] = [];
  for (const rowsPerCall of [1000, 1000, 13]) {
    const file = join(folder, "same.gpkg");
    await writeTable("gpkg", file, LAYOUT, manyPoints(20_000), { rowsPerCall, makeScratchFolder });
    sums.push(Bun.hash(readFileSync(file)));
  }
  expect(new Set(sums).size).toBe(1);
  expect(readdirSync(scratch)).toEqual([]);
});

/** One INSERT writes 8 rows. */
test.each([1, 7, 8, 9, 17])("%d rows come back in order, and none twice", async (count) => {
  const file = join(folder, `rows-${count}.gpkg`);
  await writeTable("gpkg", file, { ...LAYOUT, name: "punten" }, manyPoints(count), { rowsPerCall: 3 });
  using db = new Database(file, { readonly: true });
  const rows = db.query("SELECT fid, fid_2, oppervlakte FROM punten ORDER BY fid").values();
  expect(rows).toEqual(Array.from({ length: count }, (_, i) => [i + 1, `${i}`, i]));
});

test("1,998 columns are written, one more is refused", async () => {
  const wide = (count: number) => ({
    name: "breed",
    columns: Array.from({ length: count }, (_, i) => ({ name: `k${i}`, kind: "integer" as const })),
  });
  const rowsOf = (count: number) =>
    Array.from({ length: 9 }, (_, row) => ({ values: Array.from({ length: count }, (_, i) => row * i) }));
  const file = join(folder, "wide.gpkg");
  await writeTable("gpkg", file, wide(1_998), rowsOf(1_998));
  using db = new Database(file, { readonly: true });
  const last = db.query("SELECT k1997 FROM breed ORDER BY fid").values().flat();
  expect(last).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) => row * 1_997));
  await expect(writeTable("gpkg", join(folder, "wider.gpkg"), wide(1_999), rowsOf(1_999))).rejects.toThrow(
    "the table has 1999 columns, a GeoPackage holds 1998; write CSV or Parquet",
  );
});
