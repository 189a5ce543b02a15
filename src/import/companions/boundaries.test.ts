import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AreaLayer, writeAreaLayers } from "../../../test/support/extracts/area-layers.ts";
import {
  GEMEENTE_BORDERS,
  PC4_BORDERS,
  PROVINCIE_BORDERS,
} from "../../../test/support/extracts/reference-files.ts";
import { AppError } from "../../base/errors.ts";
import { Database, openScratch } from "../../base/sqlite.ts";
import { toGeoJson } from "../../geo/geojson.ts";
import { type Geometry, polygonsOf } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { UPDATE_TABLES } from "../../registry/schema/schema.ts";
import {
  type BoundaryFile,
  findBoundary,
  hasBoundaries,
  isBoundaryFile,
  readBoundaries,
  storeBoundaries,
} from "./boundaries.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-boundaries-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a square of one kilometre in RD metres with its south-west corner at (x, y). */
function square(x: number, y: number): Geometry {
  return { type: "Polygon", rings: [Float64Array.of(x, y, x + 1e3, y, x + 1e3, y + 1e3, x, y + 1e3, x, y)] };
}

const WEST = square(130_000, 480_000);
const EAST = square(132_000, 480_000);

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function feature(properties: object, geometry: unknown = toGeoJson(WEST)) {
  return { type: "Feature", properties, geometry };
}

function geoJsonOf(features: unknown, more: object = {}): string {
  return fileOf("areas.geojson", JSON.stringify({ type: "FeatureCollection", ...more, features }));
}

function gpkgOf(...layers: AreaLayer[]): string {
  const withWest = layers.map(({ geometries, ...layer }) => ({
    ...layer,
    geometries: geometries ?? layer.rows.map(() => WEST),
  }));
  return writeAreaLayers(join(folder, "areas.gpkg"), withWest);
}

function refusalOf(path: string): string {
  try {
    readBoundaries(path, "test");
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe("import_refused");
    return (error as AppError).message.replace(`${folder}/`, "");
  }
  throw new Error("the file was accepted");
}

function cornerOf(geometry: Geometry | undefined): number[] {
  return [...polygonsOf(geometry!)[0]![0]!.subarray(0, 2)];
}

