/** Counts that lists and details show, in rows of areas and streets. */
import type { Database } from "../../base/sqlite.ts";
import { hasBuurten } from "../companions/cbs-areas.ts";
import { smallValues, tally } from "./derived-step.ts";
import { differencesSql, type TouchedTable } from "./touched.ts";

/** Count columns of a table, each with the table whose rows refer to it by `<table>_id` and are counted. */
const ROW_COUNTS = {
  openbare_ruimte: { adres_count: "adres" },
  woonplaats: { adres_count: "adres", pand_count: "pand", openbare_ruimte_count: "openbare_ruimte" },
} as const satisfies Partial<Record<TouchedTable, Record<string, TouchedTable>>>;

export const COUNTS = tally({
  name: "counts",
  place: "before search",
  reads: {
    adres: ["openbare_ruimte_id", "woonplaats_id", "buurt_id"],
    pand: ["woonplaats_id"],
    openbare_ruimte: ["woonplaats_id"],
  },
  writes: {
    openbare_ruimte: ["adres_count"],
    woonplaats: ["adres_count", "pand_count", "openbare_ruimte_count"],
    buurt: ["adres_count"],
  },
  add(db, rowsOf) {
    addRowCounts(db, rowsOf);
    addBuurtCounts(db, rowsOf);
  },
  counts: [],
  restore(db) {
    restoreCounts(db);
    countEarlierStreets(db);
  },
});

export const COUNTS_OF_LARGER_AREAS = smallValues({
  name: "counts of larger areas",
  place: "before search",
  reads: {
    woonplaats: ["gemeente_code", "adres_count", "pand_count", "openbare_ruimte_count"],
    gemeente: ["fid", "provincie_id"],
  },
  writes: {
    gemeente: ["adres_count", "pand_count", "openbare_ruimte_count", "woonplaats_count"],
    provincie: ["adres_count", "pand_count", "woonplaats_count", "gemeente_count"],
  },
  make: sumCounts,
});

/** Adds to the columns of {@link ROW_COUNTS} the sums of `weight` of the rows that `rowsOf` selects from a table. */
function addRowCounts(db: Database, rowsOf: (table: TouchedTable) => string): void {
  for (const [table, columns] of Object.entries(ROW_COUNTS)) {
    for (const [column, counted] of Object.entries(columns)) {
      db.run(`UPDATE ${table} SET ${column} = ${column} + t.n
        FROM (SELECT ${table}_id AS id, sum(weight) AS n FROM ${rowsOf(counted)} GROUP BY 1 HAVING n <> 0) t
        WHERE t.id = ${table}.fid`);
    }
  }
}

/** Adds to the counts of buurten. Reads all addresses in an import, but only when there is a map of buurten. */
function addBuurtCounts(db: Database, rowsOf: (table: TouchedTable) => string): void {
  if (hasBuurten(db)) {
    db.run(`UPDATE buurt SET adres_count = adres_count + t.n
      FROM (SELECT buurt_id AS id, sum(weight) AS n FROM ${rowsOf("adres")} GROUP BY 1 HAVING n <> 0) t
      WHERE t.id = buurt.fid`);
  }
}

/** Sets the counts of gemeenten and provincies, from the counts of woonplaatsen. */
function sumCounts(db: Database): void {
  db.run(`UPDATE gemeente SET (adres_count, pand_count, openbare_ruimte_count, woonplaats_count) = (
    SELECT sum(adres_count), sum(pand_count), sum(openbare_ruimte_count), count(*)
    FROM woonplaats w WHERE w.gemeente_code = gemeente.fid)`);
  db.run(`UPDATE provincie SET (adres_count, pand_count, woonplaats_count, gemeente_count) = (
    SELECT coalesce(sum(adres_count), 0), coalesce(sum(pand_count), 0), coalesce(sum(woonplaats_count), 0), count(*)
    FROM gemeente g WHERE g.provincie_id = provincie.fid)`);
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
 * Sets the counts of new woonplaatsen to the number of openbare ruimten that named them before the update. New
 * woonplaatsen come a few times a year, and the index that is read then is a few megabytes.
 */
function countEarlierStreets(db: Database): void {
  db.run(`UPDATE woonplaats SET openbare_ruimte_count =
      (SELECT count(*) FROM openbare_ruimte INDEXED BY openbare_ruimte_naam WHERE woonplaats_id = woonplaats.fid)
      - (SELECT coalesce(sum(weight), 0) FROM ${differencesSql("openbare_ruimte")} WHERE woonplaats_id = woonplaats.fid)
    WHERE fid IN (SELECT fid FROM work.touched_woonplaats EXCEPT SELECT fid FROM work.old_woonplaats)`);
}
