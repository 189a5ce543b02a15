/** Worker thread of several that take from the same counters as fast as they can. */
import { type CounterMemory, SharedCounters } from "../../../src/accounts/memory/shared-counters.ts";

export interface HammerTask {
  readonly memory: CounterMemory;
  /** Clock shared by all threads: a millisecond later each time that any of them reads it. */
  readonly ticks: SharedArrayBuffer;
  readonly rounds: number;
}

/** Number of accepted requests by limit. */
export interface HammerResult {
  rate: number;
  quota: number;
  address: number;
  visitor: number;
  /** Accepted requests of 40 visitors with one key. */
  crowd: number;
  /** Accepted requests by the end of their window; with the shared clock, so that there are many windows. */
  readonly windows: Record<string, number>;
}

export const NOON = Date.parse("2026-11-21T12:00:00.000Z");

declare const self: Worker;

self.onmessage = ({ data: { memory, ticks, rounds } }: MessageEvent<HammerTask>) => {
  const accepted: HammerResult = { rate: 0, quota: 0, address: 0, visitor: 0, crowd: 0, windows: {} };
  hammerLimits(new SharedCounters(memory), rounds, accepted);
  const clock = new Int32Array(ticks);
  hammerWindows(new SharedCounters(memory, () => NOON + Atomics.add(clock, 0, 1)), rounds, accepted);
  self.postMessage(accepted);
};

function hammerLimits(counters: SharedCounters, rounds: number, accepted: HammerResult): void {
  const limited = { id: 1, ratePerMinute: 777, monthlyQuota: undefined };
  const metered = { id: 2, ratePerMinute: 1_000_000, monthlyQuota: 12_345 };
  const returned = { id: 3, ratePerMinute: 1_000_000, monthlyQuota: undefined };
  const visited = { id: 5, ratePerMinute: 1_000_000, monthlyQuota: undefined };
  const crowded = { id: 6, ratePerMinute: 1_000, monthlyQuota: undefined };
  for (let round = 0; round < rounds; round++) {
    if (counters.consumeForKey(limited, 1).rate.isWithin) {
      accepted.rate++;
    }
    if (counters.consumeForKey(metered, 1).month.isWithin) {
      accepted.quota++;
    }
    counters.refundToMonth(returned, 1, counters.consumeForKey(returned, 1).month);
    if (counters.consumeForKey(visited, 1, { address: "192.0.2.1", limit: 321 }).visitor!.isWithin) {
      accepted.visitor++;
    }
    const { visitor, rate } = counters.consumeForKey(crowded, 1, {
      address: `192.0.2.${round % 40}`,
      limit: 30,
    });
    if (visitor!.isWithin && rate.isWithin) {
      accepted.crowd++;
    }
    if (round % 10 === 0 && counters.consumeForAddress(["demoMinute"], "192.0.2.1")[0]!.isWithin) {
      accepted.address++;
    }
  }
}

function hammerWindows(counters: SharedCounters, rounds: number, { windows }: HammerResult): void {
  const limited = { id: 4, ratePerMinute: 1_000, monthlyQuota: undefined };
  for (let round = 0; round < rounds; round++) {
    const { rate } = counters.consumeForKey(limited, 1);
    if (rate.isWithin) {
      windows[rate.resetAtMs] = (windows[rate.resetAtMs] ?? 0) + 1;
    }
  }
}
