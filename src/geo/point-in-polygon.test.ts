import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Geometry } from "./geometry.ts";
import { containsPoint, distanceToGeometry } from "./point-in-polygon.ts";

/** Square of side 10 with a square hole from 4 to 6, and a diamond around (20, 5) with its corners on axis heights. */
const HOLED = {
  type: "Polygon",
  rings: [Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10, 0, 0), Float64Array.of(4, 4, 4, 6, 6, 6, 6, 4, 4, 4)],
} satisfies Geometry;
const DIAMOND = Float64Array.of(15, 5, 20, 0, 25, 5, 20, 10, 15, 5);
const BOTH: Geometry = { type: "MultiPolygon", polygons: [HOLED.rings, [DIAMOND]] };

describe("containsPoint", () => {
  test.each([
    ["inside", 1, 1, true],
    ["at the height of the hole's corners", 1, 4, true],
    ["beyond the hole at the height of its corners", 8, 6, true],
    ["in the hole", 5, 5, false],
    ["on an upright edge", 0, 5, true],
    ["on the bottom edge", 5, 0, true],
    ["on the top edge", 5, 10, true],
    ["on a corner", 10, 10, true],
    ["on the hole's edge", 4, 5, true],
    ["on the hole's top", 5, 6, true],
    ["on the hole's corner", 6, 6, true],
    ["left, level with the bottom edge", -1, 0, false],
    ["right, level with the top edge", 11, 10, false],
    ["just outside", 10.000001, 5, false],
    ["not a number", Number.NaN, 5, false],
  ])("holed square: %s", (_, x, y, expected) => {
    expect(containsPoint(HOLED, x, y)).toBe(expected);
    expect(containsPoint({ type: "Polygon", rings: HOLED.rings.map(reversed) }, x, y)).toBe(expected);
    expect(containsPoint(BOTH, x, y)).toBe(expected);
  });

  test.each([
    ["centre, through two corners", 20, 5, true],
    ["level with a corner, left of it", 14, 5, false],
    ["left of the lowest corner", 19, 0, false],
    ["the lowest corner", 20, 0, true],
    ["on a slanted edge", 17.5, 2.5, true],
    ["beside a slanted edge", 17.4, 2.5, false],
  ])("diamond: %s", (_, x, y, expected) => {
    expect(containsPoint({ type: "Polygon", rings: [DIAMOND] }, x, y)).toBe(expected);
    expect(containsPoint(BOTH, x, y)).toBe(expected);
  });

  test("a point contains itself, nothing contains anything in an empty geometry", () => {
    expect(containsPoint({ type: "Point", x: 1, y: 2 }, 1, 2)).toBe(true);
    expect(containsPoint({ type: "Point", x: 1, y: 2 }, 1, 3)).toBe(false);
    expect(containsPoint({ type: "Polygon", rings: [] }, 0, 0)).toBe(false);
  });

  test("even-odd: where a ring overlaps itself twice is outside", () => {
    const pentagram = Float64Array.of(0, 10, 6, -8, -9.5, 3, 9.5, 3, -6, -8, 0, 10);
    expect(containsPoint({ type: "Polygon", rings: [pentagram] }, 0, 0)).toBe(false);
    expect(containsPoint({ type: "Polygon", rings: [pentagram] }, 0, 6)).toBe(true);
  });

  test("agrees with the half planes of random triangles", () => {
    const grid = fc.integer({ min: -6, max: 6 });
    fc.assert(
      fc.property(fc.array(grid, { minLength: 8, maxLength: 8 }), ([ax, ay, bx, by, cx, cy, x, y]) => {
        const sides = [
          side(ax!, ay!, bx!, by!, x!, y!),
          side(bx!, by!, cx!, cy!, x!, y!),
          side(cx!, cy!, ax!, ay!, x!, y!),
        ];
        fc.pre(side(ax!, ay!, bx!, by!, cx!, cy!) !== 0);
        const expected = sides.every((s) => s >= 0) || sides.every((s) => s <= 0);
        const rings = [Float64Array.of(ax!, ay!, bx!, by!, cx!, cy!, ax!, ay!)];
        return containsPoint({ type: "Polygon", rings }, x!, y!) === expected;
      }),
      { numRuns: 2000 },
    );
  });
});

describe("distanceToGeometry", () => {
  test.each([
    ["inside", 1, 1, 0],
    ["on the boundary", 10, 5, 0],
    ["beside an edge", 12, 5, 2],
    ["diagonally off a corner", -3, -4, 5],
    ["in the middle of the hole", 5, 5, 1],
    ["off centre in the hole", 5.75, 5, 0.25],
  ])("holed square: %s", (_, x, y, expected) => {
    expect(distanceToGeometry(HOLED, x, y)).toBe(expected);
  });

  test("takes the nearest part, and slanted edges by their perpendicular", () => {
    expect(distanceToGeometry(BOTH, 12, 5)).toBe(2);
    expect(distanceToGeometry(BOTH, 14, 5)).toBe(1);
    expect(distanceToGeometry({ type: "Polygon", rings: [DIAMOND] }, 15, 0)).toBeCloseTo(5 / Math.SQRT2, 12);
  });

  test("to a point, to a ring with a repeated vertex, to nothing", () => {
    expect(distanceToGeometry({ type: "Point", x: 0, y: 0 }, 3, 4)).toBe(5);
    const repeated = Float64Array.of(0, 0, 0, 0, 1, 0, 0, 1, 0, 0);
    expect(distanceToGeometry({ type: "Polygon", rings: [repeated] }, -3, -4)).toBe(5);
    expect(distanceToGeometry({ type: "MultiPolygon", polygons: [] }, 0, 0)).toBe(Infinity);
  });
});

function side(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}

function reversed(ring: Float64Array): Float64Array {
  const out = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    out.set(ring.subarray(i, i + 2), ring.length - 2 - i);
  }
  return out;
}
