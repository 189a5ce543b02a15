import { logInfo, logOperatorError } from "../../base/log.ts";
import { CountersHealth, type CountersPlace } from "../counters.ts";
import type { CounterMemory } from "../memory/shared-counters.ts";
import { type SharedUsage, type UsageTotal, usageMonthOf } from "../usage-months.ts";
import { CountingBatch, mergeWindowItem } from "./counting-items.ts";
import { KeyViews } from "./key-views.ts";
import { MonthLoader, MonthMerges } from "./month-totals.ts";
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

/** Milliseconds between two attempts to send Redis the requests that it has missed. */
const MERGE_MS = 500;
/** Maximum milliseconds for which a start waits until Redis knows the usage of the month. */
const READY_MS = 2_000;
/** Difference between the clock of Redis and this machine's that is reported. */
const MAX_CLOCK_OFFSET_MS = 2_000;

interface RedisCompanionOptions {
  readonly link: RedisLink;
  readonly views: KeyViews;
  readonly usage: SharedUsage;
  readonly health: CountersHealth;
}

/**
 * Runs once for a process: sends Redis the requests counted without it and the usage that it has lost, and logs when
 * Redis goes and comes back.
 */
class RedisCompanion {
  readonly #options: RedisCompanionOptions;
  readonly #batch: CountingBatch;
  readonly #merges: MonthMerges;
  readonly #loader: MonthLoader;
  readonly #timer: NodeJS.Timeout;
  #isRunning = false;
  #wasReachable = true;
  #wasClockRight = true;
  /** Resolves when Redis knows the usage of the month, or is away. */
  readonly ready: Promise<unknown>;

  constructor(options: RedisCompanionOptions) {
    this.#options = options;
    this.#batch = new CountingBatch(options.link);
    this.#merges = new MonthMerges(this.#batch);
    this.#loader = new MonthLoader(options.usage, this.#batch);
    this.#timer = setInterval(() => void this.#run(), MERGE_MS);
    this.#timer.unref();
    this.ready = Promise.race([options.link.started.then(() => this.#run()), Bun.sleep(READY_MS)]);
  }

  /** Keeps totals that the store of usage has answered until Redis has them too. */
  learnTotals(totals: readonly UsageTotal[]): void {
    this.#merges.add(totals);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #run(): Promise<void> {
    this.report();
    const { link } = this.#options;
    if (this.#isRunning || !link.isUp) {
      return;
    }
    this.#isRunning = true;
    const month = usageMonthOf(Date.now() + link.clockOffsetMs);
    try {
      await Promise.all([this.#mergeWindows(), this.#merges.merge(), this.#loader.load(month)]);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Adds the requests that this node has counted alone to the windows in Redis. */
  async #mergeWindows(): Promise<void> {
    const { views, link } = this.#options;
    const windows = views.takeUnshared(Date.now() + link.clockOffsetMs);
    const places = windows.map((window) => this.#batch.add(() => mergeWindowItem(window)));
    for (const [i, { answers }] of places.entries()) {
      if ((await answers) === undefined) {
        views.countUnshared(windows[i]!);
      }
    }
  }

  /** Writes a line to the log when Redis has gone or come back, or when its clock is wrong. */
  report(): void {
    const { health, link } = this.#options;
    const { isReachable } = health;
    if (!isReachable && this.#wasReachable) {
      const reason = link.reasonAway ?? "a serving thread has lost its connection";
      logOperatorError("Redis cannot be used: each node counts the limits by itself", { reason });
    } else if (isReachable && !this.#wasReachable) {
      logInfo("recovered: Redis counts the limits of all nodes again");
    }
    this.#wasReachable = isReachable;
    const isClockRight = Math.abs(link.clockOffsetMs) <= MAX_CLOCK_OFFSET_MS;
    if (!isClockRight && this.#wasClockRight) {
      const fields = { redisAheadMs: link.clockOffsetMs };
      logOperatorError("the clocks of Redis and of this machine differ: set both by NTP", fields);
    }
    this.#wasClockRight = isClockRight;
  }
}