describe("GeoJSON", () => {
  test("gemeenten and postcodegebieden in RD, other areas ignored", () => {
    const path = geoJsonOf([
      feature({ statcode: "GM0363" }),
      feature({ statcode: "PV27" }),
      feature({ PC4CODE: 1382 }, toGeoJson(EAST)),
      feature({ pc4_code: "1383" }, null),
      { type: "Feature", properties: null, geometry: null },
    ]);
    const { label, gemeenten, postcodegebieden } = readBoundaries(path, "CBS 2022");
    expect(label).toBe("CBS 2022");
    expect([...gemeenten.keys()]).toEqual([363]);
    expect([...postcodegebieden.keys()]).toEqual([1382]);
    expect(cornerOf(gemeenten.get(363))[0]).toBeCloseTo(130_000, 2);
    expect(cornerOf(postcodegebieden.get(1382))[0]).toBeCloseTo(132_000, 2);
  });

  test("features of one code become one MultiPolygon", () => {
    const parts: Geometry = { type: "MultiPolygon", polygons: [...polygonsOf(EAST), ...polygonsOf(WEST)] };
    const path = geoJsonOf([feature({ code: "0363" }), feature({ code: "0363" }, toGeoJson(parts))]);
    const merged = readBoundaries(path, "x").gemeenten.get(363)!;
    expect(merged.type).toBe("MultiPolygon");
    expect(polygonsOf(merged)).toHaveLength(3);
  });

  test("a byte order mark and the names of WGS84 are accepted", () => {
    for (const name of ["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326", "EPSG:4258"]) {
      const path = geoJsonOf([feature({ PC4CODE: 1382 })], { crs: { type: "name", properties: { name } } });
      expect(readBoundaries(path, "x").postcodegebieden.size).toBe(1);
    }
    const json = JSON.stringify({ type: "FeatureCollection", features: [feature({ PC4CODE: 1382 })] });
    expect(readBoundaries(fileOf("bom.geojson", `\uFEFF\n${json}`), "x").postcodegebieden.size).toBe(1);
  });

  const exchanged = toGeoJson(WEST);
  for (const position of (exchanged.coordinates as [number, number][][]).flat()) {
    position.reverse();
  }
  const pc4 = (geometry?: object) => feature({ PC4CODE: 1382 }, geometry);
  const inMetres = { type: "Polygon", coordinates: [[[130_000, 480_000]]] };
  test.each([
    ["a point", [pc4({ type: "Point", coordinates: [5, 52] })], "is a Point: expected a Polygon"],
    ["a line", [pc4({ type: "LineString", coordinates: [] })], "geometry of type LineString"],
    ["RD coordinates", [pc4(inMetres)], "feature 1 (postcodegebied 1382) has coordinates that are not"],
    ["exchanged axes", [pc4(exchanged)], "reaches outside the Netherlands"],
    ["a code that is none", [pc4(), feature({ PC4CODE: "X" })], 'feature 2: "X" is not a postcode'],
    ["not a feature", [pc4(), 5], "feature 2 is not a Feature"],
    ["only other areas", [feature({ statcode: "PV27" })], "contains no boundaries of gemeenten or postcode"],
    ["no features", [], "Looked for statcode"],
  ])("refuses %s", (_, features, expected) => {
    const refusal = refusalOf(geoJsonOf(features));
    expect(refusal).toStartWith("areas.geojson ");
    expect(refusal).toContain(expected);
  });

  test("refuses other coordinate systems and other JSON", () => {
    const name = "urn:ogc:def:crs:EPSG::28992";
    const inRd = geoJsonOf([feature({ PC4CODE: 1382 })], { crs: { type: "name", properties: { name } } });
    expect(refusalOf(inRd)).toBe(
      `areas.geojson is in ${name}: GeoJSON boundaries must be in WGS84 degrees (RFC 7946).`,
    );
    expect(refusalOf(geoJsonOf(5))).toContain("not a GeoJSON FeatureCollection");
    expect(refusalOf(fileOf("a.json", '{"type":"Feature"}'))).toContain("not a GeoJSON FeatureCollection");
    expect(refusalOf(fileOf("a.json", '{"type":'))).toStartWith("a.json is not valid JSON: ");
    expect(refusalOf(fileOf("a.json", Uint8Array.of(0x7b, 0xff, 0x7d)))).toBe("a.json is not UTF-8 text.");
  });
});

