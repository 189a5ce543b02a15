/** Tests windows, months, visitors and addresses of both counters: in memory, and in a real Redis. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Counters } from "../../src/accounts/counters.ts";
import { key } from "../support/processes/counters-with-clock.ts";
import { startMemoryCounters, startRedisCounters } from "../support/servers/counters-under-test.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { hasRedis } from "../support/servers/redis-process.ts";

const NOON = Date.parse("2026-11-21T12:00:00.000Z");
const NEW_YEAR = Date.parse("2027-01-01T00:00:00Z");

/** Digits for toBeCloseTo: seconds can pass on a busy machine, and Redis uses the real clock. */
const WITHIN_5 = -1;

const KINDS = [
  { kind: "memory", start: async () => startMemoryCounters(), canRun: true },
  { kind: "Redis", start: startRedisCounters, canRun: hasRedis() && hasPostgres() },
];

describe.each(KINDS.filter(({ canRun }) => canRun))("counters in $kind", async ({ start }) => {
  const started = await start();
  afterAll(() => started.stop());
  const at = (nowMs: number) => started.at(nowMs);
  const consume = (counters: Counters, settings: Parameters<typeof key>[0], requests = 1) =>
    counters.consumeForKey(key(settings), requests);

  describe("rate window", () => {
    test("is 60 s from the first request and lets exactly the limit through, window after window", async () => {
      const tested = await at(NOON + 123);
      for (let window = 0; window < 3; window++) {
        const states = [];
        for (let n = 0; n < 100; n++) {
          states.push((await consume(tested.counters, { rate: 60 })).rate);
        }
        expect(states.map(({ isWithin }) => isWithin)).toEqual(states.map((_, n) => n < 60));
        expect(states.map(({ remaining }) => remaining)).toEqual(states.map((_, n) => Math.max(0, 59 - n)));
        expect(new Set(states.map(({ resetAtMs }) => resetAtMs)).size).toBe(1);
        expect(tested.secondsLeft(states[0]!)).toBeCloseTo(60, WITHIN_5);
        await tested.advance(30_000);
        const half = await consume(tested.counters, { rate: 60 });
        expect(half.rate.isWithin).toBe(false);
        expect(tested.secondsLeft(half.rate)).toBeCloseTo(30, WITHIN_5);
        await tested.advance(30_000);
      }
    });

    test("lets exactly the limit through to requests at the same time, with each number left once", async () => {
      const { counters } = await at(NOON);
      const states = await Promise.all(Array.from({ length: 500 }, () => consume(counters, { rate: 60 }, 1)));
      const passed = states.filter(({ rate }) => rate.isWithin);
      expect(passed.map(({ rate }) => rate.remaining).sort((a, b) => b - a)).toEqual(
        Array.from({ length: 60 }, (_, n) => 59 - n),
      );
      // Requests of 1 and of 3 at once never pass the limit together.
      const mixed = await Promise.all(
        Array.from({ length: 60 }, (_, n) => consume(counters, { id: 2, rate: 20 }, n % 2 === 0 ? 1 : 3)),
      );
      const taken = mixed.reduce((sum, { rate }, n) => sum + (rate.isWithin ? (n % 2 === 0 ? 1 : 3) : 0), 0);
      expect(taken).toBe(20);
    });

    test("shows without taking, takes several or none, and follows a changed limit", async () => {
      const tested = await at(NOON);
      const { counters } = tested;
      const peeked = (await counters.peekKey(key({ rate: 10 }))).rate;
      expect(peeked).toMatchObject({ isWithin: true, remaining: 10 });
      expect(tested.secondsLeft(peeked)).toBeCloseTo(60, WITHIN_5);
      expect((await consume(counters, { rate: 10 }, 8)).rate).toMatchObject({ isWithin: true, remaining: 2 });
      expect((await consume(counters, { rate: 10 }, 3)).rate).toMatchObject({
        isWithin: false,
        remaining: 2,
      });
      expect((await consume(counters, { rate: 5 })).rate).toMatchObject({ isWithin: false, remaining: 0 });
      expect((await consume(counters, { rate: 20 })).rate).toMatchObject({ isWithin: true, remaining: 11 });
    });

    test("is not there for a key without a rate, whose month is counted all the same", async () => {
      const { counters } = await at(NOON);
      const free = { rate: Number.POSITIVE_INFINITY, quota: 3_000_000 };
      for (let i = 0; i < 2; i++) {
        expect(await consume(counters, free, 1_500_000)).toMatchObject({
          rate: { isWithin: true, limit: Number.POSITIVE_INFINITY },
          month: { isWithin: true },
        });
      }
      expect((await consume(counters, free)).month).toMatchObject({ isWithin: false, remaining: 0 });
      // A rate set later starts with nothing used.
      expect((await consume(counters, { rate: 2 })).rate).toMatchObject({ isWithin: true, remaining: 1 });
    });

    test("is left alone by what takes from the month only, and does not refuse it when it is full", async () => {
      const { counters } = await at(NOON);
      const settings = { rate: 2, quota: 1_000 };
      const rows = { ...settings, rate: Number.POSITIVE_INFINITY };
      expect((await consume(counters, rows, 400)).month.remaining).toBe(600);
      expect((await consume(counters, settings)).rate).toMatchObject({ isWithin: true, remaining: 1 });
      expect((await consume(counters, settings)).rate.isWithin).toBe(true);
      expect((await consume(counters, settings)).rate.isWithin).toBe(false);
      expect((await consume(counters, rows, 598)).month).toMatchObject({ isWithin: true, remaining: 0 });
      expect((await consume(counters, rows, 1)).month.isWithin).toBe(false);
    });

    test("keys do not share it, those whose numbers fall on one slot neither", async () => {
      const { counters } = await at(NOON);
      for (const id of [1, 2, 1 + 262_144, 1 + 2 * 262_144]) {
        expect((await consume(counters, { id, rate: 1 })).rate.isWithin).toBe(true);
        expect((await consume(counters, { id, rate: 1 })).rate.isWithin).toBe(false);
      }
    });
  });

  describe("visitors of a key", () => {
    const visit = (counters: Counters, address: string, settings: Parameters<typeof key>[0] = {}) =>
      counters.consumeForKey(key(settings), 1, { address, limit: 3 });

    test("have a window each, of an IPv4 address or an IPv6 /64, with each key", async () => {
      const tested = await at(NOON);
      const within = async (address: string, settings?: Parameters<typeof key>[0]) =>
        (await visit(tested.counters, address, settings)).visitor!.isWithin;
      const withinAll = async (addresses: string[]) => {
        const results = [];
        for (const address of addresses) {
          results.push(await within(address));
        }
        return results;
      };
      expect(await withinAll(new Array(5).fill("192.0.2.1"))).toEqual([true, true, true, false, false]);
      expect(await within("192.0.2.2")).toBe(true);
      expect(await within("192.0.2.1", { id: 2 })).toBe(true);
      const network = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::1", "2001:db8::1"];
      expect(await withinAll(network)).toEqual([true, true, true, false]);
      expect(await within("2001:db8:0:1::1")).toBe(true);
      await tested.advance(40_000);
      expect(await within("192.0.2.1")).toBe(false);
      await tested.advance(20_000);
      const { visitor } = await visit(tested.counters, "192.0.2.1");
      expect(visitor).toMatchObject({ isWithin: true, limit: 3, remaining: 2 });
      expect(tested.secondsLeft(visitor!)).toBeCloseTo(60, WITHIN_5);
    });

    test("cost the key nothing when they are refused, and the demo counts them apart", async () => {
      const { counters } = await at(NOON);
      const limited = { rate: 100, quota: 50 };
      await Promise.all(Array.from({ length: 20 }, () => visit(counters, "192.0.2.1", limited)));
      const { rate, month } = await counters.peekKey(key(limited));
      expect([rate.remaining, month.remaining]).toEqual([97, 47]);
      expect((await counters.consumeForAddress(["demoMinute"], "192.0.2.1"))[0]!.remaining).toBe(9);
    });

    test("are not charged for what the key refuses, by its rate or its quota", async () => {
      const { counters } = await at(NOON);
      for (const limited of [
        { id: 1, rate: 1 },
        { id: 2, quota: 1 },
      ]) {
        await visit(counters, "192.0.2.1", limited);
        // The visitor's window starts when the key has no requests left.
        const refused = await Promise.all(
          Array.from({ length: 5 }, () => visit(counters, "192.0.2.2", limited)),
        );
        expect(refused.map(({ visitor }) => visitor?.isWithin)).toEqual(new Array(5).fill(true));
        const raised = { id: limited.id, rate: 9, quota: 9 };
        const later = await Promise.all(
          Array.from({ length: 4 }, () => visit(counters, "192.0.2.2", raised)),
        );
        expect(later.map(({ visitor }) => visitor!.isWithin)).toEqual([true, true, true, false]);
      }
    });

    test("follow a changed limit", async () => {
      const { counters } = await at(NOON);
      const remaining = [];
      for (const limit of [5, 5, 1, 5]) {
        const { visitor } = await counters.consumeForKey(key({}), 1, { address: "192.0.2.1", limit });
        remaining.push(visitor!.remaining);
      }
      expect(remaining).toEqual([4, 3, 0, 2]);
    });
  });

  describe("month", () => {
    test("gives takes of many sizes at once all or nothing, exactly to the quota, and takes refunds", async () => {
      const { counters } = await at(NOON);
      const settings = { rate: Number.POSITIVE_INFINITY, quota: 10_000 };
      const sizes = Array.from({ length: 200 }, (_, n) => [1, 7, 90, 333][n % 4]!);
      const states = await Promise.all(sizes.map((size) => consume(counters, settings, size)));
      const passed = sizes.filter((_, n) => states[n]!.month.isWithin);
      const taken = passed.reduce((sum, size) => sum + size, 0);
      const left = 10_000 - taken;
      const refused = sizes.filter((_, n) => !states[n]!.month.isWithin);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThan(Math.min(...refused));
      expect((await counters.peekKey(key(settings))).month.remaining).toBe(left);
      const full = await consume(counters, settings, left);
      expect(full.month).toMatchObject({ isWithin: true, remaining: 0 });
      await counters.refundToMonth(key(settings), 333, full.month);
      expect((await consume(counters, settings, 334)).month.isWithin).toBe(false);
      expect((await consume(counters, settings, 333)).month).toMatchObject({ isWithin: true, remaining: 0 });
    });

    test("is a calendar month in UTC", async () => {
      const tested = await at(NEW_YEAR - 1);
      const { counters } = tested;
      const expected = { isWithin: true, limit: 2, remaining: 0, resetAtMs: NEW_YEAR };
      expect((await consume(counters, { quota: 2 }, 2)).month).toMatchObject(expected);
      expect((await consume(counters, { quota: 2 })).month.isWithin).toBe(false);
      tested.setClock(NEW_YEAR);
      expect((await consume(counters, { quota: 2 })).month).toMatchObject({ isWithin: true, remaining: 1 });
    });

    test("a clock set back over the end of a month gives nothing back, in whichever month it was used", async () => {
      const tested = await at(NEW_YEAR - 1_000);
      const { counters } = tested;
      expect((await consume(counters, { quota: 5 }, 2)).month.remaining).toBe(3);
      tested.setClock(NEW_YEAR + 1_000);
      expect((await consume(counters, { quota: 5 }, 5)).month).toMatchObject({
        isWithin: true,
        remaining: 0,
      });
      tested.setClock(NEW_YEAR - 2_000);
      expect((await consume(counters, { quota: 5 })).month).toMatchObject({
        isWithin: false,
        limit: 5,
        remaining: 0,
        resetAtMs: Date.parse("2027-02-01T00:00:00Z"),
      });
      tested.setClock(NEW_YEAR + 2_000);
      expect((await consume(counters, { quota: 5 })).month.isWithin).toBe(false);
      tested.setClock(Date.parse("2027-02-01T00:00:00Z"));
      expect((await consume(counters, { quota: 5 })).month).toMatchObject({ isWithin: true, remaining: 4 });
    });

    test("takes back what was returned, but not into another month", async () => {
      const tested = await at(Date.parse("2026-11-30T23:59:59.000Z"));
      const { counters } = tested;
      const limited = key({ quota: 5 });
      const { month } = await counters.consumeForKey(limited, 3);
      await counters.refundToMonth(limited, 1, month);
      expect((await counters.peekKey(limited)).month.remaining).toBe(3);
      tested.setClock(Date.parse("2026-12-01T00:00:01.000Z"));
      await counters.consumeForKey(limited, 1);
      await counters.refundToMonth(limited, 2, month);
      expect((await counters.peekKey(limited)).month.remaining).toBe(4);
    });

    test("is untouched by what the rate refuses", async () => {
      const { counters } = await at(NOON);
      const usages = await Promise.all(
        Array.from({ length: 4 }, () => consume(counters, { rate: 1, quota: 5 })),
      );
      expect(usages.map(({ month }) => month.remaining)).toEqual([4, 4, 4, 4]);
    });

    test("that is full still costs rate, request after request", async () => {
      const { counters } = await at(NOON);
      const usages = await Promise.all(
        Array.from({ length: 6 }, () => consume(counters, { rate: 5, quota: 2 })),
      );
      const expected = [true, true, false, false, false];
      expect(usages.slice(0, 5).map(({ month }) => month.isWithin)).toEqual(expected);
      expect(usages.map(({ rate }) => rate.remaining)).toEqual([4, 3, 2, 1, 0, 0]);
      expect(usages[5]!.rate.isWithin).toBe(false);
    });
  });

  describe("addresses", () => {
    test("the demo lets 10 a minute and 200 a day through; a full minute costs the day nothing", async () => {
      const tested = await at(NOON);
      const take = () => tested.counters.consumeForAddress(["demoMinute", "demoDay"], "192.0.2.1");
      for (let minute = 0; minute < 20; minute++) {
        for (let n = 0; n < 11; n++) {
          const states = await take();
          expect(states.map(({ isWithin }) => isWithin)).toEqual(n < 10 ? [true, true] : [false]);
        }
        await tested.advance(60_000);
      }
      const [minute, day] = await take();
      expect([minute!.isWithin, day!.isWithin]).toEqual([true, false]);
      expect(tested.secondsLeft(day!)).toBeCloseTo(86_400 - 20 * 60, WITHIN_5);
      await tested.advance(86_400_000 - 20 * 60_000);
      expect((await take()).map(({ isWithin }) => isWithin)).toEqual([true, true]);
    });

    test("a /64 is one visitor, two IPv4 addresses are two", async () => {
      const { counters } = await at(NOON);
      const left = async (addresses: string[]) => {
        const states = [];
        for (const address of addresses) {
          states.push((await counters.consumeForAddress(["demoMinute"], address))[0]!.remaining);
        }
        return states;
      };
      expect(await left(["2001:db8:0:1::1", "2001:db8:0:1:ffff::9", "2001:db8:0:2::1"])).toEqual([9, 8, 9]);
      expect(await left(["192.0.2.1", "192.0.2.2", "192.0.2.1"])).toEqual([9, 9, 8]);
    });
  });
});
