/** Counters of both kinds whose time tests can move: in memory by a clock, in a real Redis by ageing its contents. */
import type { Counters, LimitState } from "../../../src/accounts/counters.ts";
import { allocateCounters, SharedCounters } from "../../../src/accounts/memory/shared-counters.ts";
import { openServedStores } from "../../../src/accounts/open-accounts.ts";
import { RedisCounters } from "../../../src/accounts/redis/redis-counters.ts";
import { RedisLink } from "../../../src/accounts/redis/redis-link.ts";
import { startDatabases, startNode } from "../stores/postgres-place.ts";
import { type RedisProcess, startRedis } from "./redis-process.ts";

export interface CountersUnderTest {
  readonly counters: Counters;
  /** Lets time pass for windows and months. */
  advance(ms: number): Promise<void>;
  /** Sets the clock of months. */
  setClock(nowMs: number): void;
  /** Returns the seconds until a window ends. */
  secondsLeft(window: LimitState): number;
}

export function startMemoryCounters() {
  return {
    async at(nowMs: number): Promise<CountersUnderTest> {
      const clock = { nowMs };
      return {
        counters: new SharedCounters(allocateCounters(), () => clock.nowMs),
        async advance(ms) {
          clock.nowMs += ms;
        },
        setClock(next) {
          clock.nowMs = next;
        },
        secondsLeft: ({ resetAtMs }) => (resetAtMs - clock.nowMs) / 1000,
      };
    },
    async stop() {},
  };
}

/** Time-out of calls in tests that are not about time: this machine may be busy. */
const AMPLE_MS = 5_000;

export async function startRedisCounters() {
  const redis = await startRedis();
  const databases = await startDatabases();
  const accounts = await startNode(await databases.create());
  const usage = openServedStores(accounts.place).usage!;
  const link = new RedisLink({ url: redis.url, timeoutMs: AMPLE_MS, maxPauseMs: 100 });
  return {
    /** Empties Redis. */
    async at(nowMs: number): Promise<CountersUnderTest> {
      await redis.client.send("FLUSHALL", []);
      const clock = { nowMs };
      const memory = allocateCounters();
      // A counters object remembers full windows, and its memory does not follow a moved clock.
      const open = () =>
        new RedisCounters({ memory, link, usage, timeoutMs: AMPLE_MS, clock: () => clock.nowMs });
      let counters = open();
      return {
        get counters() {
          return counters;
        },
        async advance(ms) {
          clock.nowMs += ms;
          await ageWindows(redis, ms);
          counters = open();
        },
        setClock(next) {
          clock.nowMs = next;
        },
        secondsLeft: ({ resetAtMs }) => Math.round((resetAtMs - Date.now()) / 1000),
      };
    },
    async stop() {
      link.close();
      await accounts.close();
      await redis.stop();
      databases.remove();
    },
  };
}

/** Moves the end of every window in Redis, a string `used end`, by `ms` towards now. */
async function ageWindows({ client }: RedisProcess, ms: number): Promise<void> {
  for (const name of (await client.send("KEYS", ["baken:{*"])) as string[]) {
    if ((await client.send("TYPE", [name])) !== "string") {
      continue;
    }
    const [used, end] = (await client.get(name))!.split(" ").map(Number);
    const leftMs = end! - ms - Date.now();
    if (leftMs <= 0) {
      await client.del(name);
    } else {
      await client.send("SET", [name, `${used} ${end! - ms}`, "PX", String(Math.ceil(leftMs))]);
    }
  }
}
