import { expect, test } from "bun:test";
import { compareResults, type Figure, figureOf, type KindResult, type Result } from "./result.ts";

test("a figure is the median with half the distance of the quartiles", () => {
  expect(figureOf([30, 10, 20, 40, 50])).toEqual({ median: 30, spread: 1 / 3 });
  expect(figureOf([10, 20])).toEqual({ median: 15, spread: 2.5 / 15 });
  expect(figureOf([7])).toEqual({ median: 7, spread: 0 });
});

function resultOf(kinds: Readonly<Record<string, Pick<KindResult, "pipelineUs" | "readsUs">>>): Result {
  const full = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, { ...kind, servers: {} }]),
  );
  return { addresses: 100, cores: 2, rounds: 1, seconds: 1, kinds: full, memory: {} };
}

const figure = (median: number, spread = 0): Figure => ({ median, spread });

test("a cost that rises by more than the spread of both runs is a regression; what one run lacks is left out", () => {
  const before = resultOf({
    lookup: { pipelineUs: figure(20, 0.1), readsUs: figure(10) },
    id: { pipelineUs: figure(20) },
  });
  const after = resultOf({
    lookup: { pipelineUs: figure(23, 0.06), readsUs: figure(10.6) },
    box: { pipelineUs: figure(9) },
  });
  expect(compareResults(before, after)).toEqual([
    { name: "lookup, pipeline in process", before: 20, after: 23, isRegression: false },
    { name: "lookup, reads in process", before: 10, after: 10.6, isRegression: true },
  ]);
});
