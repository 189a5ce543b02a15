import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import { DATE, EMPTY_ROW, FULL_ROW, layoutOfEveryKind } from "../../../test/support/tables/every-kind.ts";
import { writeTable } from "../../../test/support/tables/write-table.ts";
import type { OutputRow, TableLayout } from "../table.ts";
import { createTableWriter } from "./table-writer.ts";

const LAYOUT = layoutOfEveryKind("bbox");
const ROWS: OutputRow[] = [
  { values: FULL_ROW, geometry: { type: "Point", x: 5.0412345678, y: 52.3000000123 } },
  { values: EMPTY_ROW, geometry: null },
  {
    values: [DATE, "x".repeat(40_000), 2 ** 31 - 1, 1, false, null],
    geometry: { type: "Point", x: -0.1, y: 0 },
  },
  { values: ["0457200000521750", "é", 0, 1e21, null, [""]], geometry: { type: "Point", x: 7, y: 50 } },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "baken-parquet-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function query(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(sql);
  const rows = reader.getRowsJson() as unknown[][];
  connection.closeSync();
  instance.closeSync();
  return rows;
}

/** Addresses over the country; every seventh without a geometry. */
function manyRows(count: number): OutputRow[] {
  return Array.from({ length: count }, (_, i) => ({
    values: [
      `${i}`.padStart(16, "0"),
      `Straat ${i % 100}`,
      i,
      i / 8,
      i % 2 === 0,
      i % 3 === 0 ? null : [`${i % 5}`],
    ],
    geometry:
      i % 7 === 0
        ? null
        : { type: "Point", x: 3 + ((i * 7919) % 40_000) / 1e4, y: 50 + ((i * 104_729) % 3e4) / 1e4 },
  }));
}

describe("DuckDB, without its extension for geometries,", () => {
  test("reads every value as it was given", async () => {
    const file = join(folder, "table.parquet");
    await writeTable("parquet", file, LAYOUT, ROWS);
    expect(await query(`SELECT bbox_2, naam, oppervlakte, lat, hoofd, doelen FROM '${file}'`)).toEqual([
      ["007", '=De "Put"\n\u0001👩‍🚀', -5, 0.1, true, ["woonfunctie", "kantoorfunctie"]],
      [null, null, null, null, null, []],
      ["2021-03-01", "x".repeat(40_000), 2_147_483_647, 1, false, null],
      ["0457200000521750", "é", 0, 1e21, null, [""]],
    ]);
    expect(
      await query(`SELECT column_name, column_type FROM (DESCRIBE SELECT * EXCLUDE geometry FROM '${file}')`),
    ).toEqual([
      ["bbox_2", "VARCHAR"],
      ["naam", "VARCHAR"],
      ["oppervlakte", "INTEGER"],
      ["lat", "DOUBLE"],
      ["hoofd", "BOOLEAN"],
      ["doelen", "VARCHAR[]"],
      ["bbox", "STRUCT(xmin FLOAT, ymin FLOAT, xmax FLOAT, ymax FLOAT)"],
    ]);
    expect(await query(`SELECT ST_AsText(geometry) FROM '${file}'`)).toEqual([
      ["POINT (5.0412345678 52.3000000123)"],
      [null],
      ["POINT (-0.1 0)"],
      ["POINT (7 50)"],
    ]);
  });

  test("finds boxes that enclose the points, and none where there is no geometry", async () => {
    const file = join(folder, "boxes.parquet");
    const rows = manyRows(5000);
    await writeTable("parquet", file, LAYOUT, rows);
    const boxes = await query(
      `SELECT bbox.xmin::DOUBLE, bbox.xmax::DOUBLE, bbox.ymin::DOUBLE, bbox.ymax::DOUBLE FROM '${file}'`,
    );
    expect(boxes.length).toBe(5000);
    boxes.forEach((sides, i) => {
      const point = rows[i]!.geometry as { x: number; y: number } | null;
      const [xmin, xmax, ymin, ymax] = sides as number[];
      const isRight =
        point === null
          ? sides.every((side) => side === null)
          : xmin! <= point.x &&
            point.x <= xmax! &&
            ymin! <= point.y &&
            point.y <= ymax! &&
            xmax! - xmin! < 1e-5;
      expect([i, isRight]).toEqual([i, true]);
    });
  });

  test("reads values that repeat, cease to repeat or are absent, of letters of several bytes", async () => {
    const file = join(folder, "repeating.parquet");
    const rows = Array.from({ length: 5_000 }, (_, i) => ({
      values: [
        i < 1_500 ? "één" : `${i} 👩‍🚀`,
        i % 3 === 0 ? "" : `Straße ${i % 7} 👩‍🚀`,
        i % 5 === 0 ? null : (i % 11) - 5,
        i % 4 === 0 ? null : (i % 13) / 8,
        i % 2 === 0,
        [`${i % 4}`, "", "doel ß"].slice(i % 3),
      ],
    }));
    await writeTable("parquet", file, LAYOUT, rows, { rowsPerCall: 777 });
    const read = await query(`SELECT bbox_2, naam, oppervlakte, lat, hoofd, doelen FROM '${file}'`);
    expect(read).toEqual(rows.map(({ values }) => values.map((value) => (value === "" ? null : value))));
    const encodings = `SELECT path_in_schema, encodings FROM parquet_metadata('${file}')
      WHERE column_id < 3 ORDER BY column_id`;
    expect(await query(encodings)).toEqual([
      ["bbox_2", "PLAIN"],
      ["naam", "PLAIN, RLE_DICTIONARY"],
      ["oppervlakte", "PLAIN, RLE_DICTIONARY"],
    ]);
  });

  test("sums the values of several row groups", async () => {
    const file = join(folder, "groups.parquet");
    await writeTable("parquet", file, LAYOUT, manyRows(250_001), { rowsPerCall: 4096 });
    const sql = `SELECT count(*), sum(oppervlakte), sum(lat), count(DISTINCT bbox_2), count(doelen), count(geometry),
      count(*) FILTER (hoofd), count(DISTINCT naam) FROM '${file}'`;
    const thirds = Math.ceil(250_001 / 3);
    expect(await query(sql)).toEqual([
      [
        "250001",
        `${(250_000 * 250_001) / 2}`,
        (250_000 * 250_001) / 16,
        "250001",
        `${250_001 - thirds}`,
        `${250_001 - Math.ceil(250_001 / 7)}`,
        "125001",
        "100",
      ],
    ]);
    const groups = `SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${file}') ORDER BY 1`;
    expect(await query(groups)).toEqual([
      ["0", "100000"],
      ["1", "100000"],
      ["2", "50001"],
    ]);
  });
});

