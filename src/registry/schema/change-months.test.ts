import { expect, test } from "bun:test";
import { toDayNumber } from "../../base/day-number.ts";
import { decodeIds, encodeIds, monthOf } from "./change-months.ts";

test.each([
  [0, 1970, 1],
  [-1, 1969, 12],
  // Days with the last fourteen bits of the first day.
  [16_384, 2014, 11],
  [0, 1970, 1],
  [toDayNumber(1_01_01), 1, 1],
  [toDayNumber(2024_02_29), 2024, 2],
])("day %d is in %d-%d", (day, year, month) => {
  expect(monthOf(day)).toBe(year * 12 + month - 1);
});

test("ids come back in order, each once", () => {
  expect(decodeIds(encodeIds([457_010_000_000_002, 3594, 457_010_000_000_001, 3594]))).toEqual([
    3594, 457_010_000_000_001, 457_010_000_000_002,
  ]);
  expect(encodeIds([])).toEqual(new Uint8Array());
});
