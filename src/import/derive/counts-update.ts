/** Updates counts after changes to addresses, panden and openbare ruimten; counts-derive.ts derives all of them. */
import type { Database } from "../../base/sqlite.ts";
import { sumCounts, WOONPLAATS_COUNTS } from "./counts-derive.ts";
import { differencesSql } from "./differences.ts";
import type { TouchedTable } from "./touched.ts";

/** Adds differences to the counts of openbare ruimten and woonplaatsen; sums gemeenten and provincies again. */
export function updateCounts(db: Database): void {
  restoreCounts(db, "openbare_ruimte", ["adres_count"]);
  addDifferences(db, { of: "openbare_ruimte", column: "adres_count", by: "adres" });
  restoreCounts(db, "woonplaats", Object.keys(WOONPLAATS_COUNTS));
  for (const [column, by] of Object.entries(WOONPLAATS_COUNTS)) {
    addDifferences(db, { of: "woonplaats", column, by });
  }
  countOfNewWoonplaatsen(db);
  sumCounts(db);
}

/** Restores the previous counts before differences are added: a row that was removed and inserted starts at zero. */
function restoreCounts(db: Database, table: TouchedTable, columns: readonly string[]): void {
  db.run(`UPDATE ${table} SET ${columns.map((column) => `${column} = o.${column}`).join(", ")}
    FROM work.old_${table} o WHERE o.fid = ${table}.fid`);
}

function addDifferences(
  db: Database,
  { of, column, by }: { of: TouchedTable; column: string; by: TouchedTable },
): void {
  db.run(`UPDATE ${of} SET ${column} = ${column} + t.n
    FROM (SELECT ${of}_id AS id, sum(weight) AS n FROM ${differencesSql(by)} GROUP BY 1 HAVING sum(weight) <> 0) t
    WHERE t.id = ${of}.fid`);
}

/**
 * Counts the openbare ruimten of new woonplaatsen, which the registry may have held before, untouched. That happens a
 * few times a year, and the index that is read then is a few megabytes.
 */
function countOfNewWoonplaatsen(db: Database): void {
  db.run(`UPDATE woonplaats SET openbare_ruimte_count =
      (SELECT count(*) FROM openbare_ruimte INDEXED BY openbare_ruimte_naam WHERE woonplaats_id = woonplaats.fid)
    WHERE fid IN (SELECT fid FROM work.touched_woonplaats EXCEPT SELECT fid FROM work.old_woonplaats)`);
}
