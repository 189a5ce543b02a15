/** Verifies that the small country, in every layout of an extract, is imported as exactly the typed tables. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/base/sqlite.ts";
import { decodeGpkgGeometry } from "../../src/geo/gpkg-geometry.ts";
import { containsPoint } from "../../src/geo/point-in-polygon.ts";
import { wgs84ToRd } from "../../src/geo/rd.ts";
import { silentProgress } from "../../src/import/progress.ts";
import type { ImportReport } from "../../src/import/report.ts";
import { runImport } from "../../src/import/run-import.ts";
import { municipal, NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { BOW_TIE } from "../support/countries/small-country-buildings.ts";
import { SMALL_COUNTRY_TABLES } from "../support/countries/small-country-tables.ts";
import { type ExtractSpec, writeExtractTo } from "../support/extracts/extract-builder.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { listLines, openCurrent, toSortedLines } from "../support/registries/read-registry.ts";

const LAYOUTS: Readonly<Record<string, readonly ExtractSpec[]>> = {
  "the national extract": [NATIONAL],
  "two municipal extracts that share objects": [municipal("0901"), municipal("0902")],
  "two municipal extracts, the other way round": [municipal("0902"), municipal("0901")],
  "files of two records, so that objects continue in the next file": [{ ...NATIONAL, standsPerFile: 2 }],
  "zips that are deflated in zips": [
    { ...municipal("0901"), objects: NATIONAL.objects, innerZips: "deflated" },
  ],
};

/** Longitude and latitude in degrees. */
const POSITIONS = {
  point: [4.87847851, 52.30781957],
  ligplaats: [4.91076865, 52.31154467],
  polygon: [4.91362805, 52.31155615],
} as const;

/** Border of gemeente 0901 alone. */
const BORDERS = JSON.stringify({
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      properties: { statcode: "GM0901" },
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [4.8, 52.3],
            [4.9, 52.3],
            [4.9, 52.4],
            [4.8, 52.3],
          ],
        ],
      },
    },
  ],
});

const folder = mkdtempSync(join(tmpdir(), "baken-import-extract-"));
const names = join(folder, "names.csv");
let imports = 0;

beforeAll(() => writeFileSync(names, NAMES_CSV));
afterAll(() => rmSync(folder, { recursive: true }));

/** Imports extracts into a separate folder. */
async function importSpecs(specs: readonly ExtractSpec[]) {
  const dataDir = join(folder, `data-${++imports}`);
  const paths = specs.map((spec, i) => writeExtractTo(join(folder, `${imports}-${i}.zip`), spec));
  const options = { paths, gemeenten: [names], boundaries: [], dataDir, threads: 2 };
  const result = await runImport({ ...options, history: "none" }, silentProgress);
  return { dataDir, result, db: openCurrent(dataDir) };
}

describe.each(Object.entries(LAYOUTS))("of %s", (_layout, specs) => {
  let db: Database;
  let report: ImportReport;
  let dataDir: string;

  beforeAll(async () => {
    const imported = await importSpecs(specs);
    db = imported.db;
    report = imported.result.report;
    dataDir = imported.dataDir;
  });
  afterAll(() => db.close());

  test.each(SMALL_COUNTRY_TABLES.map((row) => [...row] as const))(
    "table %s holds exactly the typed rows",
    (table, columns, rows) => {
      expect(listLines(db, table, columns).sort()).toEqual(toSortedLines(rows));
    },
  );

  test("the report counts what exists and what has ended", () => {
    const counts = Object.entries(report.tallies).map(
      ([code, { objects, ended }]) => `${code} ${objects} ${ended}`,
    );
    expect(counts).toEqual(["WPL 2 1", "OPR 4 1", "NUM 24 1", "VBO 20 2", "LIG 1 0", "STA 1 1", "PND 10 1"]);
  });

  test("the report names every reference that leads nowhere", () => {
    const problems = report.problems.map(
      ({ about, reason, count, examples }) => `${about}: ${reason}: ${count}: ${examples.join(", ")}`,
    );
    expect(problems.sort()).toEqual([
      "VBO: names a pand that does not exist: 1: 0901010000000018",
      "adres: hoofdadres of a verblijfsobject is not an existing nummeraanduiding: 2: 0901200000000009, 0901200000000027",
      "adres: nevenadres is not an existing nummeraanduiding: 1: 0901200000000009",
      "adres: openbare ruimte of the nummeraanduiding does not exist: 1: 0901200000000026",
    ]);
  });

  test("the data folder holds the registry, the pointer to it and the lock, and nothing else", () => {
    const names = ["current", "current.gpkg", "current.lock", "import.lock", "registry-2024-03-08.gpkg"];
    expect(readdirSync(dataDir).sort()).toEqual(names);
  });
});

