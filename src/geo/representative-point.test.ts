import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Geometry, PlanarPoint, Ring } from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";
import { areaCentroid, pointOnSurface, representativePoint } from "./representative-point.ts";

const SQUARE = Float64Array.of(0, 0, 4, 0, 4, 4, 0, 4, 0, 0);
const HOLE = Float64Array.of(1, 1, 2, 1, 2, 2, 1, 2, 1, 1);
/** Arms of width 1: 4 x 1 along the bottom and 1 x 3 up the left side. */
const L_SHAPE = Float64Array.of(0, 0, 4, 0, 4, 1, 1, 1, 1, 4, 0, 4, 0, 0);
/** Open to the right, arms of height 1 at the bottom and the top. */
const C_SHAPE = Float64Array.of(0, 0, 9, 0, 9, 1, 1, 1, 1, 9, 9, 9, 9, 10, 0, 10, 0, 0);

function polygon(...rings: Ring[]): Geometry {
  return { type: "Polygon", rings };
}

function expectNear(actual: PlanarPoint, x: number, y: number): void {
  expect(actual.x).toBeCloseTo(x, 8);
  expect(actual.y).toBeCloseTo(y, 8);
}

describe("areaCentroid", () => {
  test("of a point, a square and a triangle", () => {
    expect(areaCentroid({ type: "Point", x: 3, y: 4 })).toEqual({ x: 3, y: 4 });
    expect(areaCentroid(polygon(SQUARE))).toEqual({ x: 2, y: 2 });
    expectNear(areaCentroid(polygon(Float64Array.of(0, 0, 6, 0, 0, 3, 0, 0))), 2, 1);
  });

  test("subtracts holes, whichever way the rings run", () => {
    const expected = (16 * 2 - 1 * 1.5) / 15;
    const clockwiseHole = Float64Array.of(1, 1, 1, 2, 2, 2, 2, 1, 1, 1);
    const clockwiseSquare = Float64Array.of(0, 0, 0, 4, 4, 4, 4, 0, 0, 0);
    for (const exterior of [SQUARE, clockwiseSquare]) {
      for (const hole of [HOLE, clockwiseHole]) {
        expectNear(areaCentroid(polygon(exterior, hole)), expected, expected);
      }
    }
  });

  test("weighs the parts of a multipolygon by area", () => {
    const small = Float64Array.of(10, 0, 12, 0, 12, 2, 10, 2, 10, 0);
    const both: Geometry = { type: "MultiPolygon", polygons: [[SQUARE], [small]] };
    expectNear(areaCentroid(both), (16 * 2 + 4 * 11) / 20, (16 * 2 + 4 * 1) / 20);
  });

  test("is as exact at RD coordinates as at the origin", () => {
    const expected = (4 * 2 + 3 * 0.5) / 7;
    expectNear(areaCentroid(polygon(L_SHAPE)), expected, expected);
    const moved = L_SHAPE.map((value, i) => value + (i % 2 === 0 ? 121_687 : 487_326));
    expectNear(areaCentroid(polygon(moved)), 121_687 + expected, 487_326 + expected);
  });

  test("of a ring without area is the mean of its vertices", () => {
    expectNear(areaCentroid(polygon(Float64Array.of(0, 0, 4, 4, 0, 0))), 2, 2);
    expectNear(areaCentroid(polygon(Float64Array.of(7, 7, 7, 7, 7, 7))), 7, 7);
    const line = [155_000.123, 463_000.123, 155_010.456, 463_010.456, 155_005.301, 463_005.301];
    const flat = Float64Array.of(...line, line[0]!, line[1]!);
    expectNear(areaCentroid(polygon(flat)), 155_005.293333333, 463_005.293333333);
  });

  test("of a sliver one millimetre wide is still the area's", () => {
    const sliver = Float64Array.of(
      2e5,
      5e5,
      2e5 + 100,
      5e5,
      2e5 + 100,
      5e5 + 0.001,
      2e5,
      5e5 + 0.001,
      2e5,
      5e5,
    );
    expectNear(areaCentroid(polygon(sliver)), 2e5 + 50, 5e5 + 0.0005);
  });

  test("without vertices is not a number", () => {
    expect(areaCentroid({ type: "MultiPolygon", polygons: [] })).toEqual({ x: Number.NaN, y: Number.NaN });
  });
});

describe("pointOnSurface and representativePoint", () => {
  test("are the centroid when that is inside", () => {
    expect(representativePoint(polygon(SQUARE))).toEqual({ x: 2, y: 2 });
    expect(pointOnSurface(polygon(SQUARE, HOLE))).toEqual(areaCentroid(polygon(SQUARE, HOLE)));
    expect(pointOnSurface({ type: "Point", x: 3, y: 4 })).toEqual({ x: 3, y: 4 });
  });

  test("are the middle of the widest interior segment when the centroid is outside", () => {
    const inL = representativePoint(polygon(L_SHAPE));
    expect(inL.x).toBe(2);
    expect(inL.y).toBeGreaterThan(0);
    expect(inL.y).toBeLessThan(1);
    const ringShaped = polygon(SQUARE, Float64Array.of(1, 1, 3, 1, 3, 3, 1, 3, 1, 1));
    expect(containsPoint(ringShaped, 2, 2)).toBe(false);
    expect(pointOnSurface(ringShaped)).toEqual({ x: 2, y: 4 * 0.13 });
    const inC = pointOnSurface(polygon(C_SHAPE));
    expect(containsPoint(polygon(C_SHAPE), inC.x, inC.y)).toBe(true);
  });

  test("take the caller's point when that is inside", () => {
    expect(pointOnSurface(polygon(L_SHAPE), { x: 0.5, y: 3 })).toEqual({ x: 0.5, y: 3 });
  });

  test("give a vertex when there is no area", () => {
    const flat = Float64Array.of(0, 0, 4, 0, 1, 0, 0, 0);
    const { x, y } = pointOnSurface(polygon(flat), { x: 9, y: 9 });
    expect(containsPoint(polygon(flat), x, y)).toBe(true);
  });

  test("lie inside any ring, crossing itself or not", () => {
    const coordinate = fc.integer({ min: -5, max: 5 });
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 6, maxLength: 40 }), (values) => {
        const even = values.slice(0, values.length & ~1);
        const geometry = polygon(Float64Array.of(...even, even[0]!, even[1]!));
        const { x, y } = pointOnSurface(geometry, { x: 100, y: 100 });
        return containsPoint(geometry, x, y);
      }),
      { numRuns: 2000 },
    );
  });
});