describe("GeoPackage", () => {
  test("Bestuurlijke Gebieden: only the layer of gemeenten", () => {
    const path = gpkgOf(
      { name: "landgebied", rows: [{ identificatie: "6030", code: "6030" }] },
      {
        name: "gemeentegebied",
        rows: [
          { identificatie: "GM0457", code: "0457", ligt_in_provincie_code: "27" },
          { identificatie: "GM0363", code: "0363", ligt_in_provincie_code: "27" },
          { identificatie: "GM0363", code: "0363", ligt_in_provincie_code: "27" },
        ],
        geometries: [WEST, EAST, WEST],
      },
      { name: "provinciegebied", rows: [{ identificatie: "PV27", code: "27" }], srsId: 31370 },
    );
    const { gemeenten, postcodegebieden } = readBoundaries(path, "x");
    expect([...gemeenten.keys()]).toEqual([457, 363]);
    expect(postcodegebieden.size).toBe(0);
    expect(gemeenten.get(457)).toEqual(WEST);
    expect(gemeenten.get(363)).toEqual({
      type: "MultiPolygon",
      polygons: [...polygonsOf(EAST), ...polygonsOf(WEST)],
    });
  });

  test("CBS: generalised before not generalised, no labelpoints, wijken or buurten", () => {
    const point: Geometry = { type: "Point", x: 130_000, y: 480_000 };
    const path = gpkgOf(
      { name: "gemeente_niet_gegeneraliseerd", rows: [{ statcode: "GM0363" }], geometries: [EAST] },
      { name: "gemeente_labelpoint", rows: [{ statcode: "GM0363" }], geometries: [point], type: "POINT" },
      { name: "gemeente_gegeneraliseerd", rows: [{ statcode: "GM0363" }], geometries: [WEST] },
      { name: "buurt_gegeneraliseerd", rows: [{ statcode: "BU03630000" }], geometries: [EAST] },
      { name: "buurten", rows: [{ buurtcode: "BU03630000", gemeentecode: "GM0363" }], geometries: [EAST] },
    );
    expect([...readBoundaries(path, "x").gemeenten]).toEqual([[363, WEST]]);
  });

  test("CBS postcode areas beside gemeenten: the latest year, any geometry column, suppressed values", () => {
    const path = gpkgOf(
      { name: "gemeentegebied", rows: [{ code: "0363" }] },
      { name: "cbs_pc4_2023", rows: [{ postcode: 1381 }] },
      {
        name: "cbs_pc4_2024",
        rows: [1382, "1383", 1384, 1385].map((postcode) => ({ postcode, aantal_inwoners: -99997 })),
        geometries: [WEST, EAST, null, { type: "MultiPolygon", polygons: [] }],
        column: "the geom",
      },
    );
    const { gemeenten, postcodegebieden } = readBoundaries(path, "x");
    expect([...gemeenten]).toEqual([[363, WEST]]);
    expect([...postcodegebieden]).toEqual([
      [1382, WEST],
      [1383, EAST],
    ]);
  });

  test("WGS84 is converted, longitude first", () => {
    const ring = Float64Array.from((toGeoJson(WEST).coordinates as number[][][])[0]!.flat());
    const path = gpkgOf({
      name: "postcode4",
      rows: [{ postcode: "1382" }],
      geometries: [{ type: "MultiPolygon", polygons: [[ring]] }],
      srsId: 4326,
    });
    expect(cornerOf(readBoundaries(path, "x").postcodegebieden.get(1382))[1]).toBeCloseTo(480_000, 2);
  });

  test("refuses what it cannot use, naming layer and row", () => {
    const rows = [{ postcode: 1382 }];
    const pc4 = { name: "cbs_pc4_2024", rows };
    expect(refusalOf(gpkgOf({ ...pc4, srsId: 31370 }))).toBe(
      "areas.gpkg layer cbs_pc4_2024 is in EPSG:31370: expected EPSG:28992 or EPSG:4326.",
    );
    expect(refusalOf(gpkgOf({ ...pc4, srsId: 99 }))).toContain("is in srs_id 99");
    expect(refusalOf(gpkgOf({ ...pc4, geometries: [Uint8Array.of(1, 2, 3)] }))).toContain(
      "layer cbs_pc4_2024 row 1 (postcodegebied 1382) has a geometry that cannot be read: ",
    );
    const open: Geometry = { type: "Polygon", rings: [Float64Array.of(0, 4e5, 9, 4e5, 9, 4e5, 0, 5e5)] };
    expect(refusalOf(gpkgOf({ ...pc4, geometries: [open] }))).toContain("a ring that is not closed");
    expect(refusalOf(gpkgOf({ ...pc4, geometries: [square(0, 0)] }))).toContain(
      "outside the Netherlands (RD 0, 0)",
    );
    expect(refusalOf(gpkgOf({ name: "cbs_pc6_2024", rows: [{ postcode: "1382KT" }] }))).toContain(
      "Looked for",
    );
    expect(refusalOf(gpkgOf())).toContain("contains no boundaries");
  });

  test("refuses a layer of areas that is a view, and leaves other views alone", () => {
    const path = gpkgOf({ name: "cbs_pc4_2024", rows: [{ postcode: 1382 }] });
    const changed = (sql: string) => {
      using db = openScratch(path);
      db.run(sql);
      return path;
    };
    changed(`CREATE VIEW totals AS SELECT count(*) FROM cbs_pc4_2024;
      INSERT INTO gpkg_contents VALUES ('totals', 'attributes')`);
    expect([...readBoundaries(path, "x").postcodegebieden.keys()]).toEqual([1382]);
    expect(
      refusalOf(changed("ALTER TABLE cbs_pc4_2024 RENAME TO t; CREATE VIEW cbs_pc4_2024 AS SELECT * FROM t")),
    ).toBe("areas.gpkg: cbs_pc4_2024 is a view, and only stored tables are read: give a copy with tables.");
  });

  test("refuses databases that are no GeoPackage, and damaged ones", () => {
    const path = join(folder, "plain.db");
    const db = openScratch(path);
    db.run("CREATE TABLE gemeente (code)");
    db.close();
    expect(refusalOf(path)).toBe("plain.db cannot be read as a GeoPackage: no such table: gpkg_contents.");
    expect(refusalOf(fileOf("cut.gpkg", `SQLite format 3\0${"x".repeat(90)}`))).toStartWith(
      "cut.gpkg cannot be read",
    );
  });
});

