import { toDayNumber } from "../../base/day-number.ts";
import type { Database } from "../../base/sqlite.ts";
import { NO_END } from "../extract/dates.ts";
import type { Relation } from "../extract/extract-header.ts";

/** Replaces the gemeenten of woonplaatsen through time by these relations; of equal ones, the last decides. */
export function storeRelations(db: Database, relations: readonly Relation[]): void {
  db.run("DELETE FROM gemeente_woonplaats");
  const insert = db.query("INSERT OR REPLACE INTO gemeente_woonplaats VALUES (?, ?, ?, ?)");
  for (const { woonplaats, gemeente, begin, end } of relations) {
    insert.run(woonplaats, toDayNumber(begin), gemeente, end === NO_END ? null : toDayNumber(end));
  }
}
