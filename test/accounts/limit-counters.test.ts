/** Tests windows, months and addresses with a test clock, and all threads at once on one shared memory. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { allocateCounters, SharedCounters } from "../../src/accounts/memory/shared-counters.ts";
import { countersAt, key } from "../support/processes/counters-with-clock.ts";
import type { HammerResult, HammerTask } from "../support/processes/hammer-counters.ts";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");
describe("rate window", () => {
  test("is 60 s from the first request and lets exactly the limit through, window after window", () => {
    const { clock, counters } = countersAt(NOON + 123);
    for (let window = 0; window < 3; window++) {
      const states = Array.from({ length: 200 }, (_, n) => {
        if (n > 0) {
          clock.nowMs += 299;
        }
        return counters.consumeForKey(key({ rate: 60 }), 1).rate;
      });
      expect(states.filter(({ isWithin }) => isWithin)).toHaveLength(60);
      expect(new Set(states.map(({ resetAtMs }) => resetAtMs)).size).toBe(1);
      expect(states.map(({ remaining }) => remaining)).toEqual(
        Array.from({ length: 200 }, (_, n) => Math.max(0, 59 - n)),
      );
      clock.nowMs = states[0]!.resetAtMs;
    }
  });

  test("shows without taking, takes several or none, and follows a changed limit", () => {
    const { counters } = countersAt(NOON);
    const limited = key({ rate: 10 });
    expect(counters.peekKey(limited).rate).toMatchObject({ remaining: 10, resetAtMs: NOON + 60_000 });
    expect(counters.consumeForKey(limited, 8).rate).toMatchObject({ isWithin: true, remaining: 2 });
    expect(counters.consumeForKey(limited, 3).rate).toMatchObject({ isWithin: false, remaining: 2 });
    expect(counters.consumeForKey(key({ rate: 5 }), 1).rate).toMatchObject({ isWithin: false, remaining: 0 });
    expect(counters.consumeForKey(key({ rate: 20 }), 1).rate).toMatchObject({
      isWithin: true,
      remaining: 11,
    });
  });

  test("goes on when the clock steps back a little, and starts anew when it steps back far", () => {
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

  test("is not there for a key without a rate, whose month is counted all the same", () => {
    const { counters } = countersAt(NOON);
    const free = key({ rate: Number.POSITIVE_INFINITY, quota: 3_000_000 });
    for (let i = 0; i < 2; i++) {
      expect(counters.consumeForKey(free, 1_500_000)).toMatchObject({
        rate: { isWithin: true, limit: Number.POSITIVE_INFINITY },
        month: { isWithin: true },
      });
    }
    expect(counters.consumeForKey(free, 1).month).toMatchObject({ isWithin: false, remaining: 0 });
    // A rate set later starts with nothing used.
    expect(counters.consumeForKey(key({ rate: 2 }), 1).rate).toMatchObject({ isWithin: true, remaining: 1 });
  });

  test("keys do not share it, those whose numbers fall on one slot neither", () => {
    const { counters } = countersAt(NOON);
    for (const id of [1, 2, 1 + 262_144, 1 + 2 * 262_144]) {
      expect(counters.consumeForKey(key({ id, rate: 1 }), 1).rate.isWithin).toBe(true);
      expect(counters.consumeForKey(key({ id, rate: 1 }), 1).rate.isWithin).toBe(false);
    }
  });
});

describe("visitors of a key", () => {
  const consume = (counters: SharedCounters, address: string, settings: Parameters<typeof key>[0] = {}) =>
    counters.consumeForKey(key(settings), 1, { address, limit: 3 });

  test("have a window each, of an IPv4 address or an IPv6 /64, with each key", () => {
    const { clock, counters } = countersAt(NOON);
    const within = (address: string, settings?: Parameters<typeof key>[0]) =>
      consume(counters, address, settings).visitor!.isWithin;
    expect(Array.from({ length: 5 }, () => within("192.0.2.1"))).toEqual([true, true, true, false, false]);
    expect(within("192.0.2.2")).toBe(true);
    expect(within("192.0.2.1", { id: 2 })).toBe(true);
    const network = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::1", "2001:db8::1"];
    expect(network.map((address) => within(address))).toEqual([true, true, true, false]);
    expect(within("2001:db8:0:1::1")).toBe(true);
    clock.nowMs += 59_999;
    expect(within("192.0.2.1")).toBe(false);
    clock.nowMs += 1;
    expect(consume(counters, "192.0.2.1").visitor).toEqual({
      isWithin: true,
      limit: 3,
      remaining: 2,
      resetAtMs: NOON + 120_000,
    });
  });

  test("cost the key nothing when they are refused, and the demo counts them apart", () => {
    const { counters } = countersAt(NOON);
    const limited = { rate: 100, quota: 50 };
    for (let n = 0; n < 20; n++) {
      consume(counters, "192.0.2.1", limited);
    }
    const { rate, month } = counters.peekKey(key(limited));
    expect([rate.remaining, month.remaining]).toEqual([97, 47]);
    expect(counters.consumeForAddress(["demoMinute"], "192.0.2.1")[0]!.remaining).toBe(9);
  });

  test("are not charged for what the key refuses, by its rate or its quota", () => {
    const { counters } = countersAt(NOON);
    for (const limited of [
      { id: 1, rate: 1 },
      { id: 2, quota: 1 },
    ]) {
      consume(counters, "192.0.2.1", limited);
      // The visitor's window starts when the key has nothing left.
      const refused = Array.from({ length: 5 }, () => consume(counters, "192.0.2.2", limited));
      expect(refused.map(({ visitor }) => visitor?.isWithin)).toEqual(new Array(5).fill(true));
      const raised = { id: limited.id, rate: 9, quota: 9 };
      const later = Array.from({ length: 4 }, () => consume(counters, "192.0.2.2", raised).visitor!.isWithin);
      expect(later).toEqual([true, true, true, false]);
    }
  });

  test("follow a changed limit", () => {
    const { counters } = countersAt(NOON);
    const remaining = (limit: number) =>
      counters.consumeForKey(key({}), 1, { address: "192.0.2.1", limit }).visitor!.remaining;
    expect([remaining(5), remaining(5), remaining(1), remaining(5)]).toEqual([4, 3, 0, 2]);
  });
});

describe("month", () => {
  test("is a calendar month in UTC", () => {
    const { clock, counters } = countersAt(Date.parse("2026-12-31T23:59:59.999Z"));
    const limited = key({ quota: 2 });
    const newYear = Date.parse("2027-01-01T00:00:00Z");
    expect(counters.consumeForKey(limited, 2).month).toEqual({
      isWithin: true,
      limit: 2,
      remaining: 0,
      resetAtMs: newYear,
    });
    expect(counters.consumeForKey(limited, 1).month.isWithin).toBe(false);
    clock.nowMs = newYear;
    expect(counters.consumeForKey(limited, 1).month).toMatchObject({ isWithin: true, remaining: 1 });
  });

  test("a clock set back over the end of a month gives nothing back, in whichever month it was used", () => {
    const newYear = Date.parse("2027-01-01T00:00:00Z");
    const { clock, counters } = countersAt(newYear - 1_000);
    const limited = key({ quota: 5 });
    expect(counters.consumeForKey(limited, 2).month.remaining).toBe(3);
    clock.nowMs = newYear + 1_000;
    expect(counters.consumeForKey(limited, 5).month).toMatchObject({ isWithin: true, remaining: 0 });
    clock.nowMs = newYear - 2_000;
    expect(counters.consumeForKey(limited, 1).month).toEqual({
      isWithin: false,
      limit: 5,
      remaining: 0,
      resetAtMs: Date.parse("2027-02-01T00:00:00Z"),
    });
    clock.nowMs = newYear + 2_000;
    expect(counters.consumeForKey(limited, 1).month.isWithin).toBe(false);
    clock.nowMs = Date.parse("2027-02-01T00:00:00Z");
    expect(counters.consumeForKey(limited, 1).month).toMatchObject({ isWithin: true, remaining: 4 });
  });

  test("takes back what was returned, but not into another month", () => {
    const { clock, counters } = countersAt(Date.parse("2026-11-30T23:59:59.000Z"));
    const limited = key({ quota: 5 });
    const { month } = counters.consumeForKey(limited, 3);
    counters.refundToMonth(limited, 1, month);
    expect(counters.peekKey(limited).month.remaining).toBe(3);
    clock.nowMs += 2_000;
    counters.consumeForKey(limited, 1);
    counters.refundToMonth(limited, 2, month);
    expect(counters.peekKey(limited).month.remaining).toBe(4);
  });

  test("is untouched by what the rate refuses", () => {
    const { counters } = countersAt(NOON);
    const limited = key({ rate: 1, quota: 5 });
    const usages = Array.from({ length: 4 }, () => counters.consumeForKey(limited, 1));
    expect(usages.map(({ month }) => month.remaining)).toEqual([4, 4, 4, 4]);
  });
});

describe("addresses", () => {
  test("the demo lets 10 a minute and 200 a day through", () => {
    const { clock, counters } = countersAt(NOON);
    const address = "192.0.2.1";
    const consume = () =>
      counters.consumeForAddress(["demoMinute"], address)[0]!.isWithin &&
      counters.consumeForAddress(["demoDay"], address)[0]!.isWithin;
    for (let minute = 0; minute < 20; minute++) {
      expect(Array.from({ length: 11 }, consume)).toEqual([...new Array(10).fill(true), false]);
      clock.nowMs += 60_000;
    }
    expect(consume()).toBe(false);
    expect(counters.consumeForAddress(["demoDay"], address)[0]!).toMatchObject({
      resetAtMs: NOON + 86_400_000,
    });
    clock.nowMs = NOON + 86_400_000;
    expect(consume()).toBe(true);
  });

  test("a /64 is one visitor, two IPv4 addresses are two", () => {
    const { counters } = countersAt(NOON);
    const consume = (address: string) => counters.consumeForAddress(["demoMinute"], address)[0]!.remaining;
    expect([consume("2001:db8:0:1::1"), consume("2001:db8:0:1:ffff::9"), consume("2001:db8:0:2::1")]).toEqual(
      [9, 8, 9],
    );
    expect([consume("192.0.2.1"), consume("192.0.2.2"), consume("192.0.2.1")]).toEqual([9, 9, 8]);
  });

  test("a place that a dead thread held is taken over before anybody notices", () => {
    const memory = allocateCounters();
    new Int32Array(memory.addresses.demoMinute.locks).fill((Date.now() & 0x7fff_ffff) | 1);
    const counters = new SharedCounters(memory);
    const startedMs = performance.now();
    expect(counters.consumeForAddress(["demoMinute"], "192.0.2.1")[0]!.remaining).toBe(9);
    expect(performance.now() - startedMs).toBeLessThan(500);
  });

  test("a million addresses leave memory flat, and who used up the limit stays refused", async () => {
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "../support/processes/flood-counters.ts")],
      { stdout: "pipe" },
    );
    const { grownBytes, forgotten } = JSON.parse(await child.stdout.text());
    expect(grownBytes).toBeLessThan(32 * 1024 * 1024);
    expect(forgotten).toBe(0);
  }, 30_000);
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
    // One visitor gets its limit; 40 visitors with 30 each together get the limit of the key.
    expect([total("visitor"), total("crowd")]).toEqual([321, 1_000]);
    // Every thread returned all it took of the third key.
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
  }, 30_000);
});

function hammer(task: HammerTask): Promise<HammerResult> {
  const worker = new Worker(new URL("../support/processes/hammer-counters.ts", import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<HammerResult>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(task);
  return promise.finally(() => worker.terminate());
}
