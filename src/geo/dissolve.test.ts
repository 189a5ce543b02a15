import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dissolve } from "./dissolve.ts";
import { type Geometry, type PolygonGeometry, polygonsOf, type Ring, signedRingArea } from "./geometry.ts";
import { containsPoint } from "./point-in-polygon.ts";

/** Returns the unit square with its south-west corner at (x, y). */
function square(x: number, y: number): PolygonGeometry {
  return polygon([x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]);
}

function polygon(...corners: [number, number][]): PolygonGeometry {
  return { type: "Polygon", rings: [ringOf(...corners)] };
}

function ringOf(...corners: [number, number][]): Ring {
  return Float64Array.from([...corners, corners[0]!].flat());
}

/** Returns the corners of a ring, rotated to start at the first in text order, so that equal rings compare equal. */
function cornersOf(ring: Ring): string[] {
  const corners = Array.from({ length: ring.length / 2 - 1 }, (_, i) => `${ring[2 * i]} ${ring[2 * i + 1]}`);
  const first = corners.indexOf(corners.toSorted()[0]!);
  return [...corners.slice(first), ...corners.slice(0, first)];
}

function areaOf(geometry: Geometry): number {
  return polygonsOf(geometry)
    .flat()
    .reduce((sum, ring) => sum + signedRingArea(ring), 0);
}

describe("neighbours", () => {
  test("two squares become a rectangle that keeps its collinear vertices", () => {
    const union = dissolve([square(0, 0), square(1, 0)]);
    if (union.type !== "Polygon") {
      throw new Error(union.type);
    }
    expect(union.rings).toHaveLength(1);
    expect(cornersOf(union.rings[0]!)).toEqual(["0 0", "1 0", "2 0", "2 1", "1 1", "0 1"]);
    expect(union.rings[0]!.slice(0, 2)).toEqual(union.rings[0]!.slice(-2));
  });

  test("which way round they run does not matter", () => {
    const clockwise = polygon([1, 0], [1, 1], [2, 1], [2, 0]);
    expect(cornersOf(polygonsOf(dissolve([square(0, 0), clockwise]))[0]![0]!)).toHaveLength(6);
  });

  test("eight squares around a ninth become one polygon with a hole", () => {
    const around = [0, 1, 2, 3, 5, 6, 7, 8].map((i) => square(i % 3, Math.floor(i / 3)));
    const union = dissolve(around);
    if (union.type !== "Polygon") {
      throw new Error(union.type);
    }
    expect(union.rings.map(cornersOf).map((corners) => corners.length)).toEqual([12, 4]);
    expect(union.rings.map(signedRingArea)).toEqual([9, -1]);
    expect(polygonsOf(dissolve([...around, square(1, 1)]))[0]).toHaveLength(1);
  });

  test("an enclave fills the hole of its neighbour", () => {
    const outer = ringOf([0, 0], [9, 0], [9, 9], [0, 9]);
    const hole = ringOf([3, 3], [4, 3], [4, 4], [3, 4]);
    expect(dissolve([{ type: "Polygon", rings: [outer, hole] }, square(3, 3)])).toEqual({
      type: "Polygon",
      rings: [outer],
    });
    const union = dissolve([{ type: "Polygon", rings: [outer, hole] }, square(9, 0)]);
    expect(polygonsOf(union)[0]).toHaveLength(2);
  });

  test("repeated vertices are dropped", () => {
    const stuttering = polygon([1, 0], [2, 0], [2, 0], [2, 1], [1, 1]);
    expect(cornersOf(polygonsOf(dissolve([square(0, 0), stuttering]))[0]![0]!)).toHaveLength(6);
  });
});

