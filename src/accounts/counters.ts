/**
 * What is counted about requests, and how it is asked. The one implementation keeps it in memory that all threads of a
 * server share (shared-counters.ts); one for several servers would ask Redis, which is why every answer may come later.
 */
import type { Awaitable } from "../base/awaitable.ts";

/** A limit as one request found it. */
export interface LimitState {
  /** False: the request was not counted and must be refused. */
  readonly isWithin: boolean;
  readonly limit: number;
  /** Never negative, and never rising before the reset. */
  readonly remaining: number;
  /** When the limit starts anew. Before a window's first request: when it would end if it began now. */
  readonly resetAtMs: number;
}

/** The part of an API key that is counted by. */
export interface KeyLimits {
  readonly id: number;
  /** Infinity: not limited, and not counted. */
  readonly ratePerMinute: number;
  /** `undefined`: only counted. */
  readonly monthlyQuota: number | undefined;
}

/** Who asks with a browser key. */
export interface Visitor {
  readonly address: string;
  /** Most requests of its network in a rate window. */
  readonly limit: number;
}

/** The limits of a key. */
export interface KeyUsage {
  /** The limit is Infinity for a key without a rate. */
  readonly rate: LimitState;
  /** Of the calendar month, in UTC; the limit is Infinity for a key without a quota. */
  readonly month: LimitState;
  /** Of the visitor asked for. When it refuses, nothing was taken from the others. */
  readonly visitor?: LimitState | undefined;
}

/** Fixed windows per address: an IPv4 address, or an IPv6 /64, which is what one visitor has to himself. */
export const ADDRESS_LIMITS = {
  demoMinute: { limit: 10, windowMs: 60_000 },
  demoDay: { limit: 200, windowMs: 86_400_000 },
  /** Tokens that open nothing. */
  failedTokens: { limit: 30, windowMs: 60_000 },
} as const;
export type AddressLimit = keyof typeof ADDRESS_LIMITS;

/** A key's rate window: fixed, from its first request. */
export const RATE_WINDOW_MS = 60_000;

export interface Counters {
  /**
   * Takes so many requests from a key's rate window and, when they fit, from its month; all or none of each. With a
   * visitor, one from its own window before: what that refuses costs the key nothing, and what the key refuses costs the
   * visitor nothing. Exact over all who share the counters.
   */
  takeForKey(key: KeyLimits, requests: number, visitor?: Visitor): Awaitable<KeyUsage>;
  /** What takeForKey would find, taking nothing. */
  showForKey(key: KeyLimits): Awaitable<KeyUsage>;
  /** Gives requests back to the month they were taken from. */
  returnToMonth(key: KeyLimits, requests: number, month: LimitState): Awaitable<void>;
  takeForAddress(limit: AddressLimit, address: string): Awaitable<LimitState>;
}
