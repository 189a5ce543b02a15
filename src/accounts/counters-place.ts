import { AppError } from "../base/errors.ts";
import type { Settings } from "../base/settings.ts";

/** Redis that counts for all nodes. Can be cloned to threads. */
export interface CountersPlace {
  readonly url: string;
  /** Maximum milliseconds that a request waits for it. */
  readonly timeoutMs: number;
  /** Maximum milliseconds between attempts to connect. */
  readonly retryMs: number;
}

/** Settings that a command needs to know the place. */
export const COUNTERS_SETTINGS = ["counters", "countersTimeout", "countersRetry"] as const;

/**
 * Returns where requests are counted; `undefined`: in the memory of the process. Throws `usage` without PostgreSQL:
 * Redis learns from it what keys have used, when a month begins and when its memory was lost.
 */
export function countersPlace({
  counters,
  countersTimeout,
  countersRetry,
  accounts,
}: Pick<Settings, "accounts" | (typeof COUNTERS_SETTINGS)[number]>): CountersPlace | undefined {
  if (counters === undefined) {
    return undefined;
  }
  if (accounts === undefined) {
    throw new AppError(
      "usage",
      "--counters (BAKEN_COUNTERS) needs --accounts postgres://… (BAKEN_ACCOUNTS) too: Redis counts for several nodes, and what keys have used must be kept where all of them read it.",
    );
  }
  return { url: counters, timeoutMs: countersTimeout, retryMs: countersRetry };
}
