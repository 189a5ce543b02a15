import { logInfo, logTrouble } from "./log.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;

interface Told {
  readonly pauseMs: number;
  readonly againAtMs: number;
}

/**
 * Logs repeated failures with exponential back-off, one line at a time: each reason at once, then after one second,
 * after two more, after four, at most an hour apart. Recovery is logged too.
 */
export class BackoffLogger {
  readonly #message: string;
  readonly #clock: () => number;
  readonly #told = new Map<string, Told>();

  /** `clock` is a monotonic clock in milliseconds. */
  constructor(message: string, clock: () => number = () => performance.now()) {
    this.#message = message;
    this.#clock = clock;
  }

  failed(reason: string): void {
    const now = this.#clock();
    const { pauseMs, againAtMs } = this.#told.get(reason) ?? { pauseMs: FIRST_PAUSE_MS / 2, againAtMs: now };
    if (now < againAtMs) return;
    const nextMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    this.#told.set(reason, { pauseMs: nextMs, againAtMs: now + nextMs });
    logTrouble(this.#message, { reason });
  }

  succeeded(): void {
    if (this.#told.size > 0) logInfo(`no longer: ${this.#message}`);
    this.#told.clear();
  }
}
