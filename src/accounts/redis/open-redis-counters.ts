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
  const link = new RedisLink({
    url,
    timeoutMs,
    maxPauseMs: retryMs,
    onChange(isUp) {
      health.setReachable(threadNumber, isUp);
      companion?.report();
    },
  });
  const views = new KeyViews(memory.keys);
  const companion = threadNumber === 0 ? new RedisCompanion({ link, views, usage, health }) : undefined;
  const counters = new RedisCounters({ memory, link, usage, timeoutMs });
  return {
    counters,
    slots: counters.slots,
    ready: companion?.ready ?? link.started,
    learnTotals: (totals: readonly UsageTotal[]) => companion?.learnTotals(totals),
    close() {
      companion?.close();
      link.close();
    },
  };
}
