import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Geometry } from "../../geo/geometry.ts";
import { WoonplaatsLocator } from "./woonplaats-locator.ts";

function box(minX: number, minY: number, maxX: number, maxY: number): Geometry {
  return { type: "Polygon", rings: [ring(minX, minY, maxX, maxY)] };
}

function ring(minX: number, minY: number, maxX: number, maxY: number): Float64Array {
  return Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY, minX, minY);
}

const locator = new WoonplaatsLocator([
  { id: 4, geometry: box(100_000, 400_000, 104_000, 404_000) },
  { id: 2, geometry: box(103_000, 400_000, 106_000, 404_000) },
  {
    id: 3,
    geometry: {
      type: "MultiPolygon",
      polygons: [[ring(110_000, 400_000, 111_000, 401_000)], [ring(150_000, 500_000, 151_000, 501_000)]],
    },
  },
  {
    id: 5,
    geometry: {
      type: "Polygon",
      rings: [ring(120_000, 400_000, 130_000, 410_000), ring(124_000, 404_000, 126_000, 406_000)],
    },
  },
]);

test.each([
  ["inside one", 101_000, 401_000, 4, true],
  ["inside two, the lower number", 103_500, 401_000, 2, true],
  ["inside the far part of one with several", 150_500, 500_500, 3, true],
  ["in a hole, the one around it", 125_000, 405_000, 5, false],
  ["between two, the nearer", 107_000, 402_000, 2, false],
  ["between two, the nearer from the other side", 109_500, 400_500, 3, false],
  ["abroad, the nearest", 0, 0, 4, false],
  ["far to the north, the nearest part", 150_000, 900_000, 3, false],
] as const)("a point %s (%d %d) belongs to %d, inside: %p", (_where, x, y, id, isInside) => {
  expect(locator.locate(x, y)).toEqual({ id, isInside });
});

test("without woonplaatsen there is none", () => {
  expect(new WoonplaatsLocator([]).locate(1, 1)).toBeUndefined();
});

test("any point gets the box that holds it, else the one at least distance", () => {
  const coordinate = fc.integer({ min: 0, max: 300 }).map((n) => n * 1000);
  const size = fc.integer({ min: 1, max: 40 }).map((n) => n * 500);
  const boxes = fc.array(fc.tuple(coordinate, coordinate, size, size), { minLength: 1, maxLength: 30 });
  const property = fc.property(boxes, coordinate, coordinate, (given, px, py) => {
    // Half a metre off the grid, so that no point lies on a border.
    const x = px + 0.5;
    const y = py + 0.5;
    const entries = given.map(([minX, minY, w, h], id) => ({
      id,
      geometry: box(minX, minY, minX + w, minY + h),
    }));
    const distances = given.map(([minX, minY, w, h]) =>
      Math.hypot(Math.max(minX - x, 0, x - minX - w), Math.max(minY - y, 0, y - minY - h)),
    );
    const found = new WoonplaatsLocator(entries).locate(x, y)!;
    const least = Math.min(...distances);
    expect(distances[found.id]).toBeCloseTo(least, 6);
    expect(found.isInside).toBe(least === 0);
    if (least === 0) {
      expect(found.id).toBe(distances.indexOf(0));
    }
  });
  fc.assert(property, { numRuns: 300, seed: 3631 });
});
