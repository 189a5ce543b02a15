import { type Awaitable, whenReady } from "../base/awaitable.ts";
import type { KeyAdmin } from "./key-store.ts";
import { retryQuery } from "./retry-query.ts";

/**
 * Creates a server key when there are no keys, and returns its token; returns undefined when there are. Retries while
 * another process has locked the store.
 */
export function createFirstKey(keys: KeyAdmin): Awaitable<string | undefined> {
  return whenReady(
    retryQuery(() => keys.createFirst({ name: "first", kind: "server" })),
    (issued) => issued?.token,
  );
}
