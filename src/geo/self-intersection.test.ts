import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Geometry, Ring } from "./geometry.ts";
import { findSelfIntersection } from "./self-intersection.ts";

const SQUARE = Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10, 0, 0);

type Corner = [x: number, y: number];

function find(...rings: Ring[]) {
  return findSelfIntersection({ type: "Polygon", rings });
}

describe("proper geometries", () => {
  test.each([
    ["a square", [SQUARE]],
    ["a triangle", [Float64Array.of(0, 0, 1, 0, 0, 1, 0, 0)]],
    ["a repeated vertex", [Float64Array.of(0, 0, 0, 0, 5, 0, 5, 0, 5, 5, 0, 0, 0, 0)]],
    ["vertices along a straight edge", [Float64Array.of(0, 0, 1, 0, 2, 0, 3, 0, 3, 3, 0, 0)]],
    ["a hole", [SQUARE, Float64Array.of(2, 2, 2, 4, 4, 4, 2, 2)]],
    ["a hole that touches the exterior in a point", [SQUARE, Float64Array.of(0, 5, 2, 4, 2, 6, 0, 5)]],
    [
      "holes that touch in a corner",
      [SQUARE, Float64Array.of(2, 2, 4, 4, 2, 4, 2, 2), Float64Array.of(4, 4, 6, 6, 6, 4, 4, 4)],
    ],
    ["no ring", []],
    ["a single vertex", [Float64Array.of(1, 1, 1, 1)]],
  ])("%s", (_, rings) => {
    expect(find(...rings)).toBeUndefined();
  });

  test("a point, and polygons side by side", () => {
    expect(findSelfIntersection({ type: "Point", x: 1, y: 1 })).toBeUndefined();
    const beside = SQUARE.map((value, i) => value + (i % 2 === 0 ? 20 : 0));
    expect(findSelfIntersection({ type: "MultiPolygon", polygons: [[SQUARE], [beside]] })).toBeUndefined();
  });
});

describe("improper geometries", () => {
  test("the BAG's own invalid pand, where PostGIS finds it", () => {
    // BAG pand 0147100000016964; ST_IsValidReason: Self-intersection[247452.489257842 480187.305357298].
    const pand = Float64Array.of(
      ...[247452.468, 480187.571, 247453.262, 480177.649, 247460.405, 480177.914, 247459.876, 480188.894],
      ...[247456.834, 480188.629, 247456.834, 480187.174, 247452.468, 480187.306, 247452.468, 480187.571],
    );
    const found = find(pand);
    expect(found?.x).toBeCloseTo(247452.489257842, 8);
    expect(found?.y).toBeCloseTo(480187.305357298, 8);
  });

  test.each([
    ["a bow tie", [Float64Array.of(0, 0, 4, 4, 4, 0, 0, 4, 0, 0)], { x: 2, y: 2 }],
    ["a vertex on another edge", [Float64Array.of(0, 0, 4, 0, 4, 4, 2, 0, 0, 4, 0, 0)], { x: 2, y: 0 }],
    [
      "a vertex on another vertex",
      [Float64Array.of(0, 0, 4, 0, 2, 2, 4, 4, 0, 4, 2, 2, 0, 0)],
      { x: 2, y: 2 },
    ],
    [
      "an overlap of a ring with itself",
      [Float64Array.of(0, 0, 6, 0, 6, 2, 5, 0, 3, 0, 3, 2, 0, 0)],
      { x: 5, y: 0 },
    ],
    ["a hole across the exterior", [SQUARE, Float64Array.of(5, 5, 15, 6, 5, 7, 5, 5)], { x: 10, y: 5.5 }],
    ["a hole along the exterior", [SQUARE, Float64Array.of(0, 2, 3, 2, 0, 5, 0, 2)], { x: 0, y: 2 }],
  ])("%s", (_, rings, expected) => {
    expect(find(...rings)).toEqual(expected);
  });

  test("polygons that overlap or share an edge", () => {
    const shifted = (by: number) => SQUARE.map((value) => value + by);
    const overlapping: Geometry = { type: "MultiPolygon", polygons: [[SQUARE], [shifted(5)]] };
    expect(findSelfIntersection(overlapping)).toEqual({ x: 10, y: 5 });
    const touching: Geometry = { type: "MultiPolygon", polygons: [[SQUARE], [shifted(10)]] };
    expect(findSelfIntersection(touching)).toBeUndefined();
    const doubled: Geometry = { type: "MultiPolygon", polygons: [[SQUARE], [SQUARE]] };
    expect(findSelfIntersection(doubled)).toBeDefined();
  });

  test("an overlap along a falling line is reported on that line", () => {
    const ring = Float64Array.of(0, 9, 9, 0, 9, 9, 6, 3, 3, 6, 0, 15, 0, 9);
    const found = find(ring);
    expect(found!.x + found!.y).toBe(9);
  });
});

