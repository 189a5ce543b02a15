import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Geometry, Ring } from "../../../geo/geometry.ts";
import { containsPoint } from "../../../geo/point-in-polygon.ts";
import { differenceBox } from "./link-panden.ts";

const square = (x: number, y: number, side: number): Ring =>
  Float64Array.of(x, y, x + side, y, x + side, y + side, x, y + side, x, y);
const area = (...polygons: Ring[][]): Geometry => ({ type: "MultiPolygon", polygons });

const BIG = square(0, 0, 1000);
const CUT_CORNER = Float64Array.of(0, 0, 1000, 0, 1000, 900, 900, 1000, 0, 1000, 0, 0);

test.each([
  ["the same area", area([BIG]), area([BIG.slice()]), undefined],
  ["nothing and nothing", undefined, undefined, undefined],
  ["an area that comes", undefined, area([square(10, 20, 5)]), [9, 19, 16, 26]],
  ["an area that goes", area([square(10, 20, 5)]), undefined, [9, 19, 16, 26]],
  ["a corner cut off: the edges that ended there", area([BIG]), area([CUT_CORNER]), [-1, -1, 1001, 1001]],
  ["a hole", area([BIG]), area([BIG, square(50, 60, 10)]), [49, 59, 61, 71]],
  ["a far part", area([BIG], [square(5000, 0, 9)]), area([BIG], [square(5000, 0, 8)]), [4999, -1, 5010, 10]],
  [
    "an area that is one part in one and two parts in the other",
    area([BIG]),
    area([square(0, 0, 10)], [square(20, 20, 10)]),
    [-1, -1, 1001, 1001],
  ],
] as const)("%s", (_what, a, b, expected) => {
  const [minX, minY, maxX, maxY] = expected ?? [];
  expect(differenceBox(a, b)).toEqual(expected && ({ minX, minY, maxX, maxY } as never));
});

test("a border of many points that moves in one place gives a box around that place", () => {
  const circle = Array.from({ length: 721 }, (_, i) => {
    const angle = ((i % 720) / 360) * Math.PI;
    return [5000 * Math.cos(angle), 5000 * Math.sin(angle)];
  });
  const dented = circle.map(([x, y], i) => (i === 180 ? [x!, y! - 300] : [x!, y!]));
  const box = differenceBox(
    area([Float64Array.from(circle.flat())]),
    area([Float64Array.from(dented.flat())]),
  )!;
  expect(box.maxX - box.minX).toBeLessThan(200);
  expect(box.maxY - box.minY).toBeLessThan(400);
});

test("outside the box, both areas hold the same points, however wild their rings", () => {
  const grid = fc.integer({ min: 0, max: 12 }).map((n) => n * 10);
  const ring = fc.array(fc.tuple(grid, grid), { minLength: 3, maxLength: 7 }).map(closed);
  const polygons = fc.array(fc.array(ring, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 });
  const moved = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), grid, grid), { maxLength: 3 });
  const property = fc.property(polygons, moved, (given, moves) => {
    const changed = given.map((rings) => rings.map((one) => one.slice()));
    for (const [part, hole, vertex, x, y] of moves) {
      const rings = changed[part % changed.length]!;
      moveVertex(rings[hole % rings.length]!, vertex, [x, y]);
    }
    const [a, b] = [area(...given), area(...changed)];
    const box = differenceBox(a, b);
    for (let x = -5; x <= 125; x += 5) {
      for (let y = -5; y <= 125; y += 5) {
        if (box && x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY) {
          continue;
        }
        if (containsPoint(a, x, y) !== containsPoint(b, x, y)) {
          throw new Error(`differs at ${x} ${y}`);
        }
      }
    }
  });
  fc.assert(property, { numRuns: 1000, seed: 1 });
});

function closed(points: readonly (readonly [number, number])[]): Ring {
  return Float64Array.from([...points, points[0]!].flat());
}

function moveVertex(ring: Ring, vertex: number, to: readonly [number, number]): void {
  const at = vertex % (ring.length / 2);
  const last = ring.length / 2 - 1;
  for (const i of at === 0 || at === last ? [0, last] : [at]) {
    ring.set(to, i * 2);
  }
}
