import { allocateAccountsHealth } from "../accounts-health.ts";
import {
  ADDRESS_LIMIT_NAMES,
  ADDRESS_LIMITS,
  type AddressLimit,
  type Counters,
  type KeyLimits,
  type KeyUsage,
  type LimitState,
  RATE_WINDOW_MS,
  type Visitor,
} from "../counters.ts";
import { allocateCountersHealth } from "../counters-health.ts";
import { monthOf } from "../month.ts";
import { AddressWindows, type AddressWindowsMemory, allocateAddressWindows } from "./address-windows.ts";
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
    this.keys.returnToMonth(id, monthOf(resetAtMs - 1), requests);
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
