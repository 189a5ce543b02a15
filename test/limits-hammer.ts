/** One of several threads that take from the same counters as fast as they can. */
import { type CounterMemory, SharedCounters } from "../src/accounts/shared-counters.ts";

export interface HammerTask {
  readonly memory: CounterMemory;
  readonly rounds: number;
}

declare const self: Worker;

self.onmessage = ({ data: { memory, rounds } }: MessageEvent<HammerTask>) => {
  const counters = new SharedCounters(memory);
  const passed = { rate: 0, quota: 0, address: 0 };
  const limited = { id: 1, ratePerMinute: 777, monthlyQuota: undefined };
  const metered = { id: 2, ratePerMinute: 1_000_000, monthlyQuota: 12_345 };
  const returned = { id: 3, ratePerMinute: 1_000_000, monthlyQuota: undefined };
  for (let round = 0; round < rounds; round++) {
    if (counters.takeForKey(limited, 1).rate.isWithin) passed.rate++;
    if (counters.takeForKey(metered, 1).month.isWithin) passed.quota++;
    counters.returnToMonth(returned, 1, counters.takeForKey(returned, 1).month);
    if (round % 10 === 0 && counters.takeForAddress("demoMinute", "192.0.2.1").isWithin) passed.address++;
  }
  self.postMessage(passed);
};
