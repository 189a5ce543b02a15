import { expect, test } from "bun:test";
import { compareResults, type Figure, figureOf, type Result, type ServerName } from "./result.ts";

test("a figure is the median with half the distance of the quartiles", () => {
  expect(figureOf([30, 10, 20, 40, 50])).toEqual({ median: 30, spread: 1 / 3 });
  expect(figureOf([10, 20])).toEqual({ median: 15, spread: 2.5 / 15 });
  expect(figureOf([7])).toEqual({ median: 7, spread: 0 });
});

/** Returns a result with the processor times of kinds, by server. Comparisons ignore all other figures. */
function resultOf(kinds: Readonly<Record<string, Partial<Record<ServerName, Figure>>>>): Result {
  const results = Object.entries(kinds).map(([kind, costs]) => {
    const servers = Object.entries(costs).map(([name, cpuUs]) => [
      name,
      { perSecond: figure(1), p50Ms: figure(1), p99Ms: figure(1), cpuUs },
    ]);
    return [kind, { servers: Object.fromEntries(servers) }];
  });
  const full = Object.fromEntries(results);
  return { addresses: 100, cores: 2, rounds: 1, seconds: 1, kinds: full, memory: {} };
}

const figure = (median: number, spread = 0): Figure => ({ median, spread });

test("a cost that rises by more than the spread of both runs is a regression; what one run lacks is left out", () => {
  const before = resultOf({
    lookup: { baken: figure(20, 0.1), all: figure(10) },
    id: { baken: figure(20) },
  });
  const after = resultOf({
    lookup: { baken: figure(23, 0.06), all: figure(10.6) },
    box: { baken: figure(9) },
  });
  expect(compareResults(before, after)).toEqual([
    { name: "lookup, one thread", before: 20, after: 23, isRegression: false },
    { name: "lookup, all threads", before: 10, after: 10.6, isRegression: true },
  ]);
});
