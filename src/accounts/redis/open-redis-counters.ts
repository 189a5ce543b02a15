import { CountersHealth } from "../counters-health.ts";
import type { CountersPlace } from "../counters-place.ts";
import type { CounterMemory } from "../memory/shared-counters.ts";
import type { SharedUsage, UsageTotal } from "../usage-totals.ts";
import { KeyViews } from "./key-views.ts";
import { RedisCompanion } from "./redis-companion.ts";
import { RedisCounters } from "./redis-counters.ts";
import { RedisLink } from "./redis-link.ts";

export interface RedisOptions {
  readonly memory: CounterMemory;
  /** Number of this thread; 0 in the first one of the process. */
  readonly threadNumber: number;
  readonly usage: SharedUsage;
}

/** Opens the counters in Redis for a thread, with a connection of its own. */
export function openRedisCounters(
  { url, timeoutMs, retryMs }: CountersPlace,
  { memory, threadNumber, usage }: RedisOptions,
) {
  const health = new CountersHealth(memory.countersHealth);
  let reasonAway: string | undefined;
  const link = new RedisLink({
    url,
    timeoutMs,
    maxPauseMs: retryMs,
    onChange(reason) {
      reasonAway = reason;
      health.setReachable(threadNumber, reason === undefined);
    },
  });
  const counters = new RedisCounters({ memory, link, usage, timeoutMs });
  const { slots } = counters;
  if (threadNumber > 0) {
    return { counters, slots, ready: link.started, close: () => link.close() };
  }
  const views = new KeyViews(memory.keys);
  const companion = new RedisCompanion({ link, views, usage, health, reasonAway: () => reasonAway });
  return {
    counters,
    slots,
    ready: companion.ready,
    learnTotals: (totals: readonly UsageTotal[]) => companion.learnTotals(totals),
    close() {
      companion.close();
      link.close();
    },
  };
}
