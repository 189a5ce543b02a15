/** Computes the counts that lists and details show, from tables that are already derived. */
import type { Database } from "../base/sqlite.ts";

/** Count columns of woonplaats, each with the table whose rows it counts. */
export const WOONPLAATS_COUNTS = {
  adres_aantal: "adres",
  pand_aantal: "pand",
  openbare_ruimte_aantal: "openbare_ruimte",
} as const;

/** Sets the counts of openbare ruimten, woonplaatsen, gemeenten and provincies. */
export function deriveCounts(db: Database): void {
  db.run(`UPDATE openbare_ruimte SET adres_aantal = t.n
    FROM (SELECT openbare_ruimte_id AS id, count(*) AS n FROM adres GROUP BY 1) t WHERE t.id = openbare_ruimte.fid`);
  for (const [column, table] of Object.entries(WOONPLAATS_COUNTS))
    db.run(`UPDATE woonplaats SET ${column} = t.n
      FROM (SELECT woonplaats_id AS id, count(*) AS n FROM ${table} GROUP BY 1) t WHERE t.id = woonplaats.fid`);
  sumCounts(db);
}

/** Sets the counts of gemeenten and provincies, from those of woonplaatsen. */
export function sumCounts(db: Database): void {
  db.run(`UPDATE gemeente SET (adres_aantal, pand_aantal, openbare_ruimte_aantal, woonplaats_aantal) = (
    SELECT sum(adres_aantal), sum(pand_aantal), sum(openbare_ruimte_aantal), count(*)
    FROM woonplaats w WHERE w.gemeente_code = gemeente.fid)`);
  db.run(`UPDATE provincie SET (adres_aantal, pand_aantal, woonplaats_aantal, gemeente_aantal) = (
    SELECT coalesce(sum(adres_aantal), 0), coalesce(sum(pand_aantal), 0), coalesce(sum(woonplaats_aantal), 0), count(*)
    FROM gemeente g WHERE g.provincie_id = provincie.fid)`);
}
