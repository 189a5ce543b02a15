import { expect, test } from "bun:test";
import { columnOf, fromGrid, rowOf, simplifyLine, toGrid, withoutSpikes } from "./grid-vertices.ts";

/** Returns vertices on a grid of 1 m, as `x,y x,y …`. */
function vertices(text: string): number[] {
  return toGrid(Float64Array.from(`${text} ${text.split(" ")[0]}`.split(/[ ,]/).map(Number)), 1);
}

function text(line: readonly number[]): string {
  return line.map((vertex) => `${columnOf(vertex)},${rowOf(vertex)}`).join(" ");
}

test("vertices move to the nearest crossing of the grid, and back to metres", () => {
  const ring = Float64Array.of(-9, 300_007, 13, 300_001, 5, 300_019, -9, 300_007);
  const moved = toGrid(ring, 8);
  expect(text(moved)).toBe("-1,37501 2,37500 1,37502");
  expect([...fromGrid(moved, 8)]).toEqual([-8, 300_008, 16, 300_000, 8, 300_016, -8, 300_008]);
});

test.each([
  ["a repeated vertex", "0,0 9,0 9,0 9,9", "0,0 9,0 9,9"],
  ["a spike", "0,0 5,0 5,4 5,0 9,0 9,9", "0,0 5,0 9,0 9,9"],
  ["a spike of several vertices", "0,0 5,0 5,4 6,7 5,4 5,0 9,0 9,9", "0,0 5,0 9,0 9,9"],
  ["a spike at the seam", "5,4 5,0 9,0 9,9 0,0 5,0", "5,0 9,0 9,9 0,0"],
  ["nothing but a spike", "0,0 5,0 7,0 5,0", ""],
])("withoutSpikes: %s", (_, ring, expected) => {
  expect(text(withoutSpikes(vertices(ring)))).toBe(expected);
});

test.each([
  ["what lies on the line goes", "0,0 1,0 2,0 9,0", 0, "0,0 9,0"],
  ["what deviates by the tolerance goes", "0,0 4,2 9,0", 2, "0,0 9,0"],
  ["what deviates by more stays", "0,0 4,3 9,0", 2, "0,0 4,3 9,0"],
  ["beyond an end, the distance to the end counts", "0,0 -3,0 9,0", 2, "0,0 -3,0 9,0"],
  ["a closed line bends at its farthest vertex", "0,0 9,1 9,9 1,9 0,0", 2, "0,0 9,1 9,9 1,9 0,0"],
])("simplifyLine: %s", (_, line, tolerance, expected) => {
  expect(text(simplifyLine(linesVertices(line), tolerance))).toBe(expected);
});

/** Like {@link vertices}, of a line that is not closed. */
function linesVertices(line: string): number[] {
  return line.split(" ").map((at) => vertices(`${at} 100,100 100,200`)[0]!);
}
