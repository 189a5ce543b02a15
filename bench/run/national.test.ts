import { expect, test } from "bun:test";
import { judge } from "./national.ts";
import type { KindResult, Measured, Result } from "./result.ts";

const still = (median: number) => ({ median, spread: 0 });
const measured = (cpuUs: number): Measured => ({
  perSecond: still(0),
  p50Ms: still(0),
  p99Ms: still(0),
  cpuUs: still(cpuUs),
});
const openLoop = (p99Ms: number) => ({ perSecond: 1, answered: 1, p50Ms: 0, p99Ms, p999Ms: 0 });

function resultOf(kinds: Readonly<Record<string, KindResult>>): Result {
  return { addresses: 100, cores: 2, rounds: 1, seconds: 1, kinds, memory: {} };
}

test("a country is judged beside a tenth of it, PostgreSQL and the bare server; what was not measured is left out", () => {
  const tenth = resultOf({
    lookup: { servers: { baken: measured(20), bare: measured(10) } },
    box: { servers: { baken: measured(400) } },
  });
  const country = resultOf({
    lookup: {
      servers: { baken: measured(25), bare: measured(8), postgres: measured(80) },
      openLoop: { baken: openLoop(3), bare: openLoop(1) },
    },
    box: { servers: { baken: measured(600), postgres: measured(1200) } },
    id: { servers: {} },
  });
  expect(judge(tenth, country)).toEqual([
    { name: "lookup, beside a tenth", measured: 1.25, bound: 1.3, isMet: true },
    { name: "lookup, times PostgreSQL", measured: 3.2, bound: 3, isMet: true },
    { name: "lookup, of bare, a tenth", measured: 0.5, bound: 0.45, isMet: true },
    { name: "lookup, of bare", measured: 0.32, bound: 0.38, isMet: false },
    { name: "lookup, p99 behind bare, ms", measured: 2, bound: 1, isMet: false },
    { name: "box, beside a tenth", measured: 1.5, bound: 1.3, isMet: false },
    { name: "box, times PostgreSQL", measured: 2, bound: 2, isMet: true },
  ]);
});
