import type { LimitState } from "./counters.ts";
import { networkOf } from "./ip-address.ts";

/** Addresses remembered for one limit: 8 ways in each of 16,384 sets. */
const SETS = 16_384;
const WAYS = 8;

/** Numbers of a way: which network, how many requests, and since when; 0 requests is a way never used. */
const HIGH = 0;
const LOW = 1;
const REQUESTS = 2;
const START_MS = 3;
const WAY_NUMBERS = 4;

/** A thread holds a set for about a microsecond; one that has held it for so long has died. Others wait for it meanwhile. */
const DEAD_AFTER_MS = 40;

export interface AddressWindowsMemory {
  readonly ways: SharedArrayBuffer;
  /** One for each set: 0, or when it was taken. */
  readonly locks: SharedArrayBuffer;
  /** Makes it unforeseeable which addresses share a set. */
  readonly seed: number;
}

export function allotAddressWindows(): AddressWindowsMemory {
  return {
    ways: new SharedArrayBuffer(SETS * WAYS * WAY_NUMBERS * Float64Array.BYTES_PER_ELEMENT),
    locks: new SharedArrayBuffer(SETS * Int32Array.BYTES_PER_ELEMENT),
    seed: crypto.getRandomValues(new Uint32Array(1))[0]!,
  };
}

export interface AddressWindowsOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: () => number;
}

/**
 * Fixed windows of addresses in a table of fixed size, shared by threads. While an address is in the table its limit is
 * exact. A new one takes a way of its set that was never used or whose window has ended; when all eight are under way,
 * the one with the fewest requests is forgotten and starts anew when it returns. A flood of addresses thus neither
 * grows memory nor shuts others out, and who has used up the limit is the last to be forgotten.
 */
export class AddressWindows {
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

  take(address: string): LimitState {
    const network = networkOf(address);
    const set = hash(network, this.#seed) % SETS;
    const stamp = this.#lock(set);
    const state = this.#count(this.#wayOf(set, network));
    Atomics.compareExchange(this.#locks, set, stamp, 0);
    return state;
  }

  #count(way: number): LimitState {
    const ways = this.#ways;
    const { limit, windowMs, clock } = this.#options;
    if (!this.#isUnderWay(way)) {
      ways[way + REQUESTS] = 0;
      ways[way + START_MS] = clock();
    }
    const isWithin = ways[way + REQUESTS]! < limit;
    if (isWithin) ways[way + REQUESTS]! += 1;
    return {
      isWithin,
      limit,
      remaining: limit - ways[way + REQUESTS]!,
      resetAtMs: ways[way + START_MS]! + windowMs,
    };
  }

  /** The network's way, or the one it takes over, emptied. */
  #wayOf(set: number, [high, low]: readonly [number, number]): number {
    const ways = this.#ways;
    const first = set * WAYS * WAY_NUMBERS;
    let least = first;
    let leastRequests = Number.POSITIVE_INFINITY;
    for (let way = first; way < first + WAYS * WAY_NUMBERS; way += WAY_NUMBERS) {
      if (ways[way + REQUESTS]! > 0 && ways[way + HIGH] === high && ways[way + LOW] === low) return way;
      const requests = this.#isUnderWay(way) ? ways[way + REQUESTS]! : 0;
      if (requests < leastRequests) [least, leastRequests] = [way, requests];
    }
    ways[least + HIGH] = high;
    ways[least + LOW] = low;
    ways[least + REQUESTS] = 0;
    return least;
  }

  #isUnderWay(way: number): boolean {
    const elapsedMs = this.#options.clock() - this.#ways[way + START_MS]!;
    return this.#ways[way + REQUESTS]! > 0 && Math.abs(elapsedMs) < this.#options.windowMs;
  }

  /** Takes a set for this thread; whoever holds it does so for microseconds, or is dead. Gives what unlocks it. */
  #lock(set: number): number {
    for (;;) {
      const stamp = (Date.now() & 0x7fff_ffff) | 1;
      const holder = Atomics.compareExchange(this.#locks, set, 0, stamp);
      if (holder === 0) return stamp;
      const isDead = Math.abs(stamp - holder) > DEAD_AFTER_MS;
      if (isDead && Atomics.compareExchange(this.#locks, set, holder, stamp) === holder) return stamp;
    }
  }
}

/** Spreads networks over sets; murmur3's finisher. */
function hash([high, low]: readonly [number, number], seed: number): number {
  let h = Math.imul(high ^ seed, 0x85eb_ca6b) ^ low;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13) ^ seed, 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
