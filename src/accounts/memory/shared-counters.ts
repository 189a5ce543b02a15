import {
  ADDRESS_LIMIT_NAMES,
  ADDRESS_LIMITS,
  type AddressLimit,
  allocateCountersHealth,
  type Counters,
  type KeyLimits,
  type KeyUsage,
  type LimitState,
  RATE_WINDOW_MS,
  type Visitor,
} from "../counters.ts";
import { networkOf } from "../ip-address.ts";
import { allocateAccountsHealth } from "../usage-flusher.ts";
import { usageMonthOf } from "../usage-months.ts";
import { KeySlots } from "./key-slots.ts";
import { allocateKeySlots, type KeySlotsMemory } from "./slot-table.ts";

/** Shared memory of the counters of all threads of one server; passed to each thread when it starts. */
export interface CounterMemory {
  readonly keys: KeySlotsMemory;
  readonly addresses: Readonly<Record<AddressLimit, AddressWindowsMemory>>;
  /** Memory of {@link AccountsHealth}, from allocateAccountsHealth. */
  readonly health: SharedArrayBuffer;
  /** Memory of {@link CountersHealth}, from allocateCountersHealth. */
  readonly countersHealth: SharedArrayBuffer;
  readonly visitors: AddressWindowsMemory;
}

export function allocateCounters(): CounterMemory {
  return {
    keys: allocateKeySlots(),
    addresses: forEachAddressLimit(allocateAddressWindows),
    health: allocateAccountsHealth(),
    countersHealth: allocateCountersHealth(),
    visitors: allocateAddressWindows(),
  };
}

function forEachAddressLimit<T>(create: (name: AddressLimit) => T): Record<AddressLimit, T> {
  const entries = ADDRESS_LIMIT_NAMES.map((name) => [name, create(name)] as const);
  return Object.fromEntries(entries) as Record<AddressLimit, T>;
}

/** Key id of a request without a key; real ids start at 1. */
const NO_KEY = 0;

/** Counters shared by the threads of one process: exact and synchronous. */
export class SharedCounters implements Counters {
  readonly keys: KeySlots;
  readonly #addresses: Readonly<Record<AddressLimit, AddressWindows>>;
  readonly #visitors: AddressWindows;

  constructor({ keys, addresses, visitors }: CounterMemory, clock: () => number = Date.now) {
    this.keys = new KeySlots(keys, clock);
    this.#visitors = new AddressWindows(visitors, { windowMs: RATE_WINDOW_MS, clock });
    this.#addresses = forEachAddressLimit(
      (name) => new AddressWindows(addresses[name], { windowMs: ADDRESS_LIMITS[name].windowMs, clock }),
    );
  }

  consumeForKey(key: KeyLimits, requests: number, visitor?: Visitor): KeyUsage {
    const visit = visitor && this.consumeVisit(key.id, visitor);
    if (visit?.isWithin === false) {
      return { ...this.peekKey(key), visitor: visit };
    }
    const rate = this.keys.consumeRate(key, requests);
    const month = this.keys.consumeMonth(key, rate.isWithin ? requests : 0);
    if (visit && !(rate.isWithin && month.isWithin)) {
      this.returnVisit(key.id, visitor, visit);
    }
    return { rate, month, visitor: visit };
  }

  /** Takes one request from a visitor's window with a key. */
  consumeVisit(keyId: number, visitor: Visitor): LimitState {
    return this.#visitors.consume({ ...visitor, keyId });
  }

  /** Undoes a `consumeVisit`, unless its window has ended. */
  returnVisit(keyId: number, visitor: Visitor, visit: LimitState): void {
    this.#visitors.refund({ ...visitor, keyId }, visit);
  }

  peekKey(key: KeyLimits): KeyUsage {
    return { rate: this.keys.consumeRate(key, 0), month: this.keys.consumeMonth(key, 0) };
  }

  refundToMonth({ id }: KeyLimits, requests: number, { resetAtMs }: LimitState): void {
    this.keys.returnToMonth(id, usageMonthOf(resetAtMs - 1), requests);
  }

  consumeForAddress(limits: readonly AddressLimit[], address: string): LimitState[] {
    const states: LimitState[] = [];
    for (const name of limits) {
      const { limit } = ADDRESS_LIMITS[name];
      const state = this.#addresses[name].consume({ address, keyId: NO_KEY, limit });
      states.push(state);
      if (!state.isWithin) {
        break;
      }
    }
    return states;
  }
}

