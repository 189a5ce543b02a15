import { describe, expect, test } from "bun:test";
import { PROVINCIE_MAP, provincieRegion } from "./provincie-map.ts";
import { areaM2, type CountryRegion, divide, largestRectangle, outlines } from "./region.ts";

const L_SHAPE: CountryRegion = [
  { x0: 0, x1: 4000, y0: 0, y1: 1000 },
  { x0: 0, x1: 1000, y0: 1000, y1: 4000 },
];

describe("divide", () => {
  test("keeps the whole area and about the wished proportions", () => {
    const parts = divide(L_SHAPE, [1, 2, 4], 100);
    const areas = parts.map(areaM2);
    expect(areas.reduce((a, b) => a + b, 0)).toBe(areaM2(L_SHAPE));
    areas.forEach((area, i) => {
      expect(area / areaM2(L_SHAPE)).toBeCloseTo([1, 2, 4][i]! / 7, 1);
    });
  });

  test("refuses what is too small", () => {
    expect(() => divide([{ x0: 0, x1: 100, y0: 0, y1: 100 }], [1, 1], 100)).toThrow("too small");
  });
});

test("largestRectangle lies inside", () => {
  expect(largestRectangle(L_SHAPE)).toEqual({ x0: 0, x1: 4000, y0: 0, y1: 1000 });
});

describe("outlines", () => {
  test("pass every lattice point once and close", () => {
    const [ring] = outlines(L_SHAPE, 1000);
    expect(ring!.slice(0, 2)).toEqual(ring!.slice(-2));
    expect(ring!.length / 2 - 1).toBe(16);
  });

  test("give one ring for each connected part", () => {
    const apart: CountryRegion = [L_SHAPE[0]!, { x0: 5000, x1: 6000, y0: 1000, y1: 2000 }];
    expect(outlines(apart, 1000).length).toBe(2);
  });
});

test("the provincies lie apart and inside the Netherlands' RD box", () => {
  const cells = PROVINCIE_MAP.flatMap((provincie) => provincieRegion(provincie));
  for (const [i, a] of cells.entries()) {
    expect(a.x0 >= 13_600 && a.x1 <= 278_000 && a.y0 >= 306_800 && a.y1 <= 619_400).toBe(true);
    for (const b of cells.slice(i + 1)) {
      expect(a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1).toBe(false);
    }
  }
});

test("the provincies hand out disjoint PC4 numbers and share all addresses", () => {
  const ranges = PROVINCIE_MAP.flatMap(({ postcodes }) => postcodes).toSorted((a, b) => a[0] - b[0]);
  ranges.forEach(([first], i) => {
    if (i > 0) {
      expect(first).toBeGreaterThan(ranges[i - 1]![1]);
    }
  });
  expect(PROVINCIE_MAP.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10);
  expect(PROVINCIE_MAP.reduce((sum, { gemeenten }) => sum + gemeenten, 0)).toBe(342);
});