test("isBoundaryFile and files that are neither", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(isBoundaryFile(bytes('\uFEFF \n{"type":"FeatureCollection"'))).toBe(true);
  expect(isBoundaryFile(bytes("SQLite format 3\0\x10"))).toBe(true);
  expect(isBoundaryFile(bytes("gemeentecode;gemeentenaam"))).toBe(false);
  expect(isBoundaryFile(bytes("PK\x03\x04"))).toBe(false);
  expect(isBoundaryFile(new Uint8Array())).toBe(false);
  expect(refusalOf(fileOf("x.csv", "a;b"))).toBe("x.csv is neither GeoJSON nor a GeoPackage.");
  expect(refusalOf(join(folder, "absent.gpkg"))).toStartWith("absent.gpkg cannot be read: ");
});

describe("real files", () => {
  test("345 gemeenten of 2022, and 34 postcodegebieden around Weesp", () => {
    const { gemeenten } = readBoundaries(GEMEENTE_BORDERS, "x");
    expect(gemeenten.size).toBe(345);
    expect(gemeenten.has(363)).toBe(true);
    const { postcodegebieden } = readBoundaries(PC4_BORDERS, "x");
    expect(postcodegebieden.size).toBe(34);
    expect([1382, 1384].map((area) => postcodegebieden.has(area))).toEqual([true, false]);
  });

  test("provincies are refused", () => {
    expect(refusalOf(PROVINCIE_BORDERS)).toContain("contains no boundaries");
  });
});

/** Returns a triangle that starts at (x, 0). */
function triangle(x: number): Geometry {
  return { type: "Polygon", rings: [Float64Array.of(x, 0, x + 9, 0, x, 9, x, 0)] };
}

function storeOf(...files: BoundaryFile[]): Database {
  const db = new Database(":memory:", { strict: true });
  db.run(UPDATE_TABLES);
  storeBoundaries(db, files);
  return db;
}

const CBS: BoundaryFile = {
  label: "CBS",
  gemeenten: new Map([[363, triangle(1)]]),
  postcodegebieden: new Map(),
};
const KADASTER: BoundaryFile = {
  label: "Kadaster",
  gemeenten: new Map([
    [363, triangle(2)],
    [1000, triangle(3)],
  ]),
  postcodegebieden: new Map([[1000, triangle(4)]]),
};

test("of files that have the same area the first counts", () => {
  const found = findBoundary(storeOf(CBS, KADASTER), "gemeente", 363)!;
  expect([found.source, decodeGpkgGeometry(found.geom)]).toEqual(["CBS", triangle(1)]);
});

test("a gemeente and a postcodegebied may have one code", () => {
  const db = storeOf(CBS, KADASTER);
  expect(decodeGpkgGeometry(findBoundary(db, "gemeente", 1000)!.geom)).toEqual(triangle(3));
  expect(decodeGpkgGeometry(findBoundary(db, "postcodegebied", 1000)!.geom)).toEqual(triangle(4));
  expect(findBoundary(db, "postcodegebied", 363)).toBeUndefined();
});

test("whether there are borders of a kind", () => {
  const db = storeOf(CBS);
  expect([hasBoundaries(db, "gemeente"), hasBoundaries(db, "postcodegebied")]).toEqual([true, false]);
});
