import { describe, expect, test } from "bun:test";
import { RowSample } from "./row-sample.ts";

/** Samples `count` rows of cells with so many characters; returns the rows kept. */
function sample(count: number, { cells, characters }: { cells: number; characters: number }) {
  const rows = new RowSample();
  for (let i = 0; i < count; i++) {
    rows.add(() => Array.from({ length: cells }, () => `${i} `.padEnd(characters, "x")), i);
  }
  return rows.rowsBetween(0, count, cells);
}

describe("a sample of a table holds", () => {
  test("all rows of a short one", () => {
    expect(sample(1_000, { cells: 2, characters: 20 })).toHaveLength(1_000);
  });

  test.each([1_001, 5_000, 70_000])("500 to 1,000 of %p rows, in order and from all of it", (count) => {
    const kept = sample(count, { cells: 1, characters: 10 }).map(([cell]) => Number.parseInt(`${cell}`, 10));
    expect(kept.length).toBeGreaterThanOrEqual(500);
    expect(kept.length).toBeLessThanOrEqual(1_000);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    const steps = kept.slice(1).map((row, i) => row - kept[i]!);
    expect(Math.max(...steps)).toBeLessThan((5 * count) / kept.length);
  });

  test("at most two million characters of long rows, and of a cell 500", () => {
    const kept = sample(400, { cells: 100, characters: 600 });
    expect(kept.flat().every((cell) => `${cell}`.length === 500)).toBe(true);
    expect(kept.length * 100 * 500).toBeLessThanOrEqual(2_000_000);
    expect(kept.length).toBeGreaterThan(8);
  });
});
