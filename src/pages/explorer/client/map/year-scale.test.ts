import { expect, test } from "bun:test";
import { FIRST_YEAR, LAST_YEAR, positionOfYear, SCALE_LENGTH, yearAtPosition } from "./year-scale.ts";

test("a class ends where the next begins: after its last year", () => {
  const lastYears = [1699, 1849, 1900, 1918, 1945, 1965, 1973, 1991, 2004, 2014, LAST_YEAR];
  expect(lastYears.map(positionOfYear)).toEqual(lastYears.map((_, i) => i + 1));
  expect(SCALE_LENGTH).toBe(lastYears.length);
});

test("every year has a position of its own, in order, from which it is read back", () => {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, i) => FIRST_YEAR + i);
  const positions = years.map(positionOfYear);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions.map(yearAtPosition)).toEqual(years);
});

test("years and positions beyond the scale are those of its ends", () => {
  expect(positionOfYear(1005)).toBe(positionOfYear(1600));
  expect(positionOfYear(9999)).toBe(SCALE_LENGTH);
  expect(yearAtPosition(0)).toBe(1600);
  expect(yearAtPosition(-1)).toBe(1600);
  expect(yearAtPosition(SCALE_LENGTH + 1)).toBe(LAST_YEAR);
});
