import { expect, test } from "bun:test";
import { geometryIntersectsBox } from "./box-intersection.ts";
import type { Geometry } from "./geometry.ts";

/** Square of side 10 with a hole from 4 to 8. */
const HOLED = {
  type: "Polygon",
  rings: [Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), Float64Array.of(4, 4, 4, 8, 8, 8, 8, 4, 4, 4)],
} satisfies Geometry;
const DIAMOND: Geometry = { type: "Polygon", rings: [Float64Array.of(5, 0, 10, 5, 5, 10, 0, 5, 5, 0)] };

test.each([
  ["within the solid part", HOLED, [1, 1, 2, 2], true],
  ["around all of it", HOLED, [-5, -5, 20, 20], true],
  ["across an edge without a vertex", HOLED, [9, 4, 12, 5], true],
  ["within the hole", HOLED, [5, 5, 7, 7], false],
  ["filling the hole", HOLED, [4, 4, 8, 8], true],
  ["beside", HOLED, [11, 0, 12, 10], false],
  ["touching an edge", HOLED, [10, 2, 12, 3], true],
  ["touching a corner", HOLED, [10, 10, 12, 12], true],
  ["in the diamond's envelope but off its edge", DIAMOND, [0, 0, 2, 2], false],
  ["with one corner over the slanted edge", DIAMOND, [0, 0, 3, 3], true],
  ["touching the slanted edge with a corner", DIAMOND, [0, 0, 2.5, 2.5], true],
  ["cut through by two edges, no corner or vertex inside", DIAMOND, [-1, 4.9, 11, 5.1], true],
  ["a point as box, inside", DIAMOND, [5, 5, 5, 5], true],
  ["around a point", { type: "Point", x: 1, y: 2 }, [0, 0, 3, 3], true],
  ["with a point on its edge", { type: "Point", x: 1, y: 2 }, [1, 0, 3, 3], true],
  ["beside a point", { type: "Point", x: 1, y: 2 }, [2, 0, 3, 3], false],
  ["against nothing", { type: "MultiPolygon", polygons: [] }, [0, 0, 1, 1], false],
] satisfies [string, Geometry, [number, number, number, number], boolean][])(
  "a box %s",
  (_, geometry, [minX, minY, maxX, maxY], expected) => {
    expect(geometryIntersectsBox(geometry, { minX, minY, maxX, maxY })).toBe(expected);
  },
);

test("any part of a multipolygon will do", () => {
  const far = Float64Array.of(100, 100, 101, 100, 101, 101, 100, 100);
  const both: Geometry = { type: "MultiPolygon", polygons: [HOLED.rings, [far]] };
  expect(geometryIntersectsBox(both, { minX: 100.4, minY: 100.1, maxX: 100.6, maxY: 100.2 })).toBe(true);
  expect(geometryIntersectsBox(both, { minX: 50, minY: 50, maxX: 60, maxY: 60 })).toBe(false);
});
