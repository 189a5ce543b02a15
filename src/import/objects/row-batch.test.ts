import { expect, test } from "bun:test";
import type { BaseRow } from "./base-row.ts";
import { forEachRow, type ObjectRows, RowBatchBuilder, transferablesOfBatch } from "./row-batch.ts";
import { orderValues } from "./row-layout.ts";

function rowsOf(batch: ObjectRows): BaseRow[] {
  const rows: BaseRow[] = [];
  forEachRow(batch, (row) => rows.push(row));
  return rows;
}

const STREET: BaseRow = {
  fid: 363300000000001,
  voorkomen: 1,
  endDate: null,
  values: orderValues("OPR", {
    naam: "'t Höfke",
    verkorte_naam: null,
    type: "Weg",
    woonplaats_id: 9001,
    status: 0,
    name_key: "'t hofke",
  }),
  geom: undefined,
};
const OTHER: BaseRow = {
  fid: 9007199254740991,
  voorkomen: 12,
  endDate: "2024-03-09",
  values: orderValues("OPR", {
    naam: "B",
    verkorte_naam: "b",
    type: "Water",
    woonplaats_id: 9002,
    status: 1,
    name_key: "b",
  }),
  geom: undefined,
};

/** Makes a row of a ligplaats. */
function mooring(geom: Uint8Array, nevenadressen: string | null = null): BaseRow {
  const values = orderValues("LIG", {
    hoofdadres_id: 2,
    nevenadres_ids: nevenadressen,
    status: 0,
    latitude: 52.5,
    rd_x: 131234.567,
    rd_y: 480123.4,
    longitude: 4.25,
  });
  return { fid: 1, voorkomen: 1, endDate: null, values, geom };
}

test("rows come out as they went in: texts, whole numbers up to 2^53, and null", () => {
  const builder = new RowBatchBuilder("OPR");
  builder.add(STREET);
  builder.add(OTHER);
  const batch = builder.build();
  expect(batch).toMatchObject({ code: "OPR", count: 2 });
  expect(rowsOf(batch)).toEqual([STREET, OTHER]);
});

test("each row has its own geometry, also an empty one", () => {
  const builder = new RowBatchBuilder("LIG");
  const rows = [mooring(Uint8Array.of(1, 2, 3)), mooring(new Uint8Array(0)), mooring(Uint8Array.of(4))];
  for (const row of rows) {
    builder.add(row);
  }
  expect(rowsOf(builder.build())).toEqual(rows);
});

test("no rows are no rows", () => {
  expect(rowsOf(new RowBatchBuilder("OPR").build())).toEqual([]);
  expect(rowsOf(new RowBatchBuilder("PND").build())).toEqual([]);
});

test("a batch survives the way to another thread, its numbers and geometry handed over", () => {
  const builder = new RowBatchBuilder("LIG");
  const row = { ...mooring(Uint8Array.of(7, 8), "3|4"), endDate: "2024-03-09" };
  builder.add(row);
  const batch = builder.build();
  const received = structuredClone(batch, { transfer: transferablesOfBatch(batch) });
  expect(rowsOf(received)).toEqual([row]);
  expect([batch.geom, batch.fids, batch.voorkomens].map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
});

test("a row of another number of values than its table is a fault", () => {
  const builder = new RowBatchBuilder("OPR");
  expect(() => builder.add({ ...STREET, values: STREET.values.slice(1) })).toThrow(
    "OPR: a row of 5 values for 6 columns",
  );
});
