/**
 * Limit for what baken does within a second, such as changes of keys that reach other processes: a busy machine may
 * take longer than that second.
 */
export const SOON_MS = 5_000;

/**
 * Polls until `condition` returns true. Throws an Error when it does not in time. With `isRare` the time between two
 * looks grows from 10 ms to a second: the server limits how often a minute it is asked.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  limitMs = 60_000,
  { isRare = false } = {},
): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  let pauseMs = 10;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) {
      throw new Error(`it does not hold within ${limitMs} ms: ${condition}`);
    }
    await Bun.sleep(pauseMs);
    pauseMs = isRare ? Math.min(pauseMs * 1.1, 1_000) : pauseMs;
  }
}
