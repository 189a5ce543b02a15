/**
 * Limit for what baken does within a second, as changes of keys that other processes see; a busy machine may take
 * longer than that second.
 */
export const SOON_MS = 5_000;

/** Polls until `condition` returns true. Throws an Error when it does not in time. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) {
      throw new Error(`it does not hold within ${limitMs} ms: ${condition}`);
    }
    await Bun.sleep(10);
  }
}
