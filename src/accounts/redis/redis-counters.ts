import type { Awaitable } from "../../base/awaitable.ts";
import {
  ADDRESS_LIMITS,
  type AddressLimit,
  type Counters,
  type KeyLimits,
  type KeyUsage,
  type LimitState,
  RATE_WINDOW_MS,
  type Visitor,
} from "../counters.ts";
import type { KeySlots } from "../memory/key-slots.ts";
import { type CounterMemory, SharedCounters } from "../memory/shared-counters.ts";
import { monthEndMs, type SharedUsage, usageMonthOf } from "../usage-months.ts";
import {
  CountingBatch,
  type KeyTake,
  networkName,
  returnToMonthItem,
  takeAddressItem,
  takeKeyItem,
} from "./counting-items.ts";
import { KEY_ANSWER } from "./counting-script.ts";
import { KeyViews } from "./key-views.ts";
import { MonthSeeds } from "./month-totals.ts";
import type { RedisLink } from "./redis-link.ts";

export interface RedisCountersOptions {
  /** Memory of the counters of this node, which counts there while Redis is away. */
  readonly memory: CounterMemory;
  readonly link: RedisLink;
  /** Store from which Redis learns of a month that it does not have. */
  readonly usage: SharedUsage;
  /** Maximum milliseconds that a request waits for Redis, and again for a month that Redis does not have. */
  readonly timeoutMs: number;
  /** Clock of months, and of windows while Redis is away; by default the clock of Redis, so that nodes agree. */
  readonly clock?: () => number;
}

/**
 * Counters in Redis, exact over all nodes: one round trip for a request, shared by the requests of one turn of the
 * event loop. Requests that Redis does not answer in time are counted in the memory of this node, from Redis's last
 * answers on.
 */
export class RedisCounters implements Counters {
  readonly #options: RedisCountersOptions;
  readonly #local: SharedCounters;
  readonly #views: KeyViews;
  readonly #batch: CountingBatch;
  readonly #fullKeys: FullWindows<KeyUsage>;
  readonly #fullAddresses: FullWindows<LimitState>;
  readonly #seeds: MonthSeeds;

  constructor(options: RedisCountersOptions) {
    const { clock = () => Date.now() + options.link.clockOffsetMs } = options;
    this.#options = options;
    this.#local = new SharedCounters(options.memory, clock);
    this.#views = new KeyViews(options.memory.keys);
    this.#batch = new CountingBatch(options.link);
    this.#seeds = new MonthSeeds(options.usage, this.#batch);
    this.#fullKeys = new FullWindows(clock);
    this.#fullAddresses = new FullWindows(clock);
  }

  /** Usage that this process has counted. */
  get slots(): KeySlots {
    return this.#local.keys;
  }

  consumeForKey(key: KeyLimits, requests: number, visitor?: Visitor): Awaitable<KeyUsage> {
    const full = this.#fullKeys.find(key.id, key.ratePerMinute);
    if (full !== undefined && full.month.limit === (key.monthlyQuota ?? Number.POSITIVE_INFINITY)) {
      return full;
    }
    return this.#options.link.isUp
      ? this.#takeShared(key, requests, visitor)
      : this.#takeAlone(key, requests, visitor);
  }

  peekKey(key: KeyLimits): Awaitable<KeyUsage> {
    return this.#options.link.isUp ? this.#peekShared(key) : this.#local.peekKey(key);
  }

  refundToMonth(key: KeyLimits, requests: number, state: LimitState): void {
    this.#local.refundToMonth(key, requests, state);
    if (isSharedMonth(state)) {
      const month = usageMonthOf(state.resetAtMs - 1);
      this.#batch.add(() => returnToMonthItem(key.id, month, { requests, since: state.since }));
    }
  }

  consumeForAddress(limits: readonly AddressLimit[], address: string): Awaitable<readonly LimitState[]> {
    const [first] = limits;
    const full = this.#fullAddresses.find(`${first} ${networkName(address)}`, ADDRESS_LIMITS[first!].limit);
    if (full !== undefined) {
      return [full];
    }
    return this.#options.link.isUp
      ? this.#takeSharedAddress(limits, address)
      : this.#local.consumeForAddress(limits, address);
  }