test("a table of many columns has smaller row groups, which bounds the memory of empty cells", async () => {
  const file = join(folder, "wide.parquet");
  const columns = Array.from({ length: 1_000 }, (_, i) => ({ name: `kolom ${i}`, kind: "cell" }) as const);
  const row: OutputRow = { values: ["1", ...new Array<string>(999).fill("")] };
  await writeTable("parquet", file, { name: "breed", columns }, new Array<OutputRow>(9_000).fill(row));
  const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(file));
  expect(row_groups.map(({ num_rows }) => num_rows)).toEqual([2_000n, 2_000n, 2_000n, 2_000n, 1_000n]);
  const sql = `SELECT count(*), count("kolom 0"), count("kolom 999") FROM '${file}'`;
  expect(await query(sql)).toEqual([["9000", "9000", "0"]]);
});

test("the metadata are those of GeoParquet 1.1, and statistics of boxes let readers skip row groups", async () => {
  const file = join(folder, "metadata.parquet");
  await writeTable("parquet", file, LAYOUT, ROWS);
  const { key_value_metadata, row_groups, num_rows } = await parquetMetadataAsync(
    await asyncBufferFromFile(file),
  );
  expect(JSON.parse(key_value_metadata!.find(({ key }) => key === "geo")!.value!)).toEqual({
    version: "1.1.0",
    primary_column: "geometry",
    columns: {
      geometry: {
        encoding: "WKB",
        geometry_types: ["Point"],
        bbox: [-0.1, 0, 7, 52.3000000123],
        covering: {
          bbox: {
            xmin: ["bbox", "xmin"],
            ymin: ["bbox", "ymin"],
            xmax: ["bbox", "xmax"],
            ymax: ["bbox", "ymax"],
          },
        },
      },
    },
  });
  expect(num_rows).toBe(4n);
  const xmin = row_groups[0]!.columns.find(
    ({ meta_data }) => meta_data!.path_in_schema.join() === "bbox,xmin",
  );
  expect(xmin!.meta_data!.statistics).toMatchObject({ max_value: 7, null_count: 1n });
  expect(xmin!.meta_data!.codec).toBe("ZSTD");
});

test("polygons are multipolygons in little-endian WKB", async () => {
  const file = join(folder, "polygons.parquet");
  const rings = [new Float64Array([5, 52, 6, 52, 6, 53, 5, 52])];
  const layout: TableLayout = { ...LAYOUT, geometryType: "MultiPolygon" };
  await writeTable("parquet", file, layout, [
    { values: ROWS[0]!.values, geometry: { type: "Polygon", rings } },
  ]);
  expect(await query(`SELECT ST_AsText(geometry), hex(ST_AsWKB(geometry)[1:5]) FROM '${file}'`)).toEqual([
    ["MULTIPOLYGON (((5 52, 6 52, 6 53, 5 52)))", "0106000000"],
  ]);
});

test("a table without geometry is plain Parquet; one without rows has its columns", async () => {
  const file = join(folder, "plain.parquet");
  const { geometryType: _, ...plain } = LAYOUT;
  await writeTable("parquet", file, plain, ROWS);
  expect(await query(`SELECT count(*) FROM parquet_kv_metadata('${file}')`)).toEqual([["0"]]);
  expect(await query(`SELECT bbox FROM '${file}' LIMIT 1`)).toEqual([["007"]]);
  await writeTable("parquet", file, LAYOUT, []);
  expect(await query(`SELECT count(*), count(naam) FROM '${file}'`)).toEqual([["0", "0"]]);
});

test("equal tables are equal files, however the rows come", async () => {
  const file = join(folder, "same.parquet");
  const rows = manyRows(320_000);
  const sums: unknown[] = [];
  for (const rowsPerCall of [1000, 777, 100_000]) {
    await writeTable("parquet", file, LAYOUT, rows, { rowsPerCall });
    sums.push(Bun.hash(readFileSync(file)));
  }
  expect(new Set(sums).size).toBe(1);
});

test("a fault of the target ends the writing", async () => {
  let pieces = 0;
  const write = async () => {
    if (++pieces > 1) {
      throw new Error("the disk is full");
    }
  };
  const writer = createTableWriter("parquet", LAYOUT, write, { makeScratchFolder: () => folder });
  await writer.write(manyRows(100_000));
  await expect(writer.finish()).rejects.toThrow("the disk is full");
  await writer.close();
});
