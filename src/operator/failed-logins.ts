import { networkOf } from "../accounts/ip-address.ts";

/** Wrong tokens in a window of a minute from the first one: of one network, and of all together. */
const LOGIN_LIMITS = { perNetwork: 5, overall: 30, windowMs: 60_000 } as const;

interface Window {
  readonly startMs: number;
  failures: number;
}

/**
 * Counts wrong tokens. Once a limit is reached, no token is tried, not even a right one, until its window ends. At
 * most `overall` networks have a window, because no further token is tried after that many failures.
 */
export class FailedLogins {
  readonly #networks = new Map<string, Window>();
  readonly #clock: () => number;
  #overall: Window;

  constructor(clock: () => number) {
    this.#clock = clock;
    this.#overall = { startMs: clock(), failures: 0 };
  }

  /** Returns the milliseconds to wait before a token from this address is tried; 0: none. */
  waitMs(address: string): number {
    this.#endWindows();
    const network = this.#networks.get(nameOf(address));
    return Math.max(
      this.#restOf(network, LOGIN_LIMITS.perNetwork),
      this.#restOf(this.#overall, LOGIN_LIMITS.overall),
    );
  }

  count(address: string): void {
    const name = nameOf(address);
    const network = this.#networks.get(name) ?? { startMs: this.#clock(), failures: 0 };
    this.#networks.set(name, network);
    network.failures += 1;
    this.#overall.failures += 1;
  }

  #restOf(window: Window | undefined, limit: number): number {
    const isReached = window !== undefined && window.failures >= limit;
    return isReached ? window.startMs + LOGIN_LIMITS.windowMs - this.#clock() : 0;
  }

  #endWindows(): void {
    const hasEnded = ({ startMs }: Window) => Math.abs(this.#clock() - startMs) >= LOGIN_LIMITS.windowMs;
    for (const [name, window] of this.#networks) {
      if (hasEnded(window)) {
        this.#networks.delete(name);
      }
    }
    if (this.#overall.failures === 0 || hasEnded(this.#overall)) {
      this.#overall = { startMs: this.#clock(), failures: 0 };
    }
  }
}

function nameOf(address: string): string {
  return networkOf(address).join();
}
