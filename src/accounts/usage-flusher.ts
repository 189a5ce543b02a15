import type { Awaitable } from "../base/awaitable.ts";

/** Writes the usage of keys behind the counters. */
export interface UsageFlusher {
  /** Resolves when the counters hold the usage written before; nothing must be counted earlier. */
  readonly loaded: Awaitable<void>;
  /** Checks the keys and writes usage at once; a timer does so twice a second. */
  flush(): Awaitable<void>;
  /** Writes the rest and ends. */
  close(): Awaitable<void>;
}
