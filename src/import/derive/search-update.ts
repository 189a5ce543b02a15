import type { Database } from "../../base/sqlite.ts";
import { updateIndex } from "../../search/index/update-index.ts";
import { differencesSql } from "./weighted-rows.ts";

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
