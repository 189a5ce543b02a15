import type { Registry } from "../registry/snapshot.ts";
import { warmSteps } from "../registry/warm-snapshot.ts";
import { indexOf } from "../search/index-store.ts";

/** Warms caches for the first requests, one step per event-loop turn, so that requests are served in between. */
export function readAhead(registry: Registry): void {
  const snapshot = registry.current();
  if (snapshot === undefined) return;
  const steps = [() => void indexOf(snapshot), ...warmSteps(snapshot)];
  const next = () => {
    if (registry.current() !== snapshot) return;
    steps.shift()?.();
    if (steps.length > 0) setImmediate(next);
  };
  setImmediate(next);
}
