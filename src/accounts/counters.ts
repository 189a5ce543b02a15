/**
 * Counters of requests and their limits: in memory that all threads of a server share (memory/shared-counters.ts), or
 * in Redis, which all nodes share (redis/redis-counters.ts), so every method may return a promise. Also the place of
 * the counters, and whether they can be reached.
 */
import type { Awaitable } from "../base/awaitable.ts";
import { AppError } from "../base/errors.ts";
import type { Settings } from "../base/settings.ts";

/** State of a limit at one request. */
export interface LimitState {
  /** False when the request was not counted and must be refused. */
  readonly isWithin: boolean;
  readonly limit: number;
  /** Requests left; never negative, never rising before the reset. */
  readonly remaining: number;
  /** Time at which the limit resets. Before a window's first request: the end of a window that would start now. */
  readonly resetAtMs: number;
}

/** Id and limits of an API key, as the counters need them. */
export interface KeyLimits {
  readonly id: number;
  /** Maximum requests in a rate window; Infinity: not limited, and not counted. */
  readonly ratePerMinute: number;
  /** Maximum requests in a month; `undefined`: counted but not limited. */
  readonly monthlyQuota: number | undefined;
}

/** Client that uses a browser key. */
export interface Visitor {
  readonly address: string;
  /** Maximum requests of its network in a rate window. */
  readonly limit: number;
}

/** State of the limits of a key. */
export interface KeyUsage {
  /** Rate window; the limit is Infinity for a key without a rate. */
  readonly rate: LimitState;
  /** Calendar month in UTC; the limit is Infinity for a key without a quota. */
  readonly month: LimitState;
  /** Rate window of the visitor passed to consumeForKey. When it refuses, nothing was taken from the others. */
  readonly visitor?: LimitState | undefined;
}

/** Fixed windows per network: an IPv4 address or an IPv6 /64, the block that one visitor has to himself. */
export const ADDRESS_LIMITS = {
  demoMinute: { limit: 10, windowMs: 60_000 },
  demoDay: { limit: 200, windowMs: 86_400_000 },
  /** Tokens that open no key. */
  failedTokens: { limit: 30, windowMs: 60_000 },
  /** Requests of page sessions (page-session.ts): some twenty addresses a minute, typed letter by letter. */
  pageMinute: { limit: 300, windowMs: 60_000 },
  pageDay: { limit: 5_000, windowMs: 86_400_000 },
  /** Requests for the state of a session of the page for files; the page itself sends half as many. */
  filesStateMinute: { limit: 120, windowMs: 60_000 },
  /** Vector tiles, which no key pays for: panning fast over a large screen takes some fifty a second. */
  tilesMinute: { limit: 3_000, windowMs: 60_000 },
} as const;
export type AddressLimit = keyof typeof ADDRESS_LIMITS;
export const ADDRESS_LIMIT_NAMES = Object.keys(ADDRESS_LIMITS) as readonly AddressLimit[];

/** Length of a key's rate window: a fixed window that starts at its first request. */
export const RATE_WINDOW_MS = 60_000;

export interface Counters {
  /**
   * Takes `requests` from a key's rate window and, when they fit, from its month; all or none of each. With a visitor,
   * first takes one from the visitor's own window: a request that this window refuses costs the key nothing, and a
   * request that the key refuses costs the visitor nothing. Exact across all threads and nodes that share the counters.
   */
  consumeForKey(key: KeyLimits, requests: number, visitor?: Visitor): Awaitable<KeyUsage>;
  /** Returns the state of a key's limits and takes nothing. */
  peekKey(key: KeyLimits): Awaitable<KeyUsage>;
  /** Returns requests to the month that they were taken from. */
  refundToMonth(key: KeyLimits, requests: number, month: LimitState): Awaitable<void>;
  /**
   * Takes one request from each of these windows of an address, in their order, up to the first that refuses. Returns
   * the states of the windows up to that one.
   */
  consumeForAddress(limits: readonly AddressLimit[], address: string): Awaitable<readonly LimitState[]>;
}

/** Maximum threads of a process, the first one included. */
const MAX_THREADS = 1_000;

/**
 * Flags in memory shared by all threads of a server: set for each thread that cannot reach the counters of all nodes,
 * and counts alone meanwhile.
 */
export class CountersHealth {
  readonly #isAway: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#isAway = new Int32Array(memory);
  }

  /** True while all threads reach the counters; always with counters in memory. */
  get isReachable(): boolean {
    return !this.#isAway.includes(1);
  }

  setReachable(threadIndex: number, isReachable: boolean): void {
    Atomics.store(this.#isAway, threadIndex, Number(!isReachable));
  }
}

export function allocateCountersHealth(): SharedArrayBuffer {
  return new SharedArrayBuffer(MAX_THREADS * Int32Array.BYTES_PER_ELEMENT);
}

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
 * Returns where requests are counted; `undefined`: in the memory of the process. Throws `usage` without PostgreSQL,
 * from which Redis learns what keys have used when a month begins and when its memory was lost.
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