describe("the national extract", () => {
  let db: Database;
  let dataDir: string;

  beforeAll(async () => {
    ({ db, dataDir } = await importSpecs([NATIONAL]));
  });
  afterAll(() => db.close());

  const geometryOf = (table: string, fid: number) => {
    const row = db.query<{ geom: Uint8Array }, [number]>(`SELECT geom FROM ${table} WHERE fid = ?`).get(fid);
    return decodeGpkgGeometry(row!.geom);
  };

  test("counts voorkomens, ended and future ones included", () => {
    const { report, records_processed } = db
      .query<{ report: string; records_processed: number }, []>("SELECT * FROM import_log")
      .get()!;
    expect(records_processed).toBe(83);
    const { tallies } = JSON.parse(report) as { tallies: Record<string, { voorkomens: number }> };
    const counts = Object.entries(tallies).map(([code, { voorkomens }]) => `${code} ${voorkomens}`);
    expect(counts).toEqual(["WPL 3", "OPR 6", "NUM 34", "VBO 25", "LIG 1", "STA 2", "PND 12"]);
  });

  test("keeps a self-intersecting footprint point by point", () => {
    expect(geometryOf("pand", 901100000000003)).toEqual({
      type: "Polygon",
      rings: [Float64Array.from(BOW_TIE)],
    });
  });

  test("keeps the hole of a footprint", () => {
    expect(geometryOf("pand", 901100000000002)).toEqual({
      type: "Polygon",
      rings: [
        Float64Array.of(120200, 480100, 120230, 480100, 120230, 480130, 120200, 480130, 120200, 480100),
        Float64Array.of(120210, 480110, 120220, 480110, 120220, 480120, 120210, 480120, 120210, 480110),
      ],
    });
  });

  test("reads a woonplaats of several surfaces as a MultiPolygon", () => {
    const geometry = geometryOf("woonplaats", 9002);
    expect(
      geometry.type === "MultiPolygon" && geometry.polygons.map(([ring]) => [...ring!.slice(0, 2)]),
    ).toEqual([
      [122000, 480000],
      [130000, 480000],
    ]);
  });

  test("keeps the outline of an object, and the point of its address", () => {
    expect(geometryOf("adres", 901200000000006)).toEqual({ type: "Point", x: 120305.125, y: 480105.5 });
    expect(geometryOf("adres", 902200000000002)).toEqual({ type: "Point", x: 122510, y: 480505 });
    expect(geometryOf("ligplaats", 902020000000001)).toEqual({
      type: "Polygon",
      rings: [
        Float64Array.of(122500, 480500, 122520, 480500, 122520, 480510, 122500, 480510, 122500, 480500),
      ],
    });
  });

  // Computed by `gdaltransform -s_srs EPSG:28992 -t_srs EPSG:4326`, which lacks the correction grid: right to a few
  // decimetres.
  test.each([
    ["a verblijfsobject's point", 901200000000006, POSITIONS.point],
    ["the centroid of a ligplaats", 902200000000001, POSITIONS.ligplaats],
    ["the centroid of a verblijfsobject with a polygon", 902200000000006, POSITIONS.polygon],
  ] as const)("places an address at %s", (_place, fid, [longitude, latitude]) => {
    const at = db
      .query<{ latitude: number; longitude: number }, [number]>(
        "SELECT latitude, longitude FROM adres WHERE fid = ?",
      )
      .get(fid)!;
    expect(Math.abs(at.latitude - latitude)).toBeLessThan(5e-6);
    expect(Math.abs(at.longitude - longitude)).toBeLessThan(5e-6);
  });

  test("places an address on the surface where the centroid lies outside", () => {
    const at = db
      .query<{ latitude: number; longitude: number }, []>(
        "SELECT latitude, longitude FROM adres WHERE fid = 902200000000003",
      )
      .get()!;
    const { x, y } = wgs84ToRd(at.latitude, at.longitude);
    expect(containsPoint(geometryOf("standplaats", 902030000000001), x, y)).toBe(true);
  });

  test("is a GeoPackage: application id, layers in RD, extents, and a spatial index with every row", () => {
    expect(db.query("PRAGMA application_id").get()).toEqual({ application_id: 0x47504b47 });
    expect(db.query("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    const tables = "gpkg_geometry_columns JOIN sqlite_schema ON name = table_name WHERE type = 'table'";
    expect(listLines(db, tables, "table_name, column_name, geometry_type_name, srs_id")).toEqual([
      "adres geom POINT 28992",
      "gemeente geom GEOMETRY 28992",
      "pand geom GEOMETRY 28992",
      "postcodegebied geom GEOMETRY 28992",
      "woonplaats geom GEOMETRY 28992",
    ]);
    expect(
      listLines(
        db,
        "gpkg_contents WHERE table_name IN ('pand', 'woonplaats')",
        "table_name, min_x, min_y, max_x, max_y",
      ),
    ).toEqual(["pand 119000.0 480100.0 130110.0 480510.0", "woonplaats 120000.0 480000.0 131000.0 482000.0"]);
    for (const [table, rows] of Object.entries({
      adres: 21,
      pand: 10,
      woonplaats: 2,
      gemeente: 2,
      postcodegebied: 2,
    })) {
      expect(db.query(`SELECT count(*) AS n FROM rtree_${table}_geom`).get()).toEqual({ n: rows });
    }
  });

  test("opens in GDAL, which reads all features of the five layers", () => {
    const ogrinfo = Bun.which("ogrinfo");
    if (ogrinfo === null) {
      return printSkipped("no ogrinfo (gdal-bin) on this machine");
    }
    const layers = ["adres", "pand", "woonplaats", "gemeente", "postcodegebied"];
    const run = Bun.spawnSync([ogrinfo, "-ro", join(dataDir, "registry-2024-03-08.gpkg"), ...layers]);
    const text = run.stdout.toString();
    expect(run.stderr.toString()).toBe("");
    const read = layers.map(
      (layer) =>
        text
          .split(`Layer name: ${layer}\n`)[1]!
          .split("Layer name:")[0]!
          .match(/^OGRFeature/gm)?.length,
    );
    expect(read).toEqual([21, 10, 2, 2, 2]);
    expect(text).toContain("naam (String) = Súdwest-Meer");
    expect(text).toContain(
      "POLYGON ((120300 480100,120310 480110,120310 480100,120300 480110,120300 480100))",
    );
  });
});

test("a second import of one date gets a name of its own; the registry before it stays, an older one goes", async () => {
  const dataDir = join(folder, "again");
  const path = writeExtractTo(join(folder, "again.zip"), NATIONAL);
  const once = () =>
    runImport(
      { paths: [path], gemeenten: [names], boundaries: [], dataDir, threads: 1, history: "none" },
      silentProgress,
    );
  const published = [(await once()).registry, (await once()).registry, (await once()).registry];
  expect(published).toEqual([
    "registry-2024-03-08.gpkg",
    "registry-2024-03-08.2.gpkg",
    "registry-2024-03-08.3.gpkg",
  ]);
  const kept = ["current", "current.gpkg", "current.lock", "import.lock", ...published.slice(1)];
  expect(readdirSync(dataDir).sort()).toEqual(kept);
  expect(readFileSync(join(dataDir, "current"), "utf8")).toBe("registry-2024-03-08.3.gpkg\n");
});

test("a folder gives its extracts, names and boundaries by content; other files in it are left alone", async () => {
  const given = join(folder, "given");
  mkdirSync(given);
  writeFileSync(join(given, "a-list-of-names"), NAMES_CSV);
  writeExtractTo(join(given, "oost.zip"), municipal("0901"));
  writeExtractTo(join(given, "west.zip"), municipal("0902"));
  writeFileSync(join(given, "notes.txt"), "left alone");
  writeFileSync(join(given, "borders.json"), BORDERS);
  const dataDir = join(folder, "from-folder");
  await runImport(
    { paths: [given], gemeenten: [], boundaries: [], dataDir, threads: 2, history: "none" },
    silentProgress,
  );
  const db = openCurrent(dataDir);
  expect(listLines(db, "gemeente", "code, naam, boundary_source")).toEqual([
    "0901 Oosterland borders",
    "0902 Súdwest-Meer afgeleid van BAG-woonplaatsen",
  ]);
  expect(listLines(db, "adres", "identificatie")).toHaveLength(21);
  db.close();
});
