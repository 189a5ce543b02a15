import { coalesce } from "../../base/coalesce.ts";
import { messageOf } from "../../base/errors.ts";
import { BackoffLogger } from "../../base/log.ts";
import type { KeyCount, KeySlots } from "../memory/key-slots.ts";
import type { AccountsHealth, UsageFlusher } from "../usage-flusher.ts";
import { type SharedUsage, type UsageDelta, type UsageTotal, usageMonthOf } from "../usage-months.ts";

/** Milliseconds between flushes: the most usage that a crash can lose. */
const FLUSH_MS = 500;

interface WriterOptions {
  readonly slots: KeySlots;
  readonly health: AccountsHealth;
  /** Called with the totals of all nodes after each flush. */
  readonly learnTotals?: ((totals: readonly UsageTotal[]) => void) | undefined;
}

/**
 * Usage of a key's month that memory and database will both have once every flush is written, and the usage that this
 * process has passed to flushes.
 */
type HandedOver = Omit<KeyCount, "keyId" | "hasEnded">;

/**
 * Writes the usage counted in the slots in the background, and adds to the slots what other nodes have written. A
 * failed flush is reported and repeated; requests go on meanwhile.
 */
export function startUsageWriter(
  usage: SharedUsage,
  { slots, health, learnTotals }: WriterOptions,
): UsageFlusher {
  const exchange = new UsageExchange(usage, slots);
  const failureLog = new BackoffLogger(
    "PostgreSQL cannot be used: keys in memory keep working, usage is counted in memory",
  );
  const flush = coalesce(async () => {
    try {
      const totals = await exchange.flush();
      learnTotals?.(totals);
      failureLog.reportSuccess();
      health.fault = undefined;
    } catch (error) {
      failureLog.reportFailure(messageOf(error));
      health.fault = "other";
    }
  });
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();
  return {
    loaded: flush(),
    flush,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

/** Differences between the slots of this node and the totals of all nodes, in both directions. */
class UsageExchange {
  readonly #usage: SharedUsage;
  readonly #slots: KeySlots;
  readonly #handedOver = new Map<number, HandedOver>();
  #isLoaded = false;

  constructor(usage: SharedUsage, slots: KeySlots) {
    this.#usage = usage;
    this.#slots = slots;
  }

  /** Resolves with the totals of the written usage. */
  async flush(): Promise<readonly UsageTotal[]> {
    if (!this.#isLoaded) {
      const month = usageMonthOf(Date.now());
      // The next month has begun already when the clock was set back across its start.
      this.#merge(await this.#usage.listTotals([month, month + 1]));
      this.#isLoaded = true;
    }
    const totals = await this.#usage.flush([...this.#takeDeltas()]);
    this.#merge(totals);
    return totals;
  }

  /** Adds to the slots the requests that other nodes have counted since the last merge. */
  #merge(totals: readonly UsageTotal[]): void {
    for (const { keyId, month, taken, returned } of totals) {
      const known = this.#knownOf(keyId, month);
      const requests = taken - returned;
      if (requests !== known.requests) {
        this.#slots.addToMonth(keyId, month, requests - known.requests);
      }
      this.#handedOver.set(entryOf(keyId, month), { ...known, requests });
    }
  }

  *#takeDeltas(): Generator<UsageDelta> {
    for (const { keyId, month, taken, returned, lastUsedMs, hasEnded } of this.#slots.list()) {
      const known = this.#knownOf(keyId, month);
      const added = { taken: taken - known.taken, returned: returned - known.returned };
      const isSame = added.taken === 0 && added.returned === 0;
      if (lastUsedMs === 0 || (isSame && (hasEnded || lastUsedMs === known.lastUsedMs))) {
        continue;
      }
      const requests = known.requests + added.taken - added.returned;
      this.#handedOver.set(entryOf(keyId, month), { month, requests, taken, returned, lastUsedMs });
      yield { keyId, month, ...added, lastUsedAtMs: lastUsedMs };
    }
  }

  #knownOf(keyId: number, month: number): HandedOver {
    const known = this.#handedOver.get(entryOf(keyId, month));
    return known?.month === month ? known : { month, requests: 0, taken: 0, returned: 0, lastUsedMs: 0 };
  }
}

/** Returns the entry of a key's month. As in the slots, even and odd months have one each. */
function entryOf(keyId: number, month: number): number {
  return keyId * 2 + (month % 2);
}
