import { expect, test } from "bun:test";
import { objectColumns } from "./object-columns.ts";
import { forEachRow, type RowBatch, RowBatchBuilder, transferablesOf } from "./row-batch.ts";

function rowsOf(batch: RowBatch): unknown[][] {
  const rows: unknown[][] = [];
  forEachRow(batch, (values, row) =>
    rows.push([row, ...values.map((v) => (v instanceof Uint8Array ? [...v] : v))]),
  );
  return rows;
}

/** Rows of an openbare ruimte: fid, naam, verkorte naam, type, woonplaats, status, voorkomen, einde, sleutel. */
const STREET = [363300000000001, "'t Höfke", null, "Weg", 9001, 0, 1, null, "'t hofke"];
const OTHER = [9007199254740991, "B", "b", "Water", 9002, 1, 12, "2024-03-09", "b"];

test("the columns of an openbare ruimte are those that the rows here have", () => {
  expect(objectColumns("OPR").map(({ name }) => name)).toEqual([
    "fid",
    "naam",
    "verkorte_naam",
    "type",
    "woonplaats_id",
    "status",
    "voorkomen_identificatie",
    "eind_geldigheid",
    "naam_sleutel",
  ]);
});

test("rows come out as they went in: texts, whole numbers up to 2^53, and null", () => {
  const builder = new RowBatchBuilder("OPR");
  builder.add(STREET, undefined, false);
  builder.add(OTHER, undefined, true);
  const batch = builder.build();
  expect(batch).toMatchObject({ code: "OPR", count: 2, edges: [1] });
  expect(rowsOf(batch)).toEqual([
    [0, ...STREET],
    [1, ...OTHER],
  ]);
});

test("geometry comes last, each row's own, also an empty one", () => {
  const builder = new RowBatchBuilder("LIG");
  const row = [1, 2, null, 0, 1, null, 52.5, 4.25];
  builder.add(row, Uint8Array.of(1, 2, 3), true);
  builder.add(row, new Uint8Array(0), false);
  builder.add(row, Uint8Array.of(4), true);
  const batch = builder.build();
  expect(rowsOf(batch)).toEqual([
    [0, ...row, [1, 2, 3]],
    [1, ...row, []],
    [2, ...row, [4]],
  ]);
  expect(batch.edges).toEqual([0, 2]);
});

test("no rows are no rows", () => {
  expect(rowsOf(new RowBatchBuilder("OPR").build())).toEqual([]);
  expect(rowsOf(new RowBatchBuilder("PND").build())).toEqual([]);
});

test("a batch survives the way to another thread, its numbers and geometry handed over", () => {
  const builder = new RowBatchBuilder("LIG");
  const row = [1, 2, "3|4", 0, 1, "2024-03-09", 52.5, 4.25];
  builder.add(row, Uint8Array.of(7, 8), false);
  const batch = builder.build();
  const received = structuredClone(batch, { transfer: transferablesOf(batch) });
  expect(rowsOf(received)).toEqual([[0, ...row, [7, 8]]]);
  expect(batch.geom.byteLength).toBe(0);
});

test("a row of another number of values than its table is a fault", () => {
  const builder = new RowBatchBuilder("OPR");
  expect(() => builder.add(STREET.slice(1), undefined, false)).toThrow(
    "OPR: a row of 8 values for 9 columns",
  );
});
