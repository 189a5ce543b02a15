/**
 * Calls between the threads of one process: one thread answers, all may call. For what a process has only once, such
 * as its connections to a database. Arguments and results must support structured cloning.
 */
import { BroadcastChannel } from "node:worker_threads";
import type { Awaitable } from "./awaitable.ts";
import { AppError, codeOf, type ErrorCode, type ErrorDetails, messageOf } from "./errors.ts";
import { logError } from "./log.ts";
import type { AsyncStore } from "./store-operations.ts";

type Method = (...values: never[]) => Awaitable<unknown>;
export type Methods = Readonly<Record<string, Method>>;

type Message =
  | { readonly call: string; readonly method: string; readonly values: readonly unknown[] }
  | { readonly answer: string; readonly value: unknown }
  | {
      readonly answer: string;
      readonly error: { readonly code: ErrorCode | undefined; readonly text: string };
    }
  | { readonly event: string; readonly value: unknown };

/** The end that answers. */
export interface CallServer {
  readonly channel: string;
  /** Answers calls of these methods from now on. */
  answer(methods: Methods): void;
  /** Answers the methods of a store, which {@link storeOfCaller} calls by the same name of the store. */
  answerStore(name: string, store: object): void;
  /** Sends an event to all callers; they receive it before the answer to any later call. */
  send(event: string, value?: unknown): void;
  close(): void;
}

export function openCallServer(): CallServer {
  const channelName = `calls ${crypto.randomUUID()}`;
  const channel = openChannel(channelName);
  const known = new Map<string, Method>();
  let isClosed = false;
  // A call may still be under way when the server closes: its answer has no receiver.
  const post = (message: Message) => isClosed || channel.postMessage(message);
  channel.onmessage = async ({ data }: { readonly data: Message }) => {
    const method = "call" in data ? known.get(data.method) : undefined;
    if (!("call" in data) || method === undefined) {
      return;
    }
    try {
      post({ answer: data.call, value: await method(...(data.values as never[])) });
    } catch (error) {
      post({ answer: data.call, error: describe(error, data.method) });
    }
  };
  const answer = (methods: Methods, prefix = "") => {
    for (const [name, method] of Object.entries(methods)) {
      known.set(prefix + name, method);
    }
  };
  return {
    channel: channelName,
    answer: (methods) => answer(methods),
    answerStore: (name, store) => answer(store as Methods, `${name}.`),
    send: (event, value) => void post({ event, value }),
    close() {
      isClosed = true;
      channel.close();
    },
  };
}

function describe(error: unknown, method: string): { code: ErrorCode | undefined; text: string } {
  if (error instanceof AppError) {
    return { code: error.code, text: error.message };
  }
  // The stack stays in this thread.
  logError("a call from another thread failed", error, { method });
  return { code: undefined, text: messageOf(error) };
}

/** The end that calls. */
export interface ThreadCaller {
  /** Calls a method on the thread that answers, and waits for it; rejects with the error thrown there. */
  call<T>(method: string, ...values: readonly unknown[]): Promise<T>;
  on(event: string, listener: (value: unknown) => void): void;
  close(): void;
}

export function openCaller(channelName: string): ThreadCaller {
  const channel = openChannel(channelName);
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (value: unknown) => void>();
  const prefix = crypto.randomUUID();
  let calls = 0;
  channel.onmessage = ({ data }: { readonly data: Message }) => {
    if ("event" in data) {
      listeners.get(data.event)?.(data.value);
    }
    const call = "answer" in data ? waiting.get(data.answer) : undefined;
    if (!("answer" in data) || call === undefined) {
      return;
    }
    waiting.delete(data.answer);
    if (waiting.size === 0) {
      channel.unref();
    }
    if ("error" in data) {
      const { code, text } = data.error;
      call.reject(code === undefined ? new Error(text) : new AppError(code, text));
    } else {
      call.resolve(data.value);
    }
  };
  return {
    call<T>(method: string, ...values: readonly unknown[]) {
      const answered = Promise.withResolvers<unknown>();
      const call = `${prefix} ${++calls}`;
      waiting.set(call, answered);
      // A thread that has nothing else to do would end before the answer.
      channel.ref();
      channel.postMessage({ call, method, values } satisfies Message);
      return answered.promise as Promise<T>;
    },
    on: (event, listener) => listeners.set(event, listener),
    close: () => channel.close(),
  };
}

/**
 * Returns a store whose methods call those that {@link CallServer.answerStore} answers. A function among their values
 * stays in this thread.
 */
export function storeOfCaller<Store>(
  { call }: ThreadCaller,
  name: string,
  methods: readonly string[],
): AsyncStore<Store> {
  const toSend = (value: unknown) => (typeof value === "function" ? undefined : value);
  const callers = methods.map((method) => {
    return [method, (...values: unknown[]) => call(`${name}.${method}`, ...values.map(toSend))];
  });
  return Object.fromEntries(callers);
}

function openChannel(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  channel.unref();
  return channel;
}

/** Error as data for another thread or process, where its class does not pass. */
export interface ThreadFault {
  readonly message: string;
  readonly code: string | undefined;
  readonly stack?: string | undefined;
  /** Details of an AppError, without its cause. */
  readonly details?: ErrorDetails;
}

export function toThreadFault(error: unknown): ThreadFault {
  const fault = { message: messageOf(error), code: codeOf(error) };
  if (!(error instanceof AppError)) {
    return { ...fault, stack: error instanceof Error ? error.stack : undefined };
  }
  const { cause: _, ...details } = error.details;
  return { ...fault, details };
}

/**
 * Throws a fault again: an AppError as such, any other error with its stack and with its code, by which `isDiskFault`
 * recognises it.
 */
export function throwFault({ message, code, stack, details }: ThreadFault): never {
  if (details !== undefined) {
    throw new AppError(code as ErrorCode, message, details);
  }
  throw Object.assign(new Error(message), code !== undefined && { code }, stack !== undefined && { stack });
}