/** Size of one set-associative table: 8 ways in each of 16,384 sets, one network per way. */
const SETS = 16_384;
const WAYS = 8;

/** Numbers of a way: network, key, request count and window start; 0 requests marks a way without a count. */
const HIGH = 0;
const LOW = 1;
const KEY_ID = 2;
const REQUESTS = 3;
const START_MS = 4;
const NUMBERS_PER_WAY = 5;

/** Looks at a taken lock before the thread sleeps between them. A thread holds a set for about a microsecond. */
const LOOKS_AWAKE = 200;
const SLEEP_MS = 1;
/**
 * Sleeps after which the holder of a lock counts as dead. Sleeping leaves the processor to a holder that waits for one;
 * no time is measured, because it also passes while the process or the machine is stopped.
 */
const MAX_SLEEPS = 1_000;

interface AddressWindowsMemory {
  readonly ways: SharedArrayBuffer;
  /** One lock for each set: 0, or the time at which it was taken. */
  readonly locks: SharedArrayBuffer;
  /** Random hash seed, so that clients cannot predict which addresses share a set. */
  readonly seed: number;
}

function allocateAddressWindows(): AddressWindowsMemory {
  return {
    ways: new SharedArrayBuffer(SETS * WAYS * NUMBERS_PER_WAY * Float64Array.BYTES_PER_ELEMENT),
    locks: new SharedArrayBuffer(SETS * Int32Array.BYTES_PER_ELEMENT),
    seed: crypto.getRandomValues(new Uint32Array(1))[0]!,
  };
}

interface AddressWindowsOptions {
  readonly windowMs: number;
  readonly clock: () => number;
}

/** Client of a request and its limit in a window. */
interface ConsumeRequest {
  readonly address: string;
  /** Id of the key of the request; 0 without a key. */
  readonly keyId: number;
  readonly limit: number;
}

/** Owner of a way: the two numbers of a network, and a key id. */
type Owner = readonly [high: number, low: number, keyId: number];

/**
 * Fixed-window rate limiter per address and key (or no key), in a table of fixed size shared by threads. While an
 * address is in the table its limit is exact. A new address takes a way of its set that was never used or whose
 * window has ended; when all eight windows are current, the one with the fewest requests is evicted and starts again
 * from zero when it returns. A flood of addresses thus neither grows memory nor blocks others, and an address that
 * has used up its limit is evicted last.
 */
class AddressWindows {
  readonly #ways: Float64Array;
  readonly #locks: Int32Array;
  readonly #seed: number;
  readonly #options: AddressWindowsOptions;

  constructor({ ways, locks, seed }: AddressWindowsMemory, options: AddressWindowsOptions) {
    this.#ways = new Float64Array(ways);
    this.#locks = new Int32Array(locks);
    this.#seed = seed;
    this.#options = options;
  }

