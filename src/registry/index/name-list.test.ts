import { expect, test } from "bun:test";
import { createNameList, positionAtDescendingRank, selectNames } from "./name-list.ts";

const KEYS = [
  "achtergracht",
  "breedstraat",
  "breedstraat",
  "dam",
  "dam",
  "dam",
  "nieuwstad",
  "oudegracht",
  "é",
];
const list = createNameList(KEYS);

function select(part: string, accepts = (_: number) => true): Uint32Array {
  const into = new Uint32Array(KEYS.length);
  return into.subarray(0, selectNames(list, into, { part, accepts }));
}

test.each([
  ["", [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ["a", [0, 1, 2, 3, 4, 5, 6, 7]],
  ["gracht", [0, 7]],
  ["straat", [1, 2]],
  ["dam", [3, 4, 5]],
  ["é", [8]],
  ["x", []],
])("%j is part of the names at %p", (part, positions) => {
  expect([...select(part)]).toEqual(positions);
});

test("what is not accepted is not counted", () => {
  expect([...select("a", (position) => position % 2 === 1)]).toEqual([1, 3, 5, 7]);
  expect([...select("", (position) => position > 6)]).toEqual([7, 8]);
});

test("descending reverses the names and leaves equal ones in order", () => {
  const selection = select("a");
  expect([...selection].map((_, rank) => positionAtDescendingRank(list, selection, rank))).toEqual([
    7, 6, 3, 4, 5, 1, 2, 0,
  ]);
});

test("an empty list has no names", () => {
  expect(selectNames(createNameList([]), new Uint32Array(0), { part: "a", accepts: () => true })).toBe(0);
});
