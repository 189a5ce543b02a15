import { expect, test } from "bun:test";
import type { TrafficCounts } from "../../../http/serving/metrics.ts";
import { quantileOf, TrafficHistory } from "./traffic-history.ts";

/** Buckets with these counts; the bounds are 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250 ms, 1 s, 5 s. */
const buckets = (counts: Record<number, number>) => Array.from({ length: 14 }, (_, i) => counts[i] ?? 0);

test.each([
  [buckets({}), 0.5, null],
  // A hundred within 0.1 ms: the median in the middle.
  [buckets({ 0: 100 }), 0.5, 0.00005],
  [buckets({ 0: 100 }), 0.99, 0.000099],
  // Half below 0.1 ms, half between 5 and 10 ms.
  [buckets({ 0: 50, 6: 50 }), 0.5, 0.0001],
  [buckets({ 0: 50, 6: 50 }), 0.99, 0.005 + 0.005 * 0.98],
  // Slower than all bounds: the highest one.
  [buckets({ 13: 1 }), 0.5, 5],
])("a quantile lies within its bucket (%#)", (counts, quantile, expected) => {
  const found = quantileOf(counts, quantile);
  expect(found === null ? null : found.toFixed(9)).toBe(expected === null ? null : expected.toFixed(9));
});

test("reports the last minute and all since the start, and the rates of a quarter of an hour", () => {
  let nowMs = Date.parse("2026-11-22T12:00:00Z");
  let requests = 0;
  const read = (): TrafficCounts => ({
    routes:
      requests === 0
        ? []
        : [{ route: "/a", statuses: { 200: requests }, buckets: buckets({ 0: requests }), seconds: 1 }],
    refusals: { rate: requests } as TrafficCounts["refusals"],
    untrustedForwards: 0,
  });
  const history = new TrafficHistory(read, () => nowMs);
  expect(history.rates()).toEqual([]);
  for (let n = 1; n <= 400; n++) {
    nowMs += 5_000;
    requests += n <= 380 ? 50 : 10;
    history.sample();
  }
  const { minute, quarter, sinceStart } = history.report();
  expect([minute.seconds, minute.total.requests, minute.refusals.rate]).toEqual([55, 110, 110]);
  // 179 pauses of five seconds, as many as there are rates.
  expect([quarter.seconds, quarter.total.requests]).toEqual([895, 159 * 50 + 200]);
  expect([sinceStart.seconds, sinceStart.total.requests]).toEqual([2_000, 380 * 50 + 200]);
  const rates = history.rates();
  expect(rates).toHaveLength(179);
  expect([rates[0]!.perSecond, rates.at(-1)!.perSecond, rates.at(-1)!.at]).toEqual([
    10,
    2,
    new Date(nowMs).toISOString(),
  ]);
  history.close();
});
