import { logInfo, logOperatorError } from "./log.ts";

const INITIAL_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 3_600_000;

interface ReportedFailure {
  readonly pauseMs: number;
  readonly nextReportAtMs: number;
}

/**
 * Logs repeated failures with exponential back-off, one line at a time: each reason at once, then after one second,
 * after two more, after four, at most an hour apart. Recovery is logged too.
 */
export class BackoffLogger {
  readonly #message: string;
  readonly #clock: () => number;
  readonly #reported = new Map<string, ReportedFailure>();

  /** `clock` is a monotonic clock in milliseconds. */
  constructor(message: string, clock: () => number = () => performance.now()) {
    this.#message = message;
    this.#clock = clock;
  }

  reportFailure(reason: string): void {
    const now = this.#clock();
    const { pauseMs, nextReportAtMs } = this.#reported.get(reason) ?? {
      pauseMs: INITIAL_PAUSE_MS / 2,
      nextReportAtMs: now,
    };
    if (now < nextReportAtMs) {
      return;
    }
    const nextPauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    this.#reported.set(reason, { pauseMs: nextPauseMs, nextReportAtMs: now + nextPauseMs });
    logOperatorError(this.#message, { reason });
  }

  reportSuccess(): void {
    if (this.#reported.size > 0) {
      logInfo(`recovered: ${this.#message}`);
    }
    this.#reported.clear();
  }
}
