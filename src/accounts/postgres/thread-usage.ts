import { openCaller } from "../../base/thread-calls.ts";
import type { SharedUsage } from "../usage-totals.ts";

/** Opens the usage that the hub of the process (accounts-hub.ts) writes, for any thread. */
export function openThreadUsage(channel: string): SharedUsage & { close(): void } {
  const calls = openCaller(channel);
  return {
    flush: (deltas) => calls.call("flushUsage", deltas),
    listTotals: (months) => calls.call("listUsageTotals", months),
    close: () => calls.close(),
  };
}