describe("large rings", () => {
  test("a crossing in a ring of 10,000 vertices is found, and none where there is none", () => {
    const circle = circleOf(10_000);
    expect(find(circle)).toBeUndefined();
    const [x, y] = [circle[5000]!, circle[5001]!];
    circle.set(circle.subarray(5002, 5004), 5000);
    circle.set([x, y], 5002);
    expect(find(circle)).toBeDefined();
  });

  test.each(["upright", "lying"])("a comb of 10,000 %s teeth does not compare all pairs", (way) => {
    const ring = combOf(10_000, way === "lying");
    // Processor time, which other programs do not lengthen.
    const before = process.cpuUsage();
    expect(find(ring)).toBeUndefined();
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(100);
  });
});

test("finds a contact exactly when comparing all edges exactly does", () => {
  const coordinate = fc.integer({ min: -40, max: 40 });
  const vertices = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 8 });
  const star = fc.array(fc.integer({ min: 20, max: 40 }), { minLength: 50, maxLength: 70 });
  const starRing = star.map((radii) =>
    radii.map((radius, i): Corner => {
      const angle = (2 * Math.PI * i) / radii.length;
      return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
    }),
  );
  fc.assert(
    fc.property(fc.oneof(vertices, starRing), (corners) => {
      const distinct = corners.filter((corner, i) => String(corner) !== String(corners.at(i - 1)));
      fc.pre(distinct.length >= 3);
      const ring = Float64Array.from([...distinct, distinct[0]!].flat());
      return (find(ring) !== undefined) === hasContact(distinct);
    }),
    { numRuns: 2000 },
  );
});

/** Returns true when two non-consecutive edges touch: compares all pairs with the textbook test on integers. */
function hasContact(corners: Corner[]): boolean {
  const count = corners.length;
  for (let i = 0; i < count; i++) {
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) {
        continue;
      }
      if (meet(corners[i]!, corners[i + 1]!, corners[j]!, corners[(j + 1) % count]!)) {
        return true;
      }
    }
  }
  return false;
}

function meet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const turn = (p: Corner, q: Corner, r: Corner) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  const isBetween = (p: Corner, q: Corner, r: Corner) =>
    turn(p, q, r) === 0 && (r[0] - p[0]) * (r[0] - q[0]) <= 0 && (r[1] - p[1]) * (r[1] - q[1]) <= 0;
  if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) {
    return true;
  }
  return isBetween(a, b, c) || isBetween(a, b, d) || isBetween(c, d, a) || isBetween(c, d, b);
}

function circleOf(count: number): Ring {
  const ring = new Float64Array(count * 2 + 2);
  for (let i = 0; i < count; i++) {
    ring[i * 2] = 150_000 + 1000 * Math.cos((2 * Math.PI * i) / count);
    ring[i * 2 + 1] = 450_000 + 1000 * Math.sin((2 * Math.PI * i) / count);
  }
  ring.set(ring.subarray(0, 2), count * 2);
  return ring;
}

/** Returns a zigzag of long adjacent edges, closed around its outside. */
function combOf(teeth: number, isLying: boolean): Ring {
  const corners: Corner[] = [];
  for (let i = 0; i < teeth; i++) {
    corners.push([i, i % 2 === 0 ? 0 : teeth]);
  }
  corners.push([teeth, -1], [0, -1], [0, 0]);
  return Float64Array.from(corners.flatMap(([x, y]) => (isLying ? [y, x] : [x, y])));
}
