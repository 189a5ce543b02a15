import { describe, expect, test } from "bun:test";
import {
  boxesOverlap,
  envelopeOf,
  firstVertexOf,
  type Geometry,
  orientation,
  signedRingArea,
} from "./geometry.ts";

const SQUARE = Float64Array.of(0, 0, 4, 0, 4, 4, 0, 4, 0, 0);
const DISTANT_TRIANGLE = Float64Array.of(10, -3, 12, -3, 10, 5, 10, -3);

describe("envelopeOf", () => {
  test("of a point, a polygon and a multipolygon", () => {
    expect(envelopeOf({ type: "Point", x: 3, y: 7 })).toEqual({ minX: 3, minY: 7, maxX: 3, maxY: 7 });
    expect(envelopeOf({ type: "Polygon", rings: [SQUARE] })).toEqual({ minX: 0, minY: 0, maxX: 4, maxY: 4 });
    const both: Geometry = { type: "MultiPolygon", polygons: [[SQUARE], [DISTANT_TRIANGLE]] };
    expect(envelopeOf(both)).toEqual({ minX: 0, minY: -3, maxX: 12, maxY: 5 });
  });

  test("without vertices is inverted and overlaps nothing", () => {
    const box = envelopeOf({ type: "MultiPolygon", polygons: [] });
    expect(box.minX).toBeGreaterThan(box.maxX);
    expect(boxesOverlap(box, { minX: -9e9, minY: -9e9, maxX: 9e9, maxY: 9e9 })).toBe(false);
  });
});

test.each([
  ["inside", { minX: 1, minY: 1, maxX: 2, maxY: 2 }, true],
  ["touching at a corner", { minX: 4, minY: 4, maxX: 5, maxY: 5 }, true],
  ["beside", { minX: 4.001, minY: 0, maxX: 5, maxY: 4 }, false],
  ["above", { minX: 0, minY: 4.001, maxX: 4, maxY: 5 }, false],
])("boxesOverlap: %s", (_, other, expected) => {
  const box = { minX: 0, minY: 0, maxX: 4, maxY: 4 };
  expect(boxesOverlap(box, other)).toBe(expected);
  expect(boxesOverlap(other, box)).toBe(expected);
});

test("signedRingArea is positive counterclockwise, also far from the origin", () => {
  expect(signedRingArea(SQUARE)).toBe(16);
  expect(signedRingArea(SQUARE.map((value) => value + 5e5))).toBe(16);
  expect(signedRingArea(Float64Array.of(0, 0, 0, 4, 4, 4, 4, 0, 0, 0))).toBe(-16);
  expect(signedRingArea(DISTANT_TRIANGLE)).toBe(8);
});

test("orientation is twice the area, positive to the left", () => {
  expect(orientation(0, 0, 2, 0, 0, 3)).toBe(6);
  expect(orientation(0, 0, 2, 0, 0, -3)).toBe(-6);
  expect(orientation(0, 0, 2, 2, 5, 5)).toBe(0);
});

test("firstVertexOf", () => {
  expect(firstVertexOf({ type: "Point", x: 3, y: 7 })).toEqual({ x: 3, y: 7 });
  expect(firstVertexOf({ type: "Polygon", rings: [DISTANT_TRIANGLE] })).toEqual({ x: 10, y: -3 });
  expect(firstVertexOf({ type: "Polygon", rings: [] })).toEqual({ x: Number.NaN, y: Number.NaN });
});
