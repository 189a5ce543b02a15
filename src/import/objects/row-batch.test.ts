import { expect, test } from "bun:test";
import { NO_END } from "../extract/dates.ts";
import { forEachVoorkomen, RowBatchBuilder, type TrivialBatch, transferablesOf } from "./row-batch.ts";
import { orderValues } from "./row-layout.ts";
import { BEGIN_IN_PAST, type Voorkomen } from "./voorkomen.ts";

function contentsOf(batch: TrivialBatch): Voorkomen[] {
  const voorkomens: Voorkomen[] = [];
  forEachVoorkomen(batch, (one) => voorkomens.push(one));
  return voorkomens;
}

const ALWAYS = { begin: BEGIN_IN_PAST, end: NO_END, isInactive: false };
const STREET_ROW = orderValues("OPR", {
  naam: "'t Höfke",
  verkorte_naam: null,
  type: "Weg",
  woonplaats_id: 9001,
  status: 0,
  name_key: "'t hofke",
});

const STREET: Voorkomen = { ...ALWAYS, id: 363300000000001, voorkomen: 1, row: STREET_ROW };
const OTHER: Voorkomen = {
  ...ALWAYS,
  id: 9007199254740991,
  voorkomen: 12,
  row: orderValues("OPR", {
    naam: "B",
    verkorte_naam: "b",
    type: "Water",
    woonplaats_id: 9002,
    status: 1,
    name_key: "b",
  }),
};
const ENDED: Voorkomen = { ...ALWAYS, id: 363300000000002, voorkomen: 3, row: null };

/** Makes the voorkomen of a ligplaats. */
function mooring(geom: Uint8Array, nevenadressen: string | null = null): Voorkomen {
  const row = orderValues("LIG", {
    hoofdadres_id: 2,
    nevenadres_ids: nevenadressen,
    status: 0,
    latitude: 52.5,
    rd_x: 131234.567,
    rd_y: 480123.4,
    longitude: 4.25,
  });
  return { ...ALWAYS, id: 1, voorkomen: 1, row, geom };
}

function batchOf(code: "OPR" | "LIG", ...voorkomens: readonly Voorkomen[]): TrivialBatch {
  const builder = new RowBatchBuilder(code);
  for (const one of voorkomens) {
    builder.add(one);
  }
  return builder.build();
}

test("rows come out as they went in: texts, whole numbers up to 2^53, and null", () => {
  expect(contentsOf(batchOf("OPR", STREET, OTHER))).toEqual([STREET, OTHER]);
});

test("voorkomens without a row come out after those with one", () => {
  const other = { ...ENDED, id: 363300000000003 };
  expect(contentsOf(batchOf("OPR", ENDED, STREET, other, OTHER))).toEqual([STREET, OTHER, ENDED, other]);
  expect(contentsOf(batchOf("OPR", ENDED))).toEqual([ENDED]);
});

test("each row has its own geometry, also an empty one; one that ended has none", () => {
  const rows = [mooring(Uint8Array.of(1, 2, 3)), mooring(new Uint8Array(0)), mooring(Uint8Array.of(4))];
  expect(contentsOf(batchOf("LIG", ENDED, ...rows))).toEqual([...rows, ENDED]);
});

test("no rows are no rows", () => {
  expect(contentsOf(batchOf("OPR"))).toEqual([]);
  expect(contentsOf(batchOf("LIG"))).toEqual([]);
});

test("a batch survives the way to another thread, its numbers and geometry handed over", () => {
  const row = mooring(Uint8Array.of(7, 8), "3|4");
  const batch = batchOf("LIG", row);
  const received = structuredClone(batch, { transfer: transferablesOf(batch) });
  expect(contentsOf(received)).toEqual([row]);
  expect([batch.geoms.bytes, batch.ids, batch.voorkomens].map(({ byteLength }) => byteLength)).toEqual([
    0, 0, 0,
  ]);
});

test("a row of another number of values than its table is a fault", () => {
  expect(() => batchOf("OPR", { ...STREET, row: STREET_ROW.slice(1) })).toThrow(
    "a row of 5 values for 6 columns",
  );
});
