import { toDayNumber } from "../../base/day-number.ts";
import type { Database } from "../../base/sqlite.ts";
import { NO_END } from "../extract/dates.ts";
import type { Relation } from "../extract/extract-header.ts";

/**
 * Replaces the gemeenten of woonplaatsen through time by these relations. Of several relations with the same begin,
 * such as one for the day before the decision and one for the time after it, stores the relation that ends last.
 */
export function storeRelations(db: Database, relations: readonly Relation[]): void {
  db.run("DELETE FROM gemeente_woonplaats");
  const insert = db.query(`INSERT INTO gemeente_woonplaats VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET end_day = excluded.end_day
    WHERE end_day IS NOT NULL AND coalesce(excluded.end_day, 1e9) > end_day`);
  for (const { woonplaats, gemeente, begin, end } of relations) {
    insert.run(woonplaats, toDayNumber(begin), gemeente, end === NO_END ? null : toDayNumber(end));
  }
}
