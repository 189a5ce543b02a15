import type { Database } from "../../base/sqlite.ts";
import { addPostcodes } from "./postcodes-derive.ts";
import { differencesSql } from "./weighted-rows.ts";

/** Updates the rows of the postcodes that touched addresses have or had; removes a postcode without addresses. */
export function updatePostcodes(db: Database): void {
  db.run(`CREATE TABLE work.touched_postcode AS
    SELECT DISTINCT postcode FROM ${differencesSql("adres")} WHERE postcode IS NOT NULL`);
  const touched = "postcode IN (SELECT postcode FROM work.touched_postcode)";
  db.run(`DELETE FROM postcode WHERE ${touched}`);
  addPostcodes(db, touched);
}
