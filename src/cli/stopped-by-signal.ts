import { AppError } from "../base/errors.ts";

/** Exit codes that shells show for a process that ended by these signals. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
export type StopSignal = keyof typeof SIGNAL_EXIT_CODES;

/** Error of a command that catches a signal, for example to keep its work; `main.ts` ends the process by that signal. */
export class StoppedBySignal extends AppError {
  readonly signal: StopSignal;

  constructor(signal: StopSignal, message = "Stopped.") {
    super("unavailable", message);
    this.signal = signal;
  }
}
