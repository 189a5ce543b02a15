import { collectGarbageAfter } from "../../base/collect-garbage.ts";
import type { Database } from "../../base/sqlite.ts";
import { buildIndex } from "../../search/index/build-index.ts";
import { storeIndex } from "../../search/index/index-store.ts";
import { countRows } from "../verify.ts";

/** Builds the search index from the streets and the index of addresses by street. */
export function deriveSearch(db: Database): void {
  storeIndex(db, buildIndex(db));
  collectGarbageAfter(countRows(db, "openbare_ruimte"));
}
