/** Nodes that count in one Redis: exact while it is there; bounded and complete when it is killed, frozen or full. */
import { afterAll, expect, test } from "bun:test";
import { openServedStores } from "../../src/accounts/open-accounts.ts";
import { describeIf } from "../support/processes/describe-if.ts";
import { METERED, RATED, type ThreadReport } from "../support/processes/take-from-redis.ts";
import { until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { type CountingNode, startCountingNode } from "../support/servers/counting-node.ts";
import { type Fault, startFaultProxy } from "../support/servers/fault-proxy.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { hasRedis, startRedis } from "../support/servers/redis-process.ts";
import { startDatabases, startNode } from "../support/stores/postgres-place.ts";

const NODES = 3;
/** Time-out for tests of exact counts: a busy machine must not look like an outage. */
const AMPLE_MS = 10_000;
const TIMEOUT_MS = 100;
/** More than time-out, watchdog interval and delays of a busy machine. Without a time-out a call never ends. */
const BOUND_MS = 2_000;
/** TEST_ROUNDS=100 runs more faults; each takes about a second. */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 6);

describeIf(hasRedis() && hasPostgres(), "nodes and their Redis", async () => {
  const databases = await startDatabases();
  afterAll(() => databases.remove());

  async function startNodes(redisUrl: string, timeoutMs: number) {
    const databaseUrl = await databases.create();
    const place = { url: redisUrl, timeoutMs, retryMs: 200 };
    const nodes: CountingNode[] = [];
    for (let n = 0; n < NODES; n++) {
      nodes.push(await startCountingNode(databaseUrl, place));
    }
    const reader = await startNode(databaseUrl);
    return {
      nodes,
      areAllUp: () => nodes.every(({ health }) => health.isReachable),
      async totalOf(keyId: number) {
        const months = [0, 1].map(
          (later) => new Date().getUTCFullYear() * 12 + new Date().getUTCMonth() + later,
        );
        const totals = await openServedStores(reader.place).usage!.listTotals(months);
        const { taken, returned } = totals.find((total) => total.keyId === keyId) ?? {
          taken: 0,
          returned: 0,
        };
        return taken - returned;
      },
      async close() {
        await Promise.all(nodes.map((node) => node.close()));
        await reader.close();
      },
    };
  }

  test("3 nodes with 2 threads each together get exactly every limit in 20,000 requests of each", async () => {
    const redis = await startRedis();
    const cluster = await startNodes(redis.url, AMPLE_MS);
    const perThread = Math.ceil(20_000 / (NODES * 2));
    const work = { takes: perThread, atOnce: 32 };
    const reports = (await Promise.all(cluster.nodes.map((node) => node.takeInThreads(2, work)))).flat();
    const total = (name: Exclude<keyof ThreadReport, "resets">) =>
      reports.reduce((sum, report) => sum + report[name], 0);
    expect([total("rate"), total("quota"), total("visitor"), total("address")]).toEqual([60, 1_000, 77, 10]);
    expect(new Set(reports.flatMap(({ resets }) => resets)).size).toBe(1);
    await Promise.all(cluster.nodes.map((node) => node.flush()));
    expect([await cluster.totalOf(1), await cluster.totalOf(2), await cluster.totalOf(3)]).toEqual([
      60, 1_000, 77,
    ]);
    await cluster.close();
    await redis.stop();
  }, 60_000);

  test("without Redis each node goes on from the last answer, and the others hear of it when Redis is back", async () => {
    const redis = await startRedis({ isPersistent: true });
    const cluster = await startNodes(redis.url, AMPLE_MS);
    const [first, second, third] = cluster.nodes as [CountingNode, CountingNode, CountingNode];
    const take = async ({ counters }: CountingNode, requests = 1) =>
      (await counters.consumeForKey(RATED, requests)).rate;
    await take(first, 20);
    await take(second, 10);
    const known = await take(first, 10);
    expect(known.remaining).toBe(20);
    // Redis syncs its log to disk every second.
    await until(async () =>
      (await redis.client.send("INFO", ["persistence"])).includes("aof_pending_bio_fsync:0"),
    );
    await redis.kill();
    await until(() => cluster.nodes.every(({ health }) => !health.isReachable));
    // The first node last saw 40 used, the second 30, the third none.
    expect([(await take(first, 20)).isWithin, (await take(first, 1)).isWithin]).toEqual([true, false]);
    expect([(await take(second, 30)).isWithin, (await take(second, 1)).isWithin]).toEqual([true, false]);
    expect(await take(third, 5)).toMatchObject({ isWithin: true, remaining: 55 });
    await redis.start();
    await until(cluster.areAllUp);
    // 40 in Redis, 55 counted without it: the window that Redis has kept is more than full.
    await until(async () => (await third.counters.peekKey(RATED)).rate.remaining === 0);
    const after = await take(third, 1);
    expect([after.isWithin, after.resetAtMs]).toEqual([false, known.resetAtMs]);
    await Promise.all(cluster.nodes.map((node) => node.flush()));
    expect(await cluster.totalOf(RATED.id)).toBe(95);
    await cluster.close();
    await redis.stop();
  }, 60_000);

  test("a Redis that lost its memory starts from what is written, and a lost script is sent again", async () => {
    const redis = await startRedis();
    const cluster = await startNodes(redis.url, AMPLE_MS);
    const [first, second] = cluster.nodes as [CountingNode, CountingNode];
    const { month } = await first.counters.consumeForKey(METERED, 400);
    await first.counters.refundToMonth(METERED, 50, month);
    await second.counters.consumeForKey(METERED, 300);
    await Promise.all(cluster.nodes.map((node) => node.flush()));
    const left = async () => (await second.counters.peekKey(METERED)).month.remaining;
    expect(await left()).toBe(350);
    await redis.client.send("SCRIPT", ["FLUSH", "SYNC"]);
    expect(await left()).toBe(350);
    await redis.client.send("FLUSHALL", ["SYNC"]);
    const granted = await Promise.all(
      Array.from({ length: 40 }, (_, n) => cluster.nodes[n % NODES]!.counters.consumeForKey(METERED, 10)),
    );
    expect(granted.filter((usage) => usage.month.isWithin)).toHaveLength(35);
    await cluster.close();
    await redis.stop();
  }, 60_000);

  test("a flood of addresses takes no more room in Redis: new ones are counted by their node", async () => {
    const redis = await startRedis();
    const cluster = await startNodes(redis.url, AMPLE_MS);
    const [first, second] = cluster.nodes as [CountingNode, CountingNode];
    const key = { id: 8, ratePerMinute: 1_000, monthlyQuota: undefined };
    const demo = async ({ counters }: CountingNode, address: string) =>
      (await counters.consumeForAddress(["demoMinute", "demoDay"], address)).map(
        ({ remaining }) => remaining,
      );
    const visit = async ({ counters }: CountingNode, address: string) =>
      (await counters.consumeForKey(key, 1, { address, limit: 2 })).visitor!;
    await demo(first, "192.0.2.1");
    await visit(first, "192.0.2.1");
    // The maximum of docs/cluster.md.
    for (const limit of ["demoMinute", "demoDay", "visitor"]) {
      await redis.client.send("SET", [`baken:new:${limit}`, "131072", "KEEPTTL"]);
    }
    const names = (await redis.client.send("DBSIZE", [])) as number;
    expect([await demo(first, "192.0.2.2"), await demo(second, "192.0.2.2")]).toEqual([
      [9, 199],
      [9, 199],
    ]);
    expect(await demo(second, "192.0.2.1")).toEqual([8, 198]);
    const visits = [];
    for (const node of [first, first, first, second]) {
      visits.push((await visit(node, "192.0.2.2")).isWithin);
    }
    expect(visits).toEqual([true, true, false, true]);
    expect((await visit(second, "192.0.2.1")).remaining).toBe(0);
    // Requests that a node refuses by its own tables cost the key nothing; the others were taken in Redis.
    expect((await second.counters.peekKey(key)).rate.remaining).toBe(1_000 - 5);
    expect(await redis.client.send("DBSIZE", [])).toBe(names);
    await cluster.close();
    await redis.stop();
  });

  test("a frozen or full Redis, or one that nothing reaches, holds up no request", async () => {
    const redis = await startRedis();
    const proxy = await startFaultProxy(redis.port);
    const cluster = await startNodes(`redis://127.0.0.1:${proxy.port}`, TIMEOUT_MS);
    const key = { id: 9, ratePerMinute: 1_000_000, monthlyQuota: undefined };
    const longestTake = async () => {
      let longestMs = 0;
      await Promise.all(
        cluster.nodes.map(async ({ counters }) => {
          for (let n = 0; n < 20; n++) {
            const beganMs = performance.now();
            expect((await counters.consumeForKey(key, 1)).rate.isWithin).toBe(true);
            longestMs = Math.max(longestMs, performance.now() - beganMs);
          }
        }),
      );
      return longestMs;
    };
    const faults: readonly (readonly [begin: () => unknown, end: () => unknown])[] = [
      [() => redis.freeze(), () => redis.thaw()],
      [() => proxy.set({ kind: "hole" }), () => proxy.set({ kind: "pass" })],
      [
        () => redis.client.send("CONFIG", ["SET", "maxmemory", "1"]),
        () => redis.client.send("CONFIG", ["SET", "maxmemory", "0"]),
      ],
    ];
    for (const [begin, end] of faults) {
      await until(cluster.areAllUp);
      await begin();
      expect(await longestTake()).toBeLessThan(BOUND_MS);
      expect(cluster.areAllUp()).toBe(false);
      await end();
      await until(cluster.areAllUp);
    }
    await Promise.all(cluster.nodes.map((node) => node.flush()));
    expect(await cluster.totalOf(key.id)).toBe(faults.length * NODES * 20);
    await cluster.close();
    await proxy.stop();
    await redis.stop();
  }, 60_000);

  test(
    `${ROUNDS} faults while nodes take and return: nothing granted is lost or counted twice at rest`,
    async () => {
      const random = testRandom();
      const redis = await startRedis();
      const proxy = await startFaultProxy(redis.port, random);
      const cluster = await startNodes(`redis://127.0.0.1:${proxy.port}`, TIMEOUT_MS);
      const key = { id: 5, ratePerMinute: 1_000_000, monthlyQuota: 4_000_000_000 };
      let [granted, longestMs, isOver] = [0, 0, false];
      const clients = cluster.nodes.map(async ({ counters }) => {
        while (!isOver) {
          const beganMs = performance.now();
          const usages = await Promise.all(Array.from({ length: 8 }, () => counters.consumeForKey(key, 1)));
          longestMs = Math.max(longestMs, performance.now() - beganMs);
          for (const { rate, month } of usages) {
            granted += Number(rate.isWithin && month.isWithin);
            if (random() < 0.3) {
              await counters.refundToMonth(key, 1, month);
              granted -= 1;
            }
          }
          await Bun.sleep(2);
        }
      });
      const passThrough = async (fault: Fault) => {
        proxy.set(fault);
        await Bun.sleep(150 + random() * 300);
        proxy.set({ kind: "pass" });
      };
      const faults: readonly (() => Promise<unknown>)[] = [
        async () => {
          await redis.kill();
          await Bun.sleep(random() * 300);
          await redis.start();
        },
        async () => {
          redis.freeze();
          await Bun.sleep(150 + random() * 300);
          redis.thaw();
        },
        () => passThrough({ kind: "hole" }),
        () => passThrough({ kind: "refuse" }),
        () => passThrough({ kind: "delay", ms: 50, jitterMs: 100 }),
        () => passThrough({ kind: "cut", afterBytes: Math.floor(random() * 5_000) }),
        () => redis.client.send("FLUSHALL", ["SYNC"]),
        () => redis.client.send("SCRIPT", ["FLUSH"]),
      ];
      for (let round = 0; round < ROUNDS; round++) {
        await faults[Math.floor(random() * faults.length)]!();
        await Bun.sleep(random() * 400);
      }
      isOver = true;
      await Promise.all(clients);
      expect(longestMs).toBeLessThan(BOUND_MS);
      await until(cluster.areAllUp);
      await Promise.all(cluster.nodes.map((node) => node.flush()));
      expect(await cluster.totalOf(key.id)).toBe(granted);
      // Redis hears of it after the next flush of each node.
      const left = async () => (await cluster.nodes[0]!.counters.peekKey(key)).month.remaining;
      await until(async () => (await left()) === key.monthlyQuota - granted);
      await cluster.close();
      await proxy.stop();
      await redis.stop();
    },
    ROUNDS * 3_000 + 60_000,
  );
});
