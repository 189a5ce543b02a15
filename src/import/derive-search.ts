import type { Database } from "../base/sqlite.ts";
import { buildIndex } from "../search/build-index.ts";
import { storeIndex } from "../search/index-store.ts";

/** The search index, from the addresses, their index by street, and the counts of streets. */
export function deriveSearch(db: Database): void {
  storeIndex(db, buildIndex(db));
}
