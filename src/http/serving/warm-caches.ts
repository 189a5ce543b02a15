import type { Registry } from "../../registry/file/open-registry.ts";
import { warmSteps } from "../../registry/read/warm-snapshot.ts";
import { streetIndexOf } from "../../search/index/index-store.ts";

/** Warms caches for the first requests, one step per event-loop turn, so that requests are served in between. */
export function warmCaches(registry: Registry): void {
  const snapshot = registry.current();
  if (snapshot === undefined) {
    return;
  }
  const steps = [() => void streetIndexOf(snapshot), ...warmSteps(snapshot)];
  const runNextStep = () => {
    if (registry.current() !== snapshot) {
      return;
    }
    steps.shift()?.();
    if (steps.length > 0) {
      setImmediate(runNextStep);
    }
  };
  setImmediate(runNextStep);
}
