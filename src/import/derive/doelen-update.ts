/** Updates the lists by gebruiksdoel after changes to addresses; doelen-derive.ts derives all of them. */
import type { Database } from "../../base/sqlite.ts";
import { differencesSql } from "./differences.ts";
import { DOEL_COUNTS, DOEL_LISTS, deriveAdresDoelen } from "./doelen-derive.ts";
import { updateStreetList } from "./street-list-update.ts";

/** Removes and inserts rows of lists with their address; changes counts by differences and removes counts of zero. */
export function updateDoelen(db: Database): void {
  deriveAdresDoelen(db, differencesSql("adres"));
  for (const [table, columns] of Object.entries(DOEL_LISTS)) {
    const rows = (weight: 1 | -1) =>
      `SELECT ${columns} FROM work.adres_doel WHERE oppervlakte IS NOT NULL AND weight = ${weight}`;
    db.run(`DELETE FROM ${table} WHERE (${columns}) IN (${rows(-1)})`);
    db.run(`INSERT INTO ${table} ${rows(1)}`);
  }
  for (const [table, columns] of Object.entries(DOEL_COUNTS)) {
    updateNumbers(db, table, columns);
  }
  updateStreetList(db);
  db.run("DROP TABLE work.adres_doel");
}

function updateNumbers(db: Database, table: string, columns: string): void {
  db.run(`INSERT INTO ${table} SELECT ${columns}, sum(weight) AS difference FROM work.adres_doel
    WHERE oppervlakte IS NOT NULL GROUP BY ${columns} HAVING difference <> 0
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  const keys = table === "doel_oppervlakte_block" ? "gebruiksdoel, oppervlakte, block" : columns;
  db.run(`DELETE FROM ${table} WHERE count = 0 AND (${keys}) IN (SELECT ${columns} FROM work.adres_doel)`);
}
