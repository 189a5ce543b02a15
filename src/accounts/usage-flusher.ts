/** Writing the usage of keys in the background; all threads know whether that is possible. */
import type { Awaitable } from "../base/awaitable.ts";

/** Writes the usage of keys in the background. */
export interface UsageFlusher {
  /** Resolves when the counters have the usage that was written earlier; nothing may be counted before. */
  readonly loaded: Awaitable<void>;
  /** Checks the keys and writes usage at once; a timer does so twice a second. */
  flush(): Awaitable<void>;
  /** Writes the rest and ends. */
  close(): Awaitable<void>;
}

/** Why usage cannot be written to its store. */
const FAULTS = [undefined, "disk full", "other"] as const;
type AccountsFault = (typeof FAULTS)[number];

/**
 * State in memory shared by all threads of a server: whether usage can be written to its store. One thread sets it
 * (UsageFlusher); every thread reads it.
 */
export class AccountsHealth {
  readonly #fault: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#fault = new Int32Array(memory);
  }

  get isWritable(): boolean {
    return this.fault === undefined;
  }

  /** Undefined while usage can be written. */
  get fault(): AccountsFault {
    return FAULTS[Atomics.load(this.#fault, 0)];
  }

  set fault(fault: AccountsFault) {
    Atomics.store(this.#fault, 0, FAULTS.indexOf(fault));
  }
}

export function allocateAccountsHealth(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
