import type { Context } from "../http/context.ts";
import type { AnyInput } from "../http/endpoint.ts";
import type { Snapshot } from "../registry/snapshot.ts";

/** Endpoint as tools share it: its handler, which reads nothing but the pinned data of its context. */
interface Answering<I, R> {
  handler(context: Pick<Context, "snapshot">, input: I): R;
}

type Shared = Pick<AnyInput, "include" | "sort">;

/** Parameters, optional where undefined is allowed. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

/** Calls the endpoint's handler with these parameters. Throws what it throws. */
export function ask<I extends Shared, R>(
  { handler }: Answering<I, R>,
  snapshot: Snapshot,
  parameters: Given<Omit<I, keyof Shared>>,
): R {
  return handler({ snapshot }, { include: {}, sort: undefined, ...parameters } as I);
}
