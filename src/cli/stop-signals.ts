/** Signals that stop a command. */
import { AppError } from "../base/errors.ts";

/** Exit codes that shells show for a process that ended by these signals. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
export type StopSignal = keyof typeof SIGNAL_EXIT_CODES;

/** Error of a command that catches a signal, such as to keep its work; `main.ts` ends the process by that signal. */
export class StoppedBySignal extends AppError {
  readonly signal: StopSignal;

  constructor(signal: StopSignal, message = "Stopped.") {
    super("unavailable", message);
    this.signal = signal;
  }
}

/** Aborts when the user (Ctrl-C) or the system wants the process to end; the second time, the system ends it. */
export function stopOnSignals(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const stop = (signal: StopSignal) => controller.abort(new StoppedBySignal(signal));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => void process.off("SIGINT", stop).off("SIGTERM", stop),
  };
}
