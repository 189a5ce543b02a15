import { expect, test } from "bun:test";
import { sortKeyOf } from "./sort-key.ts";

/** House numbers in ascending order. */
const IN_ORDER: [number, string | null, string | null][] = [
  [1, null, null],
  [2, null, null],
  [2, null, "0"],
  [2, null, "1"],
  [2, null, "01"],
  [2, null, "1-3"],
  [2, null, "1A"],
  [2, null, "2"],
  [2, null, "10"],
  [2, null, "1000"],
  [2, null, "a"],
  [2, null, "A"],
  [2, null, "A1"],
  [2, null, "A2"],
  [2, null, "A10"],
  [2, null, "ab"],
  [2, null, "bis"],
  [2, null, "biS"],
  [2, null, "Bis"],
  [2, null, "BIS"],
  [2, null, "bisa"],
  [2, "a", null],
  [2, "a", "1"],
  [2, "a", "10"],
  [2, "a", "II"],
  [2, "A", null],
  [2, "A", "1"],
  [2, "b", null],
  [2, "B", null],
  [10, null, null],
  [100, "z", "9999"],
  [99999, null, null],
];

test("keys sort in natural order", () => {
  const keys = IN_ORDER.map((parts) => sortKeyOf(...parts));
  const disorder = keys.findIndex((key, i) => i > 0 && key <= keys[i - 1]!);
  expect(disorder === -1 ? "in order" : `${keys[disorder - 1]} before ${keys[disorder]}`).toBe("in order");
});

test.each([
  [5, null, null, "00005"],
  [5, "a", null, "00005 a"],
  [5, "A", null, "00005 a~"],
  [12, "a", "10", "00012 a 210"],
  [16, "D", "K", "00016 d~ k k"],
  [3, "a", "13", "00003 a 213"],
  [12345, null, "bis", "12345  bis"],
])("%j %j %j is %j", (huisnummer, letter, toevoeging, key) => {
  expect(sortKeyOf(huisnummer, letter, toevoeging)).toBe(key);
});

test("an empty part is no part", () => {
  expect(sortKeyOf(5, "", "")).toBe(sortKeyOf(5, null, null));
});
