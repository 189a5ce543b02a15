import { expect, test } from "bun:test";
import { cellColumn, cellNumber, zOrder } from "./z-order.ts";

test("Z-order numbers the square metres of a square quarter by quarter", () => {
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
  ] as const;
  expect(corners.map(([x, y]) => zOrder(x, y))).toEqual([0, 1, 2, 3, 4]);
  expect(zOrder(2 ** 19, 0)).toBe(2 ** 38);
  expect(zOrder(0, 2 ** 19)).toBe(2 ** 39);
  expect([zOrder(2 ** 21, 2 ** 21), zOrder(-5, -5), zOrder(1.9, 0)]).toEqual([2 ** 40 - 1, 0, 1]);
});

test("the binary digits of row and column alternate in the number of a cell, and come apart again", () => {
  const digitsOf = (number: number) => number.toString(2).padStart(15, "0");
  for (const [column, row] of [
    [0, 0],
    [0b101, 0b011],
    [12_345, 31_000],
    [32_767, 32_767],
  ] as const) {
    const digits = [...digitsOf(row)].map((digit, i) => digit + digitsOf(column)[i]!).join("");
    const number = cellNumber(column, row);
    expect(number).toBe(Number.parseInt(digits, 2));
    expect([cellColumn(number), cellColumn(number >> 1)]).toEqual([column, row]);
  }
});
