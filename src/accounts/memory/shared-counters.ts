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
import { monthOf } from "../month.ts";
import { AddressWindows, type AddressWindowsMemory, allocateAddressWindows } from "./address-windows.ts";
import { allocateKeySlots, KeySlots, type KeySlotsMemory } from "./key-slots.ts";

/** Shared memory of the counters of all threads of one server; passed to each thread when it starts. */
export interface CounterMemory {
  readonly keys: KeySlotsMemory;
  readonly addresses: Readonly<Record<AddressLimit, AddressWindowsMemory>>;
  /** Memory of {@link AccountsHealth}, from allocateAccountsHealth. */
  readonly health: SharedArrayBuffer;
  readonly visitors: AddressWindowsMemory;
}

export function allocateCounters(): CounterMemory {
  return {
    keys: allocateKeySlots(),
    addresses: forEachAddressLimit(allocateAddressWindows),
    health: allocateAccountsHealth(),
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
    const request = visitor && { ...visitor, keyId: key.id };
    const visitorState = request && this.#visitors.consume(request);
    if (visitorState?.isWithin === false) {
      return { ...this.peekKey(key), visitor: visitorState };
    }
    const rate = this.keys.consumeRate(key, requests);
    const month = this.keys.consumeMonth(key, rate.isWithin ? requests : 0);
    if (visitorState && !(rate.isWithin && month.isWithin)) {
      this.#visitors.refund(request, visitorState);
    }
    return { rate, month, visitor: visitorState };
  }

  peekKey(key: KeyLimits): KeyUsage {
    return { rate: this.keys.consumeRate(key, 0), month: this.keys.consumeMonth(key, 0) };
  }

  refundToMonth({ id }: KeyLimits, requests: number, { resetAtMs }: LimitState): void {
    this.keys.addToMonth(id, monthOf(resetAtMs - 1), -requests);
  }

  consumeForAddress(limit: AddressLimit, address: string): LimitState {
    return this.#addresses[limit].consume({ address, keyId: NO_KEY, limit: ADDRESS_LIMITS[limit].limit });
  }
}