  async #takeShared(key: KeyLimits, requests: number, visitor: Visitor | undefined): Promise<KeyUsage> {
    const deadlineMs = performance.now() + this.#options.timeoutMs;
    const take = this.#takeOf(key, requests, visitor);
    let usage = await this.#askRedis(take);
    if (usage === IS_MISSING_MONTH) {
      const isSeeded = await this.#seeds.seed(key.id, take.month, deadlineMs - performance.now());
      usage = await this.#askRedis({ ...take, needsMonth: isSeeded });
    }
    if (usage === IS_CROWDED) {
      return this.#takeCrowded(key, requests, visitor!);
    }
    return typeof usage === "object" ? usage : this.#takeAlone(key, requests, visitor);
  }

  /** Counts the visitor in the tables of this node, which have a fixed size, and the key in Redis. */
  async #takeCrowded(key: KeyLimits, requests: number, visitor: Visitor): Promise<KeyUsage> {
    const visit = this.#local.consumeVisit(key.id, visitor);
    if (!visit.isWithin) {
      return { ...(await this.peekKey(key)), visitor: visit };
    }
    const usage = await this.#takeShared(key, requests, undefined);
    if (!(usage.rate.isWithin && usage.month.isWithin)) {
      this.#local.returnVisit(key.id, visitor, visit);
    }
    return { ...usage, visitor: visit };
  }

  async #peekShared(key: KeyLimits): Promise<KeyUsage> {
    const usage = await this.#askRedis({ ...this.#takeOf(key, 0, undefined), needsMonth: false });
    return typeof usage === "object" ? usage : this.#local.peekKey(key);
  }

  async #takeSharedAddress(limits: readonly AddressLimit[], address: string): Promise<readonly LimitState[]> {
    const place = this.#batch.add(() => takeAddressItem(limits, address));
    const answer = (await place.answers)?.[place.item];
    if (answer === undefined || answer[0] === IS_CROWDED) {
      return this.#local.consumeForAddress(limits, address);
    }
    const states = readAddressAnswer(limits, answer);
    const [first] = states;
    if (first?.isWithin === false) {
      this.#fullAddresses.add(`${limits[0]} ${networkName(address)}`, { ...first, state: first });
    }
    return states;
  }

  #takeOf(key: KeyLimits, requests: number, visitor: Visitor | undefined): KeyTake {
    return { key, requests, month: this.#local.keys.currentMonth(key.id), visitor, needsMonth: true };
  }

  /** Resolves with `undefined` when Redis does not answer in time. */
  async #askRedis(
    take: KeyTake,
  ): Promise<KeyUsage | typeof IS_MISSING_MONTH | typeof IS_CROWDED | undefined> {
    const place = this.#batch.add(() => takeKeyItem(take), groupOf(take));
    const answer = (await place.answers)?.[place.item];
    if (answer === undefined || answer[0]! < 0) {
      return answer?.[0] as typeof IS_MISSING_MONTH | typeof IS_CROWDED | undefined;
    }
    const state = readKeyAnswer(answer);
    const { key } = take;
    if (Number.isFinite(key.ratePerMinute)) {
      this.#views.recordRate(key.id, state.stop, state.used);
    }
    const usage = usageAt(take, state, place.turn);
    const isFull = !usage.rate.isWithin && usage.rate.remaining === 0;
    if (isFull && take.requests > 0 && take.visitor === undefined) {
      this.#fullKeys.add(key.id, { limit: usage.rate.limit, resetAtMs: state.stop, state: usage });
    }
    return this.#countMonth(take, usage);
  }

  /** Counts granted requests for the store of usage, or in this node's month when Redis does not know the month. */
  #countMonth({ key, requests, month }: KeyTake, usage: SharedKeyUsage): KeyUsage {
    const isRated = usage.rate.isWithin && usage.visitor?.isWithin !== false;
    if (usage.month.since === 0) {
      return { ...usage, month: this.#local.keys.consumeMonth(key, isRated ? requests : 0) };
    }
    if (isRated && usage.month.isWithin && requests > 0) {
      this.#views.countTaken(key.id, month, requests);
    }
    return usage;
  }

  #takeAlone(key: KeyLimits, requests: number, visitor: Visitor | undefined): KeyUsage {
    const usage = this.#local.consumeForKey(key, requests, visitor);
    const isRated = usage.rate.isWithin && usage.visitor?.isWithin !== false;
    if (isRated && requests > 0 && Number.isFinite(key.ratePerMinute)) {
      this.#views.countUnshared({ keyId: key.id, startMs: windowStartMs(usage.rate), requests });
    }
    return usage;
  }
}

