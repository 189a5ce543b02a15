/**
 * Usage of keys as nodes exchange it through their store. A month of a key is two numbers that only grow, requests
 * taken and requests returned: numbers that only grow can be merged by maximum, in any order and more than once.
 */
import type { Awaitable } from "../base/awaitable.ts";

/** Requests of a key in a month (month.ts). */
export interface MonthUsage {
  readonly keyId: number;
  readonly month: number;
  readonly taken: number;
  /** Given back of those taken; the usage of the month is the difference. */
  readonly returned: number;
}

/** Requests that one node has counted since it last wrote them. */
export interface UsageDelta extends MonthUsage {
  /** Time of the last use. */
  readonly lastUsedMs: number;
}

/** Store of usage that nodes share. */
export interface UsageStore {
  /**
   * Adds what a node has counted and returns the totals of all nodes, in the order of the deltas; a delta of 0 and 0
   * only reads. All or nothing: after a rejection the caller sends the same counts again, with what came since, and
   * the store must not add those twice whose commit was lost.
   */
  flushUsage(deltas: readonly UsageDelta[]): Awaitable<readonly MonthUsage[]>;
}
