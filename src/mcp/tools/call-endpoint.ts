import { type Admission, WITHOUT_KEY } from "../../http/admission.ts";
import type { Context } from "../../http/context.ts";
import type { AnyInput } from "../../http/endpoint.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";

/** Endpoint that a tool can call: its handler reads nothing but the pinned data of its context. */
interface CallableEndpoint<I, R> {
  handler(context: Pick<Context, "snapshot">, input: I, admission: Admission): R;
}

type SharedInput = Pick<AnyInput, "include" | "sort">;

/** Parameters, optional where undefined is allowed. */
type OptionalIfUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

/** Calls the endpoint's handler with these parameters. Throws the handler's errors. */
export function callEndpoint<I extends SharedInput, R>(
  { handler }: CallableEndpoint<I, R>,
  snapshot: Snapshot,
  parameters: OptionalIfUndefined<Omit<I, keyof SharedInput>>,
): R {
  return handler({ snapshot }, { include: {}, sort: undefined, ...parameters } as I, WITHOUT_KEY);
}
