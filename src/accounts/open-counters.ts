/**
 * Opens the counters of requests: in the memory of the process, or in Redis. The only file through which other folders
 * reach an implementation; they see the interface of counters.ts.
 */
import type { Counters, CountersPlace } from "./counters.ts";
import type { KeySlots } from "./memory/key-slots.ts";
import { type CounterMemory, SharedCounters } from "./memory/shared-counters.ts";
import { openRedisCounters } from "./redis/open-redis-counters.ts";
import type { SharedUsage, UsageTotal } from "./usage-months.ts";

export { allocateCounters, type CounterMemory } from "./memory/shared-counters.ts";
export { examineRedis } from "./redis/examine-redis.ts";

export interface OpenedCounters {
  readonly counters: Counters;
  /** Usage that this process has counted, for the store of usage. */
  readonly slots: KeySlots;
  /** Resolves when requests can be counted over all nodes, or when that is not possible now. */
  readonly ready?: Promise<unknown>;
  /** Passes the totals that the store of usage has answered to the counters of all nodes. */
  learnTotals?(totals: readonly UsageTotal[]): void;
  close?(): void;
}

export interface CountersOptions {
  /** Memory that all threads of the process share. */
  readonly memory: CounterMemory;
  /** Number of this thread, from 1; 0 in the first one, which also brings Redis what it has missed. */
  readonly threadNumber: number;
  /** Usage that all nodes share, with `place`. */
  readonly usage: SharedUsage | undefined;
}

/** Opens the counters for a thread; without a place, in memory. */
export function openCounters(place: CountersPlace | undefined, options: CountersOptions): OpenedCounters {
  const { memory, usage } = options;
  if (place !== undefined && usage !== undefined) {
    return openRedisCounters(place, { ...options, usage });
  }
  const counters = new SharedCounters(memory);
  return { counters, slots: counters.keys };
}
