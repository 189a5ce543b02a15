import { expect, test } from "bun:test";
import { fromRows, type HistoryVoorkomen, toRows } from "./voorkomen-life.ts";

const FIRST: HistoryVoorkomen = {
  id: 457_100_000_000_001,
  nr: 1,
  retired: 0,
  beginDay: 14_000,
  endDay: 15_000,
  registeredMs: 300_000_000_000,
  registeredLvMs: 300_000_000_700,
  endRegisteredMs: 400_000_000_000,
  endRegisteredLvMs: 400_000_000_900,
  inactiveMs: null,
  inactiveLvMs: null,
  notBagLvMs: null,
  geconstateerd: false,
  document: "D.1",
  documentDay: 14_000,
  values: [1950, 3],
  geom: Uint8Array.of(1, 2, 3),
};
const SECOND: HistoryVoorkomen = {
  ...FIRST,
  nr: 2,
  beginDay: 15_000,
  endDay: null,
  registeredMs: 400_000_000_000,
  registeredLvMs: 400_000_000_900,
  endRegisteredMs: null,
  endRegisteredLvMs: null,
  documentDay: 14_999,
  geconstateerd: true,
  values: [1951, 3],
};
const MARKED: HistoryVoorkomen = {
  ...FIRST,
  retired: 450_000_000_000,
  notBagLvMs: 450_000_000_000,
  endDay: 14_500,
  values: [1940, 3],
};
const EXTRA = 9;
const GEOM = -1;

test("ends that follow and a geometry that stays are not stored, and come back", () => {
  const rows = toRows([SECOND, FIRST], true);
  expect(rows.map((row) => [row[EXTRA], row.at(GEOM)])).toEqual([
    [null, FIRST.geom],
    [null, null],
  ]);
  expect(fromRows(rows, true)).toEqual([FIRST, SECOND]);
});

test.each<[string, HistoryVoorkomen[]]>([
  ["a voorkomen that ends before the next begins", [{ ...FIRST, endDay: 14_900 }, SECOND]],
  ["a first one without an end", [{ ...FIRST, endDay: null }, SECOND]],
  ["a last one with an end", [FIRST, { ...SECOND, endDay: 20_000, endRegisteredMs: 7 }]],
  ["another registration of the end", [{ ...FIRST, endRegisteredLvMs: null, endRegisteredMs: 5 }, SECOND]],
  ["a marked one beside one that counts", [FIRST, MARKED, SECOND]],
  ["marked ones alone", [MARKED, { ...MARKED, retired: 460_000_000_000, inactiveMs: 1, inactiveLvMs: 2 }]],
  ["another geometry", [FIRST, { ...SECOND, geom: Uint8Array.of(9) }]],
  ["one that cannot be used between two", [FIRST, { ...SECOND, values: [null, null], geom: null }]],
  [
    "no times and no document",
    [{ ...FIRST, registeredMs: null, registeredLvMs: null, document: null, documentDay: null }],
  ],
])("%s comes back", (_, life) => {
  expect(fromRows(toRows(life, true), true)).toEqual(life);
});

test("a type without geometry has rows without it", () => {
  const life = [FIRST, SECOND].map((one) => ({ ...one, geom: null }));
  const rows = toRows(life, false);
  expect(rows.map((row) => row.length)).toEqual([12, 12]);
  expect(fromRows(rows, false)).toEqual(life);
});

test("a voorkomen behind one that cannot be used has the geometry of the last one that has any", () => {
  const life = [
    FIRST,
    { ...SECOND, values: [null, null], geom: null },
    { ...SECOND, nr: 3, beginDay: 15_500 },
  ];
  expect(fromRows(toRows(life, true), true)[2]!.geom).toEqual(FIRST.geom);
});
