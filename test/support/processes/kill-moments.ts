/** Chooses the moments at which runs are killed. */
import { type Child, kill } from "./baken-process.ts";

/**
 * Yields the shares of a run at which to kill it, in random order: half spread over the whole run, half over the last
 * fifth, where it publishes. Then yields moments of the first half until enough runs were killed: on a busy machine
 * many runs end before their kill.
 */
export function* drawKillMoments(
  rounds: number,
  random: () => number,
  wereEnoughKilled: () => boolean = () => true,
): Generator<number> {
  const spread = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => from + ((i + random()) / count) * (1 - from));
  const shares = [...spread(0, rounds / 2), ...spread(0.8, rounds / 2)];
  yield* shares
    .map((share) => ({ share, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ share }) => share);
  while (!wereEnoughKilled()) {
    yield random() / 2;
  }
}

/**
 * Returns a function that kills a run at a share of its duration, which it estimates again as the load of the machine
 * changes: a run that ends before its kill shows its duration.
 */
export function createKiller(measuredMs: number) {
  let runMs = measuredMs;
  return async (child: Child, share: number): Promise<boolean> => {
    const startedMs = performance.now();
    await Promise.race([child.exited, Bun.sleep(runMs * share)]);
    const tookMs = performance.now() - startedMs;
    const wasRunning = await kill(child);
    runMs = wasRunning ? runMs * (1 + 0.1 * share ** 4) : tookMs;
    return wasRunning;
  };
}
