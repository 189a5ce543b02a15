import type { Awaitable } from "../../base/awaitable.ts";
import type { AddressLimit, Counters, KeyLimits, KeyUsage, LimitState, Visitor } from "../counters.ts";
import { ADDRESS_LIMITS } from "../counters.ts";
import type { KeySlots } from "../memory/key-slots.ts";
import { type CounterMemory, SharedCounters } from "../memory/shared-counters.ts";
import { monthOf } from "../month.ts";
import type { SharedUsage } from "../usage-totals.ts";
import { CountingBatch } from "./counting-batch.ts";
import {
  type KeyTake,
  networkName,
  returnToMonthItem,
  takeAddressItem,
  takeKeyItem,
} from "./counting-items.ts";
import { FullWindows } from "./full-windows.ts";
import { KeyViews } from "./key-views.ts";
import { MonthSeeds } from "./month-totals.ts";
import type { RedisLink } from "./redis-link.ts";
import {
  IS_CROWDED,
  IS_MISSING_MONTH,
  readAddressAnswer,
  readKeyAnswer,
  type SharedKeyUsage,
  type SharedMonth,
  usageAt,
  windowStartMs,
} from "./take-answers.ts";

export interface RedisCountersOptions {
  /** Memory of the counters of this node, in which it counts on alone while Redis is away. */
  readonly memory: CounterMemory;
  readonly link: RedisLink;
  /** Store from which Redis learns of a month that it does not have. */
  readonly usage: SharedUsage;
  /** Maximum milliseconds that a request waits for Redis; as long again for such a month. */
  readonly timeoutMs: number;
  /** Clock of months, and of windows while Redis is away; by default that of Redis, so that nodes agree. */
  readonly clock?: () => number;
}

/**
 * Counters in Redis, exact over all nodes: one round trip for a request, shared by those of one turn of the event loop.
 * What Redis does not answer in time is counted in the memory of this node, on from Redis's last answers.
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
      const month = monthOf(state.resetAtMs - 1);
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

  /** Counts what was granted for the store of usage; in the month of this node where Redis does not know it. */
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
