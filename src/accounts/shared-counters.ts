import { allotAccountsHealth } from "./accounts-health.ts";
import { AddressWindows, type AddressWindowsMemory, allotAddressWindows } from "./address-windows.ts";
import {
  ADDRESS_LIMITS,
  type AddressLimit,
  type Counters,
  type KeyLimits,
  type KeyUsage,
  type LimitState,
} from "./counters.ts";
import { allotKeySlots, KeySlots, type KeySlotsMemory } from "./key-slots.ts";
import { monthOf } from "./month.ts";

/** The memory that the counters of all threads of one server stand on; threads are handed it when they start. */
export interface CounterMemory {
  readonly keys: KeySlotsMemory;
  readonly addresses: Readonly<Record<AddressLimit, AddressWindowsMemory>>;
  /** As allotAccountsHealth gives it. */
  readonly health: SharedArrayBuffer;
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
  };
}

/** Counters for the threads of one process: exact, and answered at once. */
export class SharedCounters implements Counters {
  readonly keys: KeySlots;
  readonly #addresses: Readonly<Record<AddressLimit, AddressWindows>>;

  constructor({ keys, addresses }: CounterMemory, clock: () => number = Date.now) {
    const windows = (name: AddressLimit) =>
      new AddressWindows(addresses[name], { ...ADDRESS_LIMITS[name], clock });
    this.keys = new KeySlots(keys, clock);
    this.#addresses = {
      demoMinute: windows("demoMinute"),
      demoDay: windows("demoDay"),
      failedTokens: windows("failedTokens"),
    };
  }

  takeForKey(key: KeyLimits, requests: number): KeyUsage {
    const rate = this.keys.takeRate(key, requests);
    return { rate, month: this.keys.takeMonth(key, rate.isWithin ? requests : 0) };
  }

  showForKey(key: KeyLimits): KeyUsage {
    return { rate: this.keys.takeRate(key, 0), month: this.keys.takeMonth(key, 0) };
  }

  returnToMonth({ id }: KeyLimits, requests: number, { resetAtMs }: LimitState): void {
    this.keys.addToMonth(id, monthOf(resetAtMs - 1), -requests);
  }

  takeForAddress(limit: AddressLimit, address: string): LimitState {
    return this.#addresses[limit].take(address);
  }
}
