import { expect, test } from "bun:test";
import { objectColumns } from "./object-columns.ts";
import { forEachRow, type RowBatch, RowBatchBuilder, transferablesOfBatch } from "./row-batch.ts";

function rowsOf(batch: RowBatch): unknown[][] {
  const rows: unknown[][] = [];
  forEachRow(batch, (values) => rows.push(values.map((v) => (v instanceof Uint8Array ? [...v] : v))));
  return rows;
}

/** Rows of an openbare ruimte: fid, voorkomen, einde, naam, verkorte naam, type, woonplaats, status, key. */
const STREET = [363300000000001, 1, null, "'t Höfke", null, "Weg", 9001, 0, "'t hofke"];
const OTHER = [9007199254740991, 12, "2024-03-09", "B", "b", "Water", 9002, 1, "b"];

test("the columns of an openbare ruimte are those that the rows here have", () => {
  expect(objectColumns("OPR").map(({ name }) => name)).toEqual([
    "fid",
    "voorkomen_identificatie",
    "eind_geldigheid",
    "naam",
    "verkorte_naam",
    "type",
    "woonplaats_id",
    "status",
    "name_key",
  ]);
});

test("rows come out as they went in: texts, whole numbers up to 2^53, and null", () => {
  const builder = new RowBatchBuilder("OPR");
  builder.add(STREET, undefined);
  builder.add(OTHER, undefined);
  const batch = builder.build();
  expect(batch).toMatchObject({ code: "OPR", count: 2 });
  expect(rowsOf(batch)).toEqual([STREET, OTHER]);
});

test("geometry comes last, each row's own, also an empty one", () => {
  const builder = new RowBatchBuilder("LIG");
  const row = [1, 1, null, 2, null, 0, 52.5, 4.25];
  builder.add(row, Uint8Array.of(1, 2, 3));
  builder.add(row, new Uint8Array(0));
  builder.add(row, Uint8Array.of(4));
  const batch = builder.build();
  expect(rowsOf(batch)).toEqual([
    [...row, [1, 2, 3]],
    [...row, []],
    [...row, [4]],
  ]);
});

test("no rows are no rows", () => {
  expect(rowsOf(new RowBatchBuilder("OPR").build())).toEqual([]);
  expect(rowsOf(new RowBatchBuilder("PND").build())).toEqual([]);
});

test("a batch survives the way to another thread, its numbers and geometry handed over", () => {
  const builder = new RowBatchBuilder("LIG");
  const row = [1, 1, "2024-03-09", 2, "3|4", 0, 52.5, 4.25];
  builder.add(row, Uint8Array.of(7, 8));
  const batch = builder.build();
  const received = structuredClone(batch, { transfer: transferablesOfBatch(batch) });
  expect(rowsOf(received)).toEqual([[...row, [7, 8]]]);
  expect(batch.geom.byteLength).toBe(0);
});

test("a row of another number of values than its table is a fault", () => {
  const builder = new RowBatchBuilder("OPR");
  expect(() => builder.add(STREET.slice(1), undefined)).toThrow("OPR: a row of 8 values for 9 columns");
});
