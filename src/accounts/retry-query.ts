import type { Awaitable } from "../base/awaitable.ts";
import { retryWhileLocked } from "../base/sqlite.ts";

/** Runs a query of keys; retries for ten seconds while another process has locked the store. */
export function retryQuery<T>(query: () => T): Awaitable<Awaited<T>> {
  return retryWhileLocked(
    query,
    "Another process has locked accounts.db for ten seconds. Try again when that process has finished.",
  );
}
