/** Computes the counts that lists and details show, from tables that are already derived. */
import type { Database } from "../../base/sqlite.ts";

/** Count columns of woonplaats, each with the table whose rows it counts. */
export const WOONPLAATS_COUNTS = {
  adres_count: "adres",
  pand_count: "pand",
  openbare_ruimte_count: "openbare_ruimte",
} as const;

/** Sets the counts of openbare ruimten, woonplaatsen, gemeenten and provincies. */
export function deriveCounts(db: Database): void {
  db.run(`UPDATE openbare_ruimte SET adres_count = t.n
    FROM (SELECT openbare_ruimte_id AS id, count(*) AS n FROM adres GROUP BY 1) t WHERE t.id = openbare_ruimte.fid`);
  for (const [column, table] of Object.entries(WOONPLAATS_COUNTS)) {
    db.run(`UPDATE woonplaats SET ${column} = t.n
      FROM (SELECT woonplaats_id AS id, count(*) AS n FROM ${table} GROUP BY 1) t WHERE t.id = woonplaats.fid`);
  }
  sumCounts(db);
}

/** Sets the counts of gemeenten and provincies, from those of woonplaatsen. */
export function sumCounts(db: Database): void {
  db.run(`UPDATE gemeente SET (adres_count, pand_count, openbare_ruimte_count, woonplaats_count) = (
    SELECT sum(adres_count), sum(pand_count), sum(openbare_ruimte_count), count(*)
    FROM woonplaats w WHERE w.gemeente_code = gemeente.fid)`);
  db.run(`UPDATE provincie SET (adres_count, pand_count, woonplaats_count, gemeente_count) = (
    SELECT coalesce(sum(adres_count), 0), coalesce(sum(pand_count), 0), coalesce(sum(woonplaats_count), 0), count(*)
    FROM gemeente g WHERE g.provincie_id = provincie.fid)`);
}
