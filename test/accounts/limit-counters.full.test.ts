/** Tests counters in memory: a test clock, and all threads on one shared memory. See also counters-contract. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { allocateCounters, SharedCounters } from "../../src/accounts/memory/shared-counters.ts";
import { countersAt, key } from "../support/processes/counters-with-clock.ts";
import type { HammerResult, HammerTask } from "../support/processes/hammer-counters.ts";
import type { HoldTask } from "../support/processes/hold-counter.ts";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");

describe("rate window", () => {
  test("goes on when the clock steps back a little, and starts again when it steps back far", () => {
    const { clock, counters } = countersAt(NOON);
    counters.consumeForKey(key({ rate: 2 }), 2);
    clock.nowMs -= 5_000;
    expect(counters.consumeForKey(key({ rate: 2 }), 1).rate.isWithin).toBe(false);
    clock.nowMs -= 60_000;
    expect(counters.consumeForKey(key({ rate: 2 }), 1).rate.isWithin).toBe(true);
  });

  test("never meets the window of a key idle for 2³² ms, or any other time", () => {
    for (const idleMs of [2 ** 32, 2 ** 32 - 30_000, 2 ** 33, 2 ** 42 - NOON - 1_000]) {
      const { clock, counters } = countersAt(NOON);
      expect(counters.consumeForKey(key({ rate: 5 }), 5).rate.remaining).toBe(0);
      clock.nowMs += idleMs;
      const { rate } = counters.consumeForKey(key({ rate: 5 }), 1);
      expect(rate).toEqual({ isWithin: true, limit: 5, remaining: 4, resetAtMs: clock.nowMs + 60_000 });
    }
  });
});

describe("addresses", () => {
  test("a place that a dead thread held is taken over", () => {
    const memory = allocateCounters();
    new Int32Array(memory.addresses.demoMinute.locks).fill((Date.now() & 0x7fff_ffff) | 1);
    const counters = new SharedCounters(memory);
    const startedMs = performance.now();
    expect(counters.consumeForAddress(["demoMinute"], "192.0.2.1")[0]!.remaining).toBe(9);
    // If the place were not taken over, the call would wait forever.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  test("a thread that is kept off the processor while it counts keeps its place, and both requests count", async () => {
    const [memory, isCounting] = [allocateCounters(), new SharedArrayBuffer(4)];
    const holder = new Worker(new URL("../support/processes/hold-counter.ts", import.meta.url));
    const { promise: held, resolve } = Promise.withResolvers<number>();
    holder.onmessage = ({ data }) => resolve(data);
    const task: HoldTask = { memory, address: "192.0.2.1", isCounting, pauseMs: 300 };
    holder.postMessage(task);
    Atomics.wait(new Int32Array(isCounting), 0, 0);
    const take = () =>
      new SharedCounters(memory).consumeForAddress(["demoMinute"], "192.0.2.1")[0]!.remaining;
    expect([take(), await held, take()]).toEqual([8, 9, 7]);
    holder.terminate();
  });

  test("a million addresses leave memory flat, and who used up the limit stays refused", async () => {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "../support/processes/flood-counters.ts")],
      { stdout: "pipe" },
    );
    const { grownBytes, forgotten } = JSON.parse(await child.stdout.text());
    expect(grownBytes).toBeLessThan(32 * 1024 * 1024);
    expect(forgotten).toBe(0);
  });
});

describe("threads", () => {
  test("together get exactly the limits: rate, quota, addresses, and window after window", async () => {
    const [memory, ticks] = [allocateCounters(), new SharedArrayBuffer(4)];
    const results = await Promise.all(
      Array.from({ length: 4 }, () => hammer({ memory, ticks, rounds: 50_000 })),
    );
    const total = (name: "rate" | "quota" | "address" | "visitor" | "crowd") =>
      results.reduce((sum, passed) => sum + passed[name], 0);
    expect([total("rate"), total("quota"), total("address")]).toEqual([777, 12_345, 10]);
    // A single visitor gets the visitor limit. Together, 40 visitors with 30 each get the limit of the key.
    expect([total("visitor"), total("crowd")]).toEqual([321, 1_000]);
    // Every thread returned everything that it took from the third key.
    const { month } = new SharedCounters(memory).peekKey({ id: 3, ratePerMinute: 1, monthlyQuota: 5 });
    expect(month.remaining).toBe(5);

    const windows = new Map<string, number>();
    for (const [end, passed] of results.flatMap((result) => Object.entries(result.windows))) {
      windows.set(end, (windows.get(end) ?? 0) + passed);
    }
    const [last = 0, ...full] = [...windows]
      .sort(([a], [b]) => Number(b) - Number(a))
      .map(([, passed]) => passed);
    expect(full.length).toBeGreaterThan(2);
    expect(full).toEqual(full.map(() => 1_000));
    expect(last).toBeLessThanOrEqual(1_000);
  });
});

function hammer(task: HammerTask): Promise<HammerResult> {
  const worker = new Worker(new URL("../support/processes/hammer-counters.ts", import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<HammerResult>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(task);
  return promise.finally(() => worker.terminate());
}
