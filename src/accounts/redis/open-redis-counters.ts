import { logInfo, logOperatorError } from "../../base/log.ts";
import { CountersHealth } from "../counters-health.ts";
import type { CountersPlace } from "../counters-place.ts";
import type { CounterMemory } from "../memory/shared-counters.ts";
import type { SharedUsage, UsageTotal } from "../usage-totals.ts";
import { CountingBatch } from "./counting-batch.ts";
import { mergeWindowItem } from "./counting-items.ts";
import { KeyViews } from "./key-views.ts";
import { MonthMerges } from "./month-totals.ts";
import { RedisCounters } from "./redis-counters.ts";
import { RedisLink } from "./redis-link.ts";

export interface RedisOptions {
  readonly memory: CounterMemory;
  /** Number of this thread; 0 in the first one of the process. */
  readonly threadNumber: number;
  readonly usage: SharedUsage;
}

/** Milliseconds between two times at which the first thread brings Redis what it has missed. */
const MERGE_MS = 500;
/** Difference between the clock of Redis and this machine's that is reported. */
const MAX_CLOCK_OFFSET_MS = 2_000;

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
    return { counters, slots, close: () => link.close() };
  }
  const companion = startMerging(new KeyViews(memory.keys), link);
  const report = reportChanges(health, link);
  const timer = setInterval(() => {
    report(reasonAway);
    void companion.merge();
  }, MERGE_MS);
  timer.unref();
  return {
    counters,
    slots,
    learnTotals: (totals: readonly UsageTotal[]) => companion.learn(totals),
    close() {
      clearInterval(timer);
      link.close();
    },
  };
}

/** Brings Redis what this node has counted alone, and totals of the store of usage. */
function startMerging(views: KeyViews, link: RedisLink) {
  const batch = new CountingBatch(link);
  const months = new MonthMerges(batch);
  let running: Promise<unknown> | undefined;
  return {
    learn: (totals: readonly UsageTotal[]) => months.add(totals),
    merge() {
      if (link.isUp) {
        running ??= Promise.all([mergeWindows(views, link, batch), months.merge()]).finally(() => {
          running = undefined;
        });
      }
      return running;
    },
  };
}

async function mergeWindows(views: KeyViews, link: RedisLink, batch: CountingBatch): Promise<void> {
  const windows = views.takeUnshared(Date.now() + link.clockOffsetMs);
  const places = windows.map((window) => batch.add(() => mergeWindowItem(window)));
  for (const [i, { answers }] of places.entries()) {
    if ((await answers) === undefined) {
      views.countUnshared(windows[i]!);
    }
  }
}

/** Returns the function that writes a line to the log when Redis has gone or come back, or its clock is wrong. */
function reportChanges(health: CountersHealth, link: RedisLink) {
  let wasReachable = true;
  let wasClockRight = true;
  return function report(reasonAway: string | undefined): void {
    const { isReachable } = health;
    if (!isReachable && wasReachable) {
      const reason = reasonAway ?? "a serving thread has lost its connection";
      logOperatorError("Redis cannot be used: each node counts the limits by itself", { reason });
    } else if (isReachable && !wasReachable) {
      logInfo("recovered: Redis counts the limits of all nodes again");
    }
    wasReachable = isReachable;
    const isClockRight = Math.abs(link.clockOffsetMs) <= MAX_CLOCK_OFFSET_MS;
    if (!isClockRight && wasClockRight) {
      const fields = { redisAheadMs: link.clockOffsetMs };
      logOperatorError("the clocks of Redis and of this machine differ: set both by NTP", fields);
    }
    wasClockRight = isClockRight;
  };
}