  consume(request: ConsumeRequest): LimitState {
    return this.#withLockedSet(request, (set, owner) =>
      this.#count(this.#findOrEvictWay(set, owner), request.limit),
    );
  }

  /** Undoes one `consume`, unless its window has ended or was evicted. */
  refund(request: ConsumeRequest, { resetAtMs }: LimitState): void {
    this.#withLockedSet(request, (set, owner) => {
      const way = this.#findWay(set, owner);
      if (way === undefined || this.#ways[way + START_MS]! + this.#options.windowMs !== resetAtMs) {
        return;
      }
      this.#ways[way + REQUESTS]! -= 1;
    });
  }

  /** Runs `work` while this thread holds the lock of the owner's set. */
  #withLockedSet<T>({ address, keyId }: ConsumeRequest, work: (set: number, owner: Owner) => T): T {
    const owner: Owner = [...networkOf(address), keyId];
    const set = hash(owner, this.#seed) % SETS;
    const stamp = this.#lock(set);
    const result = work(set, owner);
    Atomics.compareExchange(this.#locks, set, stamp, 0);
    return result;
  }

  #count(way: number, limit: number): LimitState {
    const ways = this.#ways;
    const { windowMs, clock } = this.#options;
    if (!this.#isWindowCurrent(way)) {
      ways[way + REQUESTS] = 0;
      ways[way + START_MS] = clock();
    }
    const isWithin = ways[way + REQUESTS]! < limit;
    if (isWithin) {
      ways[way + REQUESTS]! += 1;
    }
    return {
      isWithin,
      limit,
      // The count exceeds the limit only when the limit was lowered meanwhile.
      remaining: Math.max(0, limit - ways[way + REQUESTS]!),
      resetAtMs: ways[way + START_MS]! + windowMs,
    };
  }

  /** Returns the owner's way; without one, evicts the least used way of the set and returns it with a count of 0. */
  #findOrEvictWay(set: number, owner: Owner): number {
    const way = this.#findWay(set, owner) ?? this.#leastUsedWay(set);
    if (this.#holds(way, owner)) {
      return way;
    }
    const [high, low, keyId] = owner;
    this.#ways[way + HIGH] = high;
    this.#ways[way + LOW] = low;
    this.#ways[way + KEY_ID] = keyId;
    this.#ways[way + REQUESTS] = 0;
    return way;
  }

  #findWay(set: number, owner: Owner): number | undefined {
    const first = set * WAYS * NUMBERS_PER_WAY;
    for (let way = first; way < first + WAYS * NUMBERS_PER_WAY; way += NUMBERS_PER_WAY) {
      if (this.#ways[way + REQUESTS]! > 0 && this.#holds(way, owner)) {
        return way;
      }
    }
    return undefined;
  }

  #holds(way: number, [high, low, keyId]: Owner): boolean {
    const ways = this.#ways;
    return ways[way + LOW] === low && ways[way + HIGH] === high && ways[way + KEY_ID] === keyId;
  }

  #leastUsedWay(set: number): number {
    const first = set * WAYS * NUMBERS_PER_WAY;
    let least = first;
    let leastRequests = Number.POSITIVE_INFINITY;
    for (let way = first; way < first + WAYS * NUMBERS_PER_WAY; way += NUMBERS_PER_WAY) {
      const requests = this.#isWindowCurrent(way) ? this.#ways[way + REQUESTS]! : 0;
      if (requests < leastRequests) {
        [least, leastRequests] = [way, requests];
      }
    }
    return least;
  }

  #isWindowCurrent(way: number): boolean {
    const elapsedMs = this.#options.clock() - this.#ways[way + START_MS]!;
    return this.#ways[way + REQUESTS]! > 0 && Math.abs(elapsedMs) < this.#options.windowMs;
  }

  /**
   * Waits until this thread holds the lock of a set; takes the lock over from a thread that has died. Returns the stamp
   * that unlocks it.
   */
  #lock(set: number): number {
    let holder = 0;
    for (let looks = 0; ; looks++) {
      const stamp = (Date.now() & 0x7fff_ffff) | 1;
      const found = Atomics.compareExchange(this.#locks, set, 0, stamp);
      if (found === 0) {
        return stamp;
      }
      if (found !== holder) {
        [holder, looks] = [found, 0];
      }
      if (looks > LOOKS_AWAKE) {
        Atomics.wait(this.#locks, set, holder, SLEEP_MS);
      }
      const isDead = looks > LOOKS_AWAKE + MAX_SLEEPS;
      if (isDead && Atomics.compareExchange(this.#locks, set, holder, stamp) === holder) {
        return stamp;
      }
    }
  }
}

/** Hashes an owner to spread owners over sets; mixes like the finalizer of MurmurHash3. */
function hash([high, low, keyId]: Owner, seed: number): number {
  let h = Math.imul(high ^ seed, 0x85eb_ca6b) ^ low;
  h = Math.imul(h ^ (h >>> 15), 0x9e37_79b1) ^ keyId;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13) ^ seed, 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
