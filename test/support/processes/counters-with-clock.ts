/** Makes counters of limits with a test clock, and keys with limits. */
import { allocateCounters, SharedCounters } from "../../../src/accounts/memory/shared-counters.ts";

/** Creates counters with a manual clock. */
export function countersAt(startMs: number) {
  const clock = { nowMs: startMs };
  return { clock, counters: new SharedCounters(allocateCounters(), () => clock.nowMs) };
}

export const key = (settings: { id?: number; rate?: number; quota?: number }) => ({
  id: settings.id ?? 1,
  ratePerMinute: settings.rate ?? 1_000_000,
  monthlyQuota: settings.quota,
});
