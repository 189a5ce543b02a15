/** Updates counts after changes to addresses, panden and openbare ruimten; counts-derive.ts derives all of them. */
import type { Database } from "../../base/sqlite.ts";
import { addRowCounts, ROW_COUNTS, sumCounts } from "./counts-derive.ts";
import { differencesSql } from "./weighted-rows.ts";

/** Adds differences to the counts of openbare ruimten and woonplaatsen; sums gemeenten and provincies again. */
export function updateCounts(db: Database): void {
  restoreCounts(db);
  addRowCounts(db, differencesSql);
  countStreetsOfNewWoonplaatsen(db);
  sumCounts(db);
}

/** Restores the previous counts before differences are added: a row that was removed and inserted starts at zero. */
function restoreCounts(db: Database): void {
  for (const [table, columns] of Object.entries(ROW_COUNTS)) {
    const assignments = Object.keys(columns).map((column) => `${column} = o.${column}`);
    db.run(
      `UPDATE ${table} SET ${assignments.join(", ")} FROM work.old_${table} o WHERE o.fid = ${table}.fid`,
    );
  }
}

/**
 * Counts the openbare ruimten of new woonplaatsen, which the registry may have held before, untouched. That happens a
 * few times a year, and the index that is read then is a few megabytes.
 */
function countStreetsOfNewWoonplaatsen(db: Database): void {
  db.run(`UPDATE woonplaats SET openbare_ruimte_count =
      (SELECT count(*) FROM openbare_ruimte INDEXED BY openbare_ruimte_naam WHERE woonplaats_id = woonplaats.fid)
    WHERE fid IN (SELECT fid FROM work.touched_woonplaats EXCEPT SELECT fid FROM work.old_woonplaats)`);
}
