import { expect, test } from "bun:test";
import { PointGrid } from "./point-grid.ts";

test("a grid keeps the number and the mean of its points, and a bounded number of squares", () => {
  const grid = new PointGrid();
  let sumX = 0;
  const points = 50_000;
  for (let i = 0; i < points; i++) {
    const x = 100_000 + ((i * 7919) % 90_000);
    sumX += x;
    grid.add({ x, y: 400_000 + ((i * 104_729) % 90_000) });
  }
  const squares = grid.squares();
  expect(squares.length).toBeWithin(1_500, 6_001);
  expect(squares.reduce((sum, { count }) => sum + count, 0)).toBe(points);
  expect(squares.reduce((sum, { x, count }) => sum + x * count, 0) / points).toBeCloseTo(sumX / points, 3);
});

test("a single point stays where it is", () => {
  const grid = new PointGrid();
  grid.add({ x: 130_318.263, y: 480_427.846 });
  expect(grid.squares()).toEqual([{ x: 130_318.263, y: 480_427.846, count: 1 }]);
});
