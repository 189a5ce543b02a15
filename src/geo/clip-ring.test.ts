import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clipRing } from "./clip-ring.ts";
import { type Ring, signedRingArea } from "./geometry.ts";

const BOX = { minX: 0, minY: 0, maxX: 10, maxY: 10 };

function ring(...coordinates: number[]): Ring {
  return Float64Array.from([...coordinates, coordinates[0]!, coordinates[1]!]);
}

describe("clipRing", () => {
  test("returns a ring inside the box itself", () => {
    const inside = ring(1, 1, 9, 1, 5, 9);
    expect(clipRing(inside, BOX)).toBe(inside);
  });

  test("returns nothing of a ring beside the box", () => {
    expect(clipRing(ring(11, 0, 20, 0, 20, 10), BOX)).toHaveLength(0);
  });

  test("returns the box when the ring holds it", () => {
    expect(Math.abs(signedRingArea(clipRing(ring(-5, -5, 30, -5, 30, 30, -5, 30), BOX)))).toBe(100);
  });

  test("cuts a corner off", () => {
    // A square that covers the box's north-east quarter and more.
    const clipped = clipRing(ring(5, 5, 15, 5, 15, 15, 5, 15), BOX);
    expect(Math.abs(signedRingArea(clipped))).toBe(25);
    expect([...clipped.slice(0, 2)]).toEqual([...clipped.slice(-2)]);
  });

  test("keeps both arms of a U that leaves the box between them", () => {
    const u = ring(-1, 2, 12, 2, 12, 4, 2, 4, 2, 6, 12, 6, 12, 8, -1, 8);
    // Inside the box: 10 by 6, without the gap of 8 by 2.
    expect(Math.abs(signedRingArea(clipRing(u, BOX)))).toBe(44);
  });

  test("the parts of any ring in the cells of a grid have its area together, and its direction", () => {
    const coordinate = fc.integer({ min: -40, max: 40 });
    const anyRing = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(anyRing, (points) => {
        const whole = ring(...points.flat());
        let area = 0;
        for (let x = -40; x < 40; x += 16) {
          for (let y = -40; y < 40; y += 16) {
            area += signedRingArea(clipRing(whole, { minX: x, minY: y, maxX: x + 16, maxY: y + 16 }));
          }
        }
        expect(area).toBeCloseTo(signedRingArea(whole), 6);
      }),
    );
  });
});
