import { expect, test } from "bun:test";
import { BOUWJAAR_CLASSES, bouwjaarClassOf, UNKNOWN_CLASS } from "./bouwjaar-classes.ts";

test("the last year of each class and the first of the next lie on both sides of its border", () => {
  const lastYears = [1699, 1849, 1900, 1918, 1945, 1965, 1973, 1991, 2004, 2014];
  expect(lastYears.map(bouwjaarClassOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(lastYears.map((year) => bouwjaarClassOf(year + 1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect([0, 1006, 2026, 9998].map(bouwjaarClassOf)).toEqual([0, 0, 10, 10]);
});

test("each class contains the years that it declares, and has a colour of its own", () => {
  expect(BOUWJAAR_CLASSES).toHaveLength(12);
  for (const [number, { firstYear, lastYear }] of BOUWJAAR_CLASSES.slice(0, UNKNOWN_CLASS).entries()) {
    expect(bouwjaarClassOf(firstYear ?? 1)).toBe(number);
    expect(bouwjaarClassOf(lastYear ?? 9999)).toBe(number);
  }
  expect(bouwjaarClassOf(null)).toBe(UNKNOWN_CLASS);
  expect(new Set(BOUWJAAR_CLASSES.map(({ colour }) => colour)).size).toBe(12);
});
