import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "../../../test/support/processes/find-program.ts";
import { writeTable } from "../../../test/support/tables/write-table.ts";
import type { OutputRow, TableLayout } from "../table.ts";

const HAS_GDAL = hasProgram("ogr2ogr", "gdal-bin");

const LAYOUT: TableLayout = {
  name: "adressen",
  columns: [
    { name: "naam", kind: "cell" },
    { name: "Naam", kind: "text", mayBeFormula: true },
    { name: "", kind: "integer" },
    { name: "lat", kind: "real" },
    { name: "hoofd", kind: "boolean" },
    { name: "doelen", kind: "list" },
  ],
  geometryType: "MultiPolygon",
};
const SQUARE = new Float64Array([5, 52, 5, 53, 6, 53, 6, 52, 5, 52]);
const HOLE = new Float64Array([5.4, 52.4, 5.6, 52.4, 5.6, 52.6, 5.4, 52.6, 5.4, 52.4]);
const ROWS: OutputRow[] = [
  {
    values: ["007", '=De "Put"\\\n\u0001👩‍🚀', -5, 0.1, true, ["a", "b|c"]],
    geometry: { type: "Point", x: 5.041234549, y: 52.300000049 },
  },
  { values: ["", null, null, Number.NaN, null, null], geometry: null },
  {
    values: [{ kind: "date", text: "2021-03-01", stored: "44256" }, "", 0, 1, false, []],
    geometry: { type: "MultiPolygon", polygons: [[SQUARE, HOLE]] },
  },
];

let file: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "baken-geojson-"));
  file = join(folder, "table.geojson");
  await writeTable("geojson", file, LAYOUT, ROWS);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("each line is a Feature with unique names, 7 decimals, rings as RFC 7946 turns them", () => {
  const lines = readFileSync(file, "utf8").split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: [5.0412345, 52.3] },
      properties: {
        naam: "007",
        Naam_2: '=De "Put"\\\n\u0001👩‍🚀',
        column_3: -5,
        lat: 0.1,
        hoofd: true,
        doelen: ["a", "b|c"],
      },
    },
    {
      type: "Feature",
      geometry: null,
      properties: { naam: null, Naam_2: null, column_3: null, lat: null, hoofd: null, doelen: null },
    },
    {
      type: "Feature",
      geometry: {
        type: "MultiPolygon",
        coordinates: [
          [
            [5, 52, 6, 52, 6, 53, 5, 53, 5, 52],
            [5.4, 52.4, 5.4, 52.6, 5.6, 52.6, 5.6, 52.4, 5.4, 52.4],
          ].map((ring) => Array.from({ length: 5 }, (_, i) => ring.slice(2 * i, 2 * i + 2))),
        ],
      },
      properties: { naam: "2021-03-01", Naam_2: "", column_3: 0, lat: 1, hoofd: false, doelen: null },
    },
  ]);
});

test.skipIf(!HAS_GDAL)("GDAL reads features, types and area", () => {
  const sql = "SELECT COUNT(*) AS n, SUM(lat) AS lat, SUM(ST_Area(geometry)) AS area FROM 'table'";
  const read = [
    "ogr2ogr",
    "-f",
    "CSV",
    "/vsistdout/",
    `GeoJSONSeq:${file}`,
    "-dialect",
    "SQLite",
    "-sql",
    sql,
  ];
  const { stdout, stderr } = Bun.spawnSync(read);
  expect(stderr.toString()).toBe("");
  expect(stdout.toString()).toBe('n,lat,area\n"3",1.1,0.96\n');
});

test("a table without rows is an empty file", async () => {
  const empty = join(folder, "empty.geojson");
  await writeTable("geojson", empty, LAYOUT, []);
  expect(readFileSync(empty, "utf8")).toBe("");
});
