/** Updates the lists by gebruiksdoel after changes to addresses; doelen-derive.ts derives all of them. */
import type { Database } from "../../base/sqlite.ts";
import { DOEL_COUNTS, DOEL_LISTS, type DoelCount, deriveAdresDoelen } from "./doelen-derive.ts";
import { updateStreetList } from "./street-list-update.ts";
import { differencesSql } from "./weighted-rows.ts";

/** Removes and inserts rows of lists with their address; changes counts by differences and removes counts of zero. */
export function updateDoelen(db: Database): void {
  deriveAdresDoelen(db, differencesSql("adres"));
  for (const [table, columns] of Object.entries(DOEL_LISTS)) {
    const rows = (weight: 1 | -1) =>
      `SELECT ${columns} FROM work.adres_doel WHERE oppervlakte IS NOT NULL AND weight = ${weight}`;
    db.run(`DELETE FROM ${table} WHERE (${columns}) IN (${rows(-1)})`);
    db.run(`INSERT INTO ${table} (${columns}) ${rows(1)}`);
  }
  for (const count of DOEL_COUNTS) {
    updateCount(db, count);
  }
  updateStreetList(db);
  db.run("DROP TABLE work.adres_doel");
}

function updateCount(db: Database, { table, key, group }: DoelCount): void {
  db.run(`INSERT INTO ${table} (${key}, count) SELECT ${group}, sum(weight) AS difference FROM work.adres_doel
    WHERE oppervlakte IS NOT NULL GROUP BY ${group} HAVING difference <> 0
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  db.run(`DELETE FROM ${table} WHERE count = 0 AND (${key}) IN (SELECT ${group} FROM work.adres_doel)`);
}
