import type { Context } from "../http/context.ts";
import type { AnyInput } from "../http/endpoint.ts";
import type { Snapshot } from "../registry/snapshot.ts";

/** Of an endpoint, what a tool shares: its handler, which reads nothing but the pinned data of its context. */
interface Answering<I, R> {
  handler(context: Pick<Context, "snapshot">, input: I): R;
}

type Shared = Pick<AnyInput, "include" | "sort">;

/** A parameter that may be undefined may be left out. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

/** What the endpoint answers to these parameters. Throws what it throws. */
export function ask<I extends Shared, R>(
  { handler }: Answering<I, R>,
  snapshot: Snapshot,
  parameters: Given<Omit<I, keyof Shared>>,
): R {
  return handler({ snapshot }, { include: {}, sort: undefined, ...parameters } as I);
}
