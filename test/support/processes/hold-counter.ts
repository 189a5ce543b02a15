/** Worker thread that takes one request of an address and is kept off the processor while it counts. */
import { type CounterMemory, SharedCounters } from "../../../src/accounts/memory/shared-counters.ts";

export interface HoldTask {
  readonly memory: CounterMemory;
  readonly address: string;
  /** Set to 1, and waiters woken, once the thread counts. */
  readonly isCounting: SharedArrayBuffer;
  readonly pauseMs: number;
}

declare const self: Worker;

self.onmessage = ({ data: { memory, address, isCounting, pauseMs } }: MessageEvent<HoldTask>) => {
  const flag = new Int32Array(isCounting);
  const counters = new SharedCounters(memory, () => {
    if (Atomics.exchange(flag, 0, 1) === 0) {
      Atomics.notify(flag, 0);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
    return Date.now();
  });
  self.postMessage(counters.consumeForAddress(["demoMinute"], address)[0]!.remaining);
};
