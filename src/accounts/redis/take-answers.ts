/** Reads the answers of the counting script (counting-script.ts) to takes. */
import {
  ADDRESS_LIMITS,
  type AddressLimit,
  type KeyLimits,
  type KeyUsage,
  type LimitState,
  RATE_WINDOW_MS,
} from "../counters.ts";
import { monthEndMs } from "../month.ts";
import type { KeyTake } from "./counting-items.ts";

/** The month of the key is not in Redis: nothing was taken. */
export const IS_MISSING_MONTH = -1;
/** A window of an address would be one too many: nothing was taken from it. */
export const IS_CROWDED = -2;

/** State of a month in Redis, to which requests may be returned. */
export interface SharedMonth extends LimitState {
  /** Time at which Redis learned of the month; 0: it does not know it. */
  readonly since: number;
}

/** State of the limits of a key in Redis. */
export interface SharedKeyUsage extends KeyUsage {
  readonly month: SharedMonth;
}

/** State of a key after all takes of an item. */
interface KeyAnswer {
  /** Takes granted, and takes that had room in the rate window; the first ones. */
  readonly passed: number;
  readonly rated: number;
  readonly isVisitorFull: boolean;
  readonly used: number;
  readonly resetAtMs: number;
  readonly taken: number;
  readonly returned: number;
  readonly since: number;
  readonly visits: number;
  readonly visitorResetAtMs: number;
}

const VISITOR_IS_FULL = 1;

export function readKeyAnswer(answer: readonly number[]): KeyAnswer {
  const [passed, rated, reason, used, resetAtMs, taken, returned, since, visits, visitorResetAtMs] =
    answer as readonly [number, number, number, number, number, number, number, number, number, number];
  const isVisitorFull = reason === VISITOR_IS_FULL;
  return { passed, rated, isVisitorFull, used, resetAtMs, taken, returned, since, visits, visitorResetAtMs };
}

/** Returns the state that the take number `turn` of an item has seen. */
export function usageAt(take: KeyTake, answer: KeyAnswer, turn: number): SharedKeyUsage {
  const isRated = turn < answer.rated;
  const isPassed = turn < answer.passed;
  const isRefusedByRate = !isRated && !answer.isVisitorFull;
  const usedLater = isRated ? (answer.rated - 1 - turn) * take.requests : 0;
  const passedLater = isPassed ? (answer.passed - 1 - turn) * take.requests : 0;
  const rate = rateState(take.key, answer, { used: answer.used - usedLater, isWithin: !isRefusedByRate });
  const used = answer.taken - answer.returned - passedLater;
  const { monthlyQuota: quota = Number.POSITIVE_INFINITY } = take.key;
  const month: SharedMonth = {
    isWithin: isPassed || (!isRated && used <= quota),
    limit: quota,
    remaining: Math.max(0, quota - used),
    resetAtMs: monthEndMs(take.month),
    since: answer.since,
  };
  const visitor = visitorState(take.visitor?.limit, answer, isRated || isRefusedByRate);
  return { rate, month, visitor };
}

function rateState(
  { ratePerMinute: limit }: KeyLimits,
  { resetAtMs }: KeyAnswer,
  { used, isWithin }: { used: number; isWithin: boolean },
): LimitState {
  if (!Number.isFinite(limit)) {
    return { isWithin: true, limit, remaining: limit, resetAtMs };
  }
  return { isWithin, limit, remaining: Math.max(0, limit - used), resetAtMs };
}

function visitorState(
  limit: number | undefined,
  { visits, visitorResetAtMs: resetAtMs }: KeyAnswer,
  isWithin: boolean,
): LimitState | undefined {
  return limit === undefined
    ? undefined
    : { isWithin, limit, remaining: Math.max(0, limit - visits), resetAtMs };
}

/** Returns the state of each window that was asked for, up to the one that refuses. */
export function readAddressAnswer(
  limits: readonly AddressLimit[],
  [taken = 0, ...windows]: readonly number[],
): LimitState[] {
  return limits.slice(0, windows.length / 2).map((name, i) => {
    const { limit } = ADDRESS_LIMITS[name];
    const [used, resetAtMs] = [windows[2 * i]!, windows[2 * i + 1]!];
    return { isWithin: i < taken, limit, remaining: Math.max(0, limit - used), resetAtMs };
  });
}

/** Returns the start of the rate window that ends then. */
export function windowStartMs({ resetAtMs }: LimitState): number {
  return resetAtMs - RATE_WINDOW_MS;
}
