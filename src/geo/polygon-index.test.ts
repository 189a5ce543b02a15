import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { geometryIntersectsBox } from "./box-intersection.ts";
import type { Geometry, MultiPolygonGeometry } from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";
import { PolygonIndex } from "./polygon-index.ts";

/** Coordinates on a small grid, so that points fall on edges and corners, and edges on each other. */
const coordinate = fc.integer({ min: 0, max: 12 });
const ring = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 7 })
  .map((positions) => Float64Array.from([...positions, positions[0]!].flat()));
const polygons = fc
  .array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  .map((parts): MultiPolygonGeometry => ({ type: "MultiPolygon", polygons: parts }));

test("holds the points that the test without an index says it holds", () => {
  fc.assert(
    fc.property(polygons, (geometry) => {
      const index = new PolygonIndex(geometry);
      for (let x = -1; x <= 13; x += 0.5) {
        for (let y = -1; y <= 13; y += 0.5) {
          expect(index.containsPoint(x, y)).toBe(containsPoint(geometry, x, y));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("intersects the boxes that the test without an index says it does", () => {
  const box = fc.tuple(coordinate, coordinate, coordinate, coordinate).map(([a, b, c, d]) => ({
    minX: Math.min(a, b),
    maxX: Math.max(a, b),
    minY: Math.min(c, d),
    maxY: Math.max(c, d),
  }));
  fc.assert(
    fc.property(polygons, fc.array(box, { minLength: 20, maxLength: 20 }), (geometry, boxes) => {
      const index = new PolygonIndex(geometry);
      for (const each of boxes) {
        expect(index.intersectsBox(each)).toBe(geometryIntersectsBox(geometry, each));
      }
    }),
  );
});

const square = (minX: number, minY: number, maxX: number, maxY: number) =>
  Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY, minX, minY);
const polygon = (...rings: Float64Array[]): Geometry => ({ type: "Polygon", rings });

describe("a square of 10 with a hole of 4", () => {
  const index = new PolygonIndex(polygon(square(0, 0, 10, 10), square(3, 3, 7, 7)));

  test.each<[string, Geometry, boolean]>([
    ["the same", polygon(square(0, 0, 10, 10)), true],
    ["within the ring", polygon(square(1, 1, 2, 2)), true],
    ["around it", polygon(square(-5, -5, 15, 15)), true],
    ["across a side", polygon(square(9, 4, 12, 5)), true],
    ["touching a side", polygon(square(10, 4, 12, 5)), true],
    ["touching a corner", polygon(square(10, 10, 12, 12)), true],
    ["just beside a side", polygon(square(10.000001, 4, 12, 5)), false],
    ["in the hole", polygon(square(4, 4, 6, 6)), false],
    ["filling the hole", polygon(square(3, 3, 7, 7)), true],
    ["across the whole, corners outside", polygon(square(-1, 4, 11, 5)), true],
    ["around it, with a hole that holds it", polygon(square(-9, -9, 20, 20), square(-1, -1, 11, 11)), false],
    [
      "two parts, the second within",
      { type: "MultiPolygon", polygons: [[square(20, 20, 21, 21)], [square(1, 1, 2, 2)]] },
      true,
    ],
    ["a point on a side", { type: "Point", x: 0, y: 5 }, true],
    ["a point in the hole", { type: "Point", x: 5, y: 5 }, false],
  ])("and a geometry: %s", (_, geometry, expected) => {
    expect(index.intersects(geometry)).toBe(expected);
  });
});

test("a comb with 20,000 long teeth, whose edges would be in every strip, takes little memory", () => {
  const teeth = Array.from({ length: 20_000 }, (_, i) => [i, 0, i + 0.5, 1]).flat();
  const comb = polygon(Float64Array.from([...teeth, 20_000, -1, 0, -1, 0, 0]));
  const before = process.memoryUsage().rss;
  const index = new PolygonIndex(comb);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  expect([index.containsPoint(10.5, 0.9), index.containsPoint(10, 0.9)]).toEqual([true, false]);
});
