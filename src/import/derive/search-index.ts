/** Derives the index of search, and updates it after changes to streets. */
import { collectGarbageAfter } from "../../base/process-resources.ts";
import type { Database } from "../../base/sqlite.ts";
import { buildIndex } from "../../search/index/assemble-index.ts";
import { storeIndex } from "../../search/index/index-store.ts";
import { updateIndex } from "../../search/index/update-index.ts";
import { countTableRows } from "../verify.ts";
import { differencesSql } from "./touched.ts";

/** Builds the search index from the streets and the index of addresses by street. */
export function deriveSearch(db: Database): void {
  storeIndex(db, buildIndex(db));
  collectGarbageAfter(countTableRows(db, "openbare_ruimte"));
}

/**
 * Updates the search index after streets and addresses have changed. Writes the same bytes as deriveSearch, but reads
 * only the addresses of the touched streets (updateIndex).
 */
export function updateSearch(db: Database): void {
  const streets = db
    .query<{ id: number }, []>(
      `SELECT fid AS id FROM work.touched_openbare_ruimte
       UNION SELECT openbare_ruimte_id FROM ${differencesSql("adres")}`,
    )
    .all();
  updateIndex(db, new Set(streets.map(({ id }) => id)));
}
