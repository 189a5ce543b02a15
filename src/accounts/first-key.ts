import { type Awaitable, whenReady } from "../base/awaitable.ts";
import { retryWhileLocked } from "../base/retry-locked.ts";
import type { KeyAdmin } from "./key-store.ts";

/**
 * Creates a server key when there are no keys, and returns its token; returns undefined when there are. Retries while
 * another process has locked the store.
 */
export function createFirstKey(keys: KeyAdmin): Awaitable<string | undefined> {
  return whenReady(
    retryQuery(() => keys.count()),
    (count) => (count > 0 ? undefined : retryQuery(() => createKey(keys))),
  );
}

async function createKey(keys: KeyAdmin): Promise<string> {
  return (await keys.create({ name: "first", kind: "server" })).token;
}

function retryQuery<T>(query: () => T): Awaitable<Awaited<T>> {
  return retryWhileLocked(
    query,
    "Another process has locked accounts.db for ten seconds. Try again when that process has finished.",
  );
}
