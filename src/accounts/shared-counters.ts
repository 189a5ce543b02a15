import { allotAccountsHealth } from "./accounts-health.ts";
import { AddressWindows, type AddressWindowsMemory, allotAddressWindows } from "./address-windows.ts";
import {
  ADDRESS_LIMITS,
  type AddressLimit,
  type Counters,
  type KeyLimits,
  type KeyUsage,
  type LimitState,
  RATE_WINDOW_MS,
  type Visitor,
} from "./counters.ts";
import { allotKeySlots, KeySlots, type KeySlotsMemory } from "./key-slots.ts";
import { monthOf } from "./month.ts";

/** Shared memory of the counters of all threads of one server; passed to each thread when it starts. */
export interface CounterMemory {
  readonly keys: KeySlotsMemory;
  readonly addresses: Readonly<Record<AddressLimit, AddressWindowsMemory>>;
  /** Memory of {@link AccountsHealth}, from allotAccountsHealth. */
  readonly health: SharedArrayBuffer;
  readonly visitors: AddressWindowsMemory;
}

export function allotCounters(): CounterMemory {
  return {
    keys: allotKeySlots(),
    addresses: {
      demoMinute: allotAddressWindows(),
      demoDay: allotAddressWindows(),
      failedTokens: allotAddressWindows(),
    },
    health: allotAccountsHealth(),
    visitors: allotAddressWindows(),
  };
}

/** Key id of a request without a key; real ids start at 1. */
const NO_KEY = 0;

/** Counters shared by the threads of one process: exact and synchronous. */
export class SharedCounters implements Counters {
  readonly keys: KeySlots;
  readonly #addresses: Readonly<Record<AddressLimit, AddressWindows>>;
  readonly #visitors: AddressWindows;

  constructor({ keys, addresses, visitors }: CounterMemory, clock: () => number = Date.now) {
    const windows = (name: AddressLimit) =>
      new AddressWindows(addresses[name], { windowMs: ADDRESS_LIMITS[name].windowMs, clock });
    this.keys = new KeySlots(keys, clock);
    this.#visitors = new AddressWindows(visitors, { windowMs: RATE_WINDOW_MS, clock });
    this.#addresses = {
      demoMinute: windows("demoMinute"),
      demoDay: windows("demoDay"),
      failedTokens: windows("failedTokens"),
    };
  }

  consumeForKey(key: KeyLimits, requests: number, visitor?: Visitor): KeyUsage {
    const asking = visitor && { ...visitor, keyId: key.id };
    const own = asking && this.#visitors.take(asking);
    if (own?.isWithin === false) return { ...this.peekKey(key), visitor: own };
    const rate = this.keys.takeRate(key, requests);
    const month = this.keys.takeMonth(key, rate.isWithin ? requests : 0);
    if (own && !(rate.isWithin && month.isWithin)) this.#visitors.giveBack(asking, own);
    return { rate, month, visitor: own };
  }

  peekKey(key: KeyLimits): KeyUsage {
    return { rate: this.keys.takeRate(key, 0), month: this.keys.takeMonth(key, 0) };
  }

  refundToMonth({ id }: KeyLimits, requests: number, { resetAtMs }: LimitState): void {
    this.keys.addToMonth(id, monthOf(resetAtMs - 1), -requests);
  }

  consumeForAddress(limit: AddressLimit, address: string): LimitState {
    return this.#addresses[limit].take({ address, keyId: NO_KEY, limit: ADDRESS_LIMITS[limit].limit });
  }
}