describe("parts", () => {
  test("disjoint ones become a multipolygon, the largest first", () => {
    const large = polygon([5, 5], [9, 5], [9, 9], [5, 9]);
    const union = dissolve([square(0, 0), large]);
    expect(union).toEqual({ type: "MultiPolygon", polygons: [large.rings, square(0, 0).rings] });
  });

  test("that touch in a point stay two rings", () => {
    const union = dissolve([square(0, 0), square(1, 1)]);
    expect(polygonsOf(union).map(([ring]) => cornersOf(ring!).length)).toEqual([4, 4]);
  });

  test("a hole that touches the exterior in a point is a ring of its own", () => {
    const left = polygon([0, 0], [2, 0], [1, 1], [2, 2], [2, 4], [0, 4]);
    const right = polygon([2, 0], [4, 0], [4, 4], [2, 4], [2, 2], [3, 1]);
    const union = dissolve([left, right]);
    if (union.type !== "Polygon") {
      throw new Error(union.type);
    }
    expect(union.rings.map(signedRingArea)).toEqual([16, -2]);
  });

  test("an island in a lake becomes a polygon of its own, with the lake inside it as its hole", () => {
    const frame = (size: number): Ring[] => [
      ringOf([-size, -size], [size, -size], [size, size], [-size, size]),
      ringOf([1 - size, 1 - size], [size - 1, 1 - size], [size - 1, size - 1], [1 - size, size - 1]),
    ];
    const union = dissolve([
      { type: "Polygon", rings: frame(3) },
      { type: "Polygon", rings: frame(9) },
    ]);
    expect(polygonsOf(union).map((rings) => rings.map(signedRingArea))).toEqual([
      [324, -256],
      [36, -16],
    ]);
  });
});

describe("what is not a tiling", () => {
  test("an edge used twice in one direction: the polygons as they came", () => {
    const over = polygon([0, 0], [1, 0], [1, 2], [0, 2]);
    expect(dissolve([square(0, 0), over])).toEqual({
      type: "MultiPolygon",
      polygons: [square(0, 0).rings, over.rings],
    });
    expect(polygonsOf(dissolve([square(0, 0), square(0, 0)]))).toHaveLength(2);
  });

  test("an overlap without common edges", () => {
    const inside = polygon([2, 2], [3, 2], [3, 3], [2, 3]);
    const around = polygon([0, 0], [9, 0], [9, 9], [0, 9]);
    expect(polygonsOf(dissolve([inside, around]))).toEqual([around.rings, inside.rings]);
  });

  test("a border with a vertex on one side only stays", () => {
    const withMiddle = polygon([1, 0], [2, 0], [2, 1], [1, 1], [1, 0.5]);
    expect(polygonsOf(dissolve([square(0, 0), withMiddle]))).toHaveLength(2);
  });

  test("one geometry is itself, none is empty, points add nothing", () => {
    const only = square(0, 0);
    expect(dissolve([only])).toBe(only);
    expect(polygonsOf(dissolve([]))).toEqual([]);
    expect(polygonsOf(dissolve([only, { type: "Point", x: 0, y: 0 }]))).toEqual([only.rings]);
  });
});

test("any set of grid squares: same area, same points inside, no vertex twice in a ring", () => {
  const size = 6;
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(size * size - 1), { minLength: 2 }), (cells) => {
      const union = dissolve(cells.map((cell) => square(cell % size, Math.floor(cell / size))));
      expect(areaOf(union)).toBe(cells.length);
      for (const ring of polygonsOf(union).flat()) {
        const corners = cornersOf(ring);
        expect(new Set(corners).size).toBe(corners.length);
      }
      for (let cell = 0; cell < size * size; cell++) {
        const isInside = containsPoint(union, (cell % size) + 0.5, Math.floor(cell / size) + 0.5);
        expect(isInside).toBe(cells.includes(cell));
      }
    }),
  );
});

test("a grid of 40,000 squares takes well under a second", () => {
  const squares = Array.from({ length: 40_000 }, (_, i) => square(i % 200, Math.floor(i / 200)));
  // Processor time, which other programs do not lengthen.
  const before = process.cpuUsage();
  expect(areaOf(dissolve(squares))).toBe(40_000);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
