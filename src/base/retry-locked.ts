import type { Awaitable } from "./awaitable.ts";
import { AppError } from "./errors.ts";
import { isLocked } from "./sqlite.ts";

const RETRY_MS = 10;
/** Longer than any process holds the lock for a write, shorter than clients wait. */
const RETRY_TIMEOUT_MS = 10_000;

/**
 * Runs work with a database at once or, while another process holds its lock, retries it without blocking the thread.
 * The work must leave nothing half done when it throws, and wait for no lock itself. Throws `unavailable` with the
 * message `timeoutMessage` when the lock is held for more than ten seconds.
 */
export function retryWhileLocked<T>(work: () => T, timeoutMessage: string): Awaitable<Awaited<T>> {
  try {
    return work() as Awaitable<Awaited<T>>;
  } catch (error) {
    if (!isLocked(error)) {
      throw error;
    }
    return retryUntilUnlocked(work, timeoutMessage);
  }
}

async function retryUntilUnlocked<T>(work: () => T, timeoutMessage: string): Promise<Awaited<T>> {
  const deadlineMs = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    await Bun.sleep(RETRY_MS);
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) {
        throw error;
      }
      if (performance.now() > deadlineMs) {
        throw new AppError("unavailable", timeoutMessage, { cause: error });
      }
    }
  }
}