/** Returns the name of takes that are alike; `undefined` with a visitor, whose windows differ. */
function groupOf({ key, requests, visitor, needsMonth }: KeyTake): string | undefined {
  return visitor === undefined
    ? `${key.id} ${requests} ${key.ratePerMinute} ${key.monthlyQuota} ${needsMonth}`
    : undefined;
}

function isSharedMonth(state: LimitState): state is SharedMonth {
  return "since" in state;
}

/** Maximum windows remembered; then the window remembered first is forgotten. */
const MAX_WINDOWS = 16_384;

interface FullWindow<S> {
  readonly limit: number;
  readonly resetAtMs: number;
  readonly state: S;
}

/**
 * Windows that have nothing left before their end. Redis need not be asked about them again: refused requests are not
 * counted, so a full window stays full, and a client over its limit costs Redis nothing.
 */
class FullWindows<S> {
  readonly #windows = new Map<string | number, FullWindow<S>>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  add(name: string | number, window: FullWindow<S>): void {
    if (this.#windows.size >= MAX_WINDOWS) {
      this.#windows.delete(this.#windows.keys().next().value!);
    }
    this.#windows.set(name, window);
  }

  /** Returns the state that refused, while the window is full under the same limit. */
  find(name: string | number, limit: number): S | undefined {
    const window = this.#windows.get(name);
    if (window === undefined) {
      return undefined;
    }
    if (window.limit === limit && this.#clock() < window.resetAtMs) {
      return window.state;
    }
    this.#windows.delete(name);
    return undefined;
  }
}

/** The month of the key is not in Redis: nothing was taken. */
const IS_MISSING_MONTH = -1;
/** Redis has no room for another window of an address: nothing was taken. */
const IS_CROWDED = -2;

/** State of a month in Redis, to which requests may be returned. */
interface SharedMonth extends LimitState {
  /** Time at which Redis learned of the month; 0 when it does not know the month. */
  readonly since: number;
}

/** State of the limits of a key in Redis. */
interface SharedKeyUsage extends KeyUsage {
  readonly month: SharedMonth;
}

/**
 * State of a key after all takes of an item. The first `passed` takes were granted, the first `rated` takes had room in
 * the rate window; `stop` and `visitStop` are the ends of the windows of key and visitor, in ms.
 */
type KeyAnswer = Readonly<Record<(typeof KEY_ANSWER)[number], number>>;

/** Value of `reason` when the window of the visitor was full. */
const VISITOR_IS_FULL = 1;

/** Reads the answer of the counting script (counting-script.ts) to a take from a key. */
function readKeyAnswer(answer: readonly number[]): KeyAnswer {
  return Object.fromEntries(KEY_ANSWER.map((name, i) => [name, answer[i]!])) as KeyAnswer;
}

/** Returns the state that the take number `turn` of an item has seen. */
function usageAt(take: KeyTake, answer: KeyAnswer, turn: number): SharedKeyUsage {
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
function readAddressAnswer(
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
function windowStartMs({ resetAtMs }: LimitState): number {
  return resetAtMs - RATE_WINDOW_MS;
}
