/** Errors that pass from a worker thread to another: their message and code, as their class does not pass. */
import { codeOf, messageOf } from "./errors.ts";

export interface ThreadFault {
  readonly message: string;
  readonly code: string | undefined;
}

export function toThreadFault(error: unknown): ThreadFault {
  return { message: messageOf(error), code: codeOf(error) };
}

/** Throws a fault again; `isDiskFault` recognises it by its code. */
export function throwFault({ message, code }: ThreadFault): never {
  throw Object.assign(new Error(message), code === undefined ? {} : { code });
}
