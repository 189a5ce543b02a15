import { expect, test } from "bun:test";
import fc from "fast-check";
import { convexHull } from "./convex-hull.ts";
import { orientation } from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";

test.each([
  ["no points", [], []],
  ["one point", [3, 4], [3, 4, 3, 4]],
  ["equal points", [3, 4, 3, 4, 3, 4], [3, 4, 3, 4]],
  ["two points", [5, 5, 1, 1], [1, 1, 5, 5, 1, 1]],
  ["points on a line", [2, 2, 5, 5, 1, 1, 3, 3], [1, 1, 5, 5, 1, 1]],
  ["an upright line", [1, 9, 1, 2, 1, 5], [1, 2, 1, 9, 1, 2]],
  [
    "a square with points inside and on its edges",
    [4, 4, 2, 2, 0, 0, 4, 0, 0, 4, 2, 0, 1, 3, 4, 4],
    [0, 0, 4, 0, 4, 4, 0, 4, 0, 0],
  ],
])("the hull of %s", (_, points, expected) => {
  expect([...convexHull(Float64Array.of(...points))]).toEqual(expected);
});

test("turns left at every corner, starts from given points and contains all of them", () => {
  const coordinate = fc.integer({ min: -50, max: 50 });
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 6, maxLength: 120 }), (values) => {
      const points = Float64Array.from(values.slice(0, values.length & ~1));
      const ring = convexHull(points);
      fc.pre(ring.length >= 8);
      for (let i = 0; i + 3 < ring.length; i += 2) {
        const after = i + 5 < ring.length ? i + 4 : 2;
        const turn = orientation(
          ring[i]!,
          ring[i + 1]!,
          ring[i + 2]!,
          ring[i + 3]!,
          ring[after]!,
          ring[after + 1]!,
        );
        if (turn <= 0) {
          return false;
        }
      }
      for (let i = 0; i < points.length; i += 2) {
        if (!containsPoint({ type: "Polygon", rings: [ring] }, points[i]!, points[i + 1]!)) {
          return false;
        }
      }
      return true;
    }),
  );
});
