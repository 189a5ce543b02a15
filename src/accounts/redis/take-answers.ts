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
import { KEY_ANSWER } from "./counting-script.ts";

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

/**
 * State of a key after all takes of an item: `passed` and `rated` are the first takes, which were granted and which had
 * room in the rate window; `stop` and `visitStop` are the ends of the windows of key and visitor, in ms.
 */
type KeyAnswer = Readonly<Record<(typeof KEY_ANSWER)[number], number>>;

/** Value of `reason` when the window of the visitor was full. */
const VISITOR_IS_FULL = 1;

export function readKeyAnswer(answer: readonly number[]): KeyAnswer {
  return Object.fromEntries(KEY_ANSWER.map((name, i) => [name, answer[i]!])) as KeyAnswer;
}

/** Returns the state that the take number `turn` of an item has seen. */
export function usageAt(take: KeyTake, answer: KeyAnswer, turn: number): SharedKeyUsage {
  const isRated = turn < answer.rated;
  const isPassed = turn < answer.passed;
  const isRefusedByRate = !isRated && answer.reason !== VISITOR_IS_FULL;
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
  { stop: resetAtMs }: KeyAnswer,
  { used, isWithin }: { used: number; isWithin: boolean },
): LimitState {
  if (!Number.isFinite(limit)) {
    return { isWithin: true, limit, remaining: limit, resetAtMs };
  }
  return { isWithin, limit, remaining: Math.max(0, limit - used), resetAtMs };
}

function visitorState(
  limit: number | undefined,
  { visits, visitStop: resetAtMs }: KeyAnswer,
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
