import { expect, test } from "bun:test";
import { readAxis, readPosition } from "./position-cells.ts";

test("degrees with a point or comma, and RD metres, are told apart by value", () => {
  // The origin of RD, the tower of Amersfoort, in the official test values of NSGI.
  const degrees = readPosition("52.155172897", "5,387203657");
  expect(degrees.kind).toBe("position");
  const { rd } = degrees as Extract<typeof degrees, { kind: "position" }>;
  expect(rd.x).toBeCloseTo(155_000, 2);
  expect(rd.y).toBeCloseTo(463_000, 2);
  expect(readPosition("463000", "155000")).toEqual({ kind: "position", rd: { x: 155_000, y: 463_000 } });
});

test.each([
  ["5.3872", "52.1551", "swapped"],
  ["155000", "463000", "swapped"],
  ["48.85", "2.35", "outside"],
  ["629001", "155000", "outside"],
  ["", "5.3", "none"],
  ["0", "0", "none"],
  ["52.1 N", "5.3", "none"],
  ["155.000,5", "463.000", "none"],
] as const)("y %p, x %p: %p", (y, x, kind) => {
  expect(readPosition(y, x)).toEqual({ kind });
});

test("a cell of a spreadsheet is read by its text", () => {
  expect(readAxis({ kind: "number", text: "52.5", stored: "52.5" })).toBe(52.5);
  expect(readAxis("-1.5")).toBe(-1.5);
  expect(readAxis("1e5")).toBeUndefined();
});
