/**
 * Items of the counting script (counting-script.ts): the names of their keys in Redis, their arguments, and the calls
 * that carry them.
 */
import {
  ADDRESS_LIMITS,
  type AddressLimit,
  type KeyLimits,
  RATE_WINDOW_MS,
  type Visitor,
} from "../counters.ts";
import { networkOf } from "../ip-address.ts";
import { formatMonth, monthEndMs, type UsageTotal } from "../usage-months.ts";
import type { UnsharedWindow } from "./key-views.ts";
import type { Answers, RedisLink } from "./redis-link.ts";

/** One item of a call: a number for its kind and its arguments, and the keys that it reads or writes. */
export interface CountingItem {
  readonly keys: readonly string[];
  /** Kind, then arguments. For a take of a key the second number is the number of takes, which may still grow. */
  readonly numbers: number[];
}

const TAKE_KEY = 1;
const TAKE_KEY_WITH_VISITOR = 2;
const TAKE_ADDRESS = 3;
const RETURN_TO_MONTH = 4;
const MERGE_MONTH = 5;
const MERGE_WINDOW = 6;
const MARK_MONTH = 7;

/** Argument for a limit that a key does not have. */
const NO_LIMIT = -1;

/**
 * Maximum addresses of a limit that get a window in Redis during one window's length; every further new address is
 * counted by each node in its tables of fixed size. Two lengths overlap, so at most twice as many are in memory.
 */
const ADDRESS_ROOM = 131_072;

/** A month is kept for its returns and late merges, then Redis drops it. */
const MONTH_KEPT_MS = 3 * 86_400_000;

/** Requests and rows taken from a key. */
export interface KeyTake {
  readonly key: KeyLimits;
  readonly requests: number;
  readonly month: number;
  readonly visitor: Visitor | undefined;
  /** True to take nothing when Redis does not know the usage of the month; false to take from the rate only then. */
  readonly needsMonth: boolean;
}

/** Returns the item that takes from a key, and from the visitor's window where one is limited. */
export function takeKeyItem({ key, requests, month, visitor, needsMonth }: KeyTake): CountingItem {
  const { id, ratePerMinute, monthlyQuota = NO_LIMIT } = key;
  const rate = Number.isFinite(ratePerMinute) ? ratePerMinute : NO_LIMIT;
  const keys = [windowKey(id), monthKey(id, month), markKey(month)];
  const numbers = [1, requests, rate, monthlyQuota, Number(needsMonth)];
  if (visitor === undefined) {
    return { keys, numbers: [TAKE_KEY, ...numbers] };
  }
  const visitorKey = `baken:{${id}}:v:${networkName(visitor.address)}`;
  return {
    keys: [...keys, visitorKey, roomKey("visitor")],
    numbers: [TAKE_KEY_WITH_VISITOR, ...numbers, visitor.limit, ADDRESS_ROOM],
  };
}

export function takeAddressItem(limits: readonly AddressLimit[], address: string): CountingItem {
  const network = networkName(address);
  return {
    keys: limits.flatMap((limit) => [`baken:{${network}}:${limit}`, roomKey(limit)]),
    numbers: [
      TAKE_ADDRESS,
      limits.length,
      ADDRESS_ROOM,
      ...limits.flatMap((name) => [ADDRESS_LIMITS[name].limit, ADDRESS_LIMITS[name].windowMs]),
    ],
  };
}

/** Returns the item that returns requests to a month; `since` is the time of the month in the answer to the take. */
export function returnToMonthItem(id: number, month: number, taken: { requests: number; since: number }) {
  return { keys: [monthKey(id, month)], numbers: [RETURN_TO_MONTH, taken.requests, taken.since] };
}

/** Returns the item that raises a month to these totals; with `creates` also a month that Redis does not have. */
export function mergeMonthItem(
  { keyId, month, taken, returned }: UsageTotal,
  creates: boolean,
): CountingItem {
  const numbers = [MERGE_MONTH, taken, returned, expireAtMs(month), Number(creates)];
  return { keys: [monthKey(keyId, month)], numbers };
}

/** Returns the item that asks whether Redis has all usage of a month; with `isSet` it also marks that Redis has it. */
export function markMonthItem(month: number, isSet: boolean): CountingItem {
  return { keys: [markKey(month)], numbers: [MARK_MONTH, expireAtMs(month), Number(isSet)] };
}

export function mergeWindowItem({ keyId, startMs, requests }: UnsharedWindow): CountingItem {
  return { keys: [windowKey(keyId)], numbers: [MERGE_WINDOW, requests, startMs + RATE_WINDOW_MS] };
}

/** Returns the name of the network that counts as one address: an IPv4 address or an IPv6 /64. */
export function networkName(address: string): string {
  const [high, low] = networkOf(address);
  return `${high.toString(36)}.${low.toString(36)}`;
}

function windowKey(id: number): string {
  return `baken:{${id}}:w`;
}

function expireAtMs(month: number): number {
  return monthEndMs(month) + MONTH_KEPT_MS;
}

function markKey(month: number): string {
  return `baken:month:${formatMonth(month)}`;
}

function monthKey(id: number, month: number): string {
  return `baken:{${id}}:${formatMonth(month)}`;
}

function roomKey(limit: AddressLimit | "visitor"): string {
  return `baken:new:${limit}`;
}

/** Place of a take in a call: number `turn` of the takes of `item`. */
interface Place {
  readonly answers: Promise<Answers | undefined>;
  readonly item: number;
  readonly turn: number;
}

/** Maximum items of one call, because the script keeps Redis from other calls. */
const MAX_ITEMS = 128;

interface OpenCall {
  readonly items: CountingItem[];
  /** Numbers of the items by group. */
  readonly groups: Map<string, number>;
  readonly answers: PromiseWithResolvers<Answers | undefined>;
}

/** Collects the items of one turn of the event loop, and sends them in one call. */
export class CountingBatch {
  readonly #link: RedisLink;
  #open: OpenCall | undefined;

  constructor(link: RedisLink) {
    this.#link = link;
  }

  /** Adds an item. Takes of one group are alike; they become one item with the number of takes. */
  add(createItem: () => CountingItem, group?: string): Place {
    const call = this.#openCall();
    const known = group === undefined ? undefined : call.groups.get(group);
    if (known !== undefined) {
      return { answers: call.answers.promise, item: known, turn: call.items[known]!.numbers[1]!++ };
    }
    const item = call.items.push(createItem()) - 1;
    if (group !== undefined) {
      call.groups.set(group, item);
    }
    if (call.items.length === MAX_ITEMS) {
      this.#send(call);
    }
    return { answers: call.answers.promise, item, turn: 0 };
  }

  #openCall(): OpenCall {
    if (this.#open === undefined) {
      const call = { items: [], groups: new Map(), answers: Promise.withResolvers<Answers | undefined>() };
      this.#open = call;
      setImmediate(() => this.#send(call));
    }
    return this.#open;
  }

  #send(call: OpenCall): void {
    if (this.#open !== call) {
      return;
    }
    this.#open = undefined;
    const keys = call.items.flatMap((item) => item.keys);
    const args = call.items.flatMap((item) => item.numbers.map(String));
    call.answers.resolve(this.#link.call(keys, args));
  }
}
