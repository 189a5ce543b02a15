/** Worker thread of a node that takes from the counters in Redis as fast as they answer. */
import type { AccountsPlace } from "../../../src/accounts/accounts-place.ts";
import type { Counters, CountersPlace } from "../../../src/accounts/counters.ts";
import { openServedStores } from "../../../src/accounts/open-accounts.ts";
import { type CounterMemory, openCounters } from "../../../src/accounts/open-counters.ts";

export interface ThreadWork {
  readonly place: CountersPlace;
  readonly memory: CounterMemory;
  readonly accounts: AccountsPlace;
  readonly threadNumber: number;
  /** Rounds; each asks every limit once. */
  readonly takes: number;
  readonly atOnce: number;
}

/** Number of granted requests by limit. */
export interface ThreadReport {
  rate: number;
  quota: number;
  visitor: number;
  address: number;
  /** Ends of the rate window; there should be one. */
  readonly resets: number[];
}

export const RATED = { id: 1, ratePerMinute: 60, monthlyQuota: undefined };
export const METERED = { id: 2, ratePerMinute: 1_000_000, monthlyQuota: 1_000 };
export const VISITED = { id: 3, ratePerMinute: 1_000_000, monthlyQuota: undefined };
export const VISITOR = { address: "192.0.2.1", limit: 77 };

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<ThreadWork>) => {
  const { place, memory, accounts, threadNumber, takes, atOnce } = data;
  const opened = openCounters(place, { memory, threadNumber, usage: openServedStores(accounts).usage });
  await opened.ready;
  const report: ThreadReport = { rate: 0, quota: 0, visitor: 0, address: 0, resets: [] };
  for (let n = 0; n < takes; n += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => takeOfEach(opened.counters, report)));
  }
  opened.close?.();
  self.postMessage(report);
};

async function takeOfEach(counters: Counters, report: ThreadReport): Promise<void> {
  const [rated, metered, visited, address] = await Promise.all([
    counters.consumeForKey(RATED, 1),
    counters.consumeForKey(METERED, 1),
    counters.consumeForKey(VISITED, 1, VISITOR),
    counters.consumeForAddress(["demoMinute", "demoDay"], "192.0.2.9"),
  ]);
  report.rate += Number(rated.rate.isWithin);
  report.quota += Number(metered.rate.isWithin && metered.month.isWithin);
  report.visitor += Number(visited.visitor!.isWithin);
  report.address += Number(address.length === 2 && address[1]!.isWithin);
  if (!report.resets.includes(rated.rate.resetAtMs)) {
    report.resets.push(rated.rate.resetAtMs);
  }
}
