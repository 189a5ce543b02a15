import { expect, test } from "bun:test";
import type { Geometry } from "./geometry.ts";
import { listOverlaps } from "./overlaps.ts";

const box = (x1: number, y1: number, x2: number, y2: number): Geometry => ({
  type: "Polygon",
  rings: [Float64Array.of(x1, y1, x2, y1, x2, y2, x1, y2, x1, y1)],
});

test("neighbours that share a border, a corner, or overlap by the rounding of millimetres do not overlap", () => {
  const areas = [
    box(0, 0, 100, 100),
    box(100, 0, 200, 100),
    box(100, 100, 200, 200),
    box(0, 99.999, 99, 200),
  ];
  expect(listOverlaps(areas)).toEqual([]);
});

test("areas overlap that share a part, are equal, or contain one another", () => {
  expect(listOverlaps([box(0, 0, 100, 100), box(90, 50, 200, 150), box(300, 0, 400, 100)])).toEqual([[0, 1]]);
  expect(listOverlaps([box(0, 0, 100, 100), box(0, 0, 100, 100)])).toEqual([[0, 1]]);
  expect(listOverlaps([box(0, 0, 100, 100), box(40, 40, 60, 60)])).toEqual([[0, 1]]);
  // All corners lie on the border of the other area.
  expect(listOverlaps([box(0, 0, 100, 100), box(70, 0, 170, 100)])).toEqual([[0, 1]]);
  // A cross: none of its corners is in the other area.
  expect(listOverlaps([box(0, 40, 100, 60), box(40, 0, 60, 100)])).toEqual([[0, 1]]);
});

test("an area in the hole of another does not overlap it", () => {
  const ring = box(0, 0, 100, 100) as Extract<Geometry, { type: "Polygon" }>;
  const hole = Float64Array.of(40, 40, 40, 60, 60, 60, 60, 40, 40, 40);
  expect(listOverlaps([{ type: "Polygon", rings: [ring.rings[0]!, hole] }, box(40, 40, 60, 60)])).toEqual([]);
});
