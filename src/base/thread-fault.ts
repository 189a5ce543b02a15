/** Errors that pass from a worker thread to another: their message and code, as their class does not pass. */
import { codeOf, messageOf } from "./errors.ts";

export interface ThreadFault {
  readonly message: string;
  readonly code: string | undefined;
}

export function toThreadFault(error: unknown): ThreadFault {
  return { message: messageOf(error), code: codeOf(error) };
}

/** Returns the error of a fault; `isDiskFault` recognises it by its code. */
export function toError({ message, code }: ThreadFault): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
