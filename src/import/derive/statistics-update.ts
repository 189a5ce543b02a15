/** Updates statistics of areas after changes to addresses and panden; statistics-derive.ts derives all of them. */
import type { Database } from "../../base/sqlite.ts";
import { decodeBouwjaarCounts, encodeBouwjaarCounts } from "../../registry/read/bouwjaar-counts.ts";
import { addAddressCounts, type BouwjaarRow, bouwjarenSql } from "./statistics-derive.ts";
import { differencesSql } from "./weighted-rows.ts";

/** Adds differences; removes counts of zero. */
export function updateStatistics(db: Database): void {
  addAddressCounts(db, differencesSql("adres"));
  for (const table of ["woonplaats_tally", "postcodegebied_tally"]) {
    db.run(`DELETE FROM ${table} WHERE count = 0`);
  }
  updateBouwjaren(db);
}

function updateBouwjaren(db: Database): void {
  const select = db.query<{ counts: Uint8Array }, [number]>(
    "SELECT counts FROM woonplaats_bouwjaar WHERE woonplaats_id = ?",
  );
  const write = db.query("INSERT OR REPLACE INTO woonplaats_bouwjaar VALUES (?, ?)");
  const remove = db.query("DELETE FROM woonplaats_bouwjaar WHERE woonplaats_id = ?");
  const rows = db.query<BouwjaarRow, []>(bouwjarenSql(differencesSql("pand"))).all();
  for (const [woonplaats, changes] of Map.groupBy(rows, (row) => row.woonplaats)) {
    const stored = select.get(woonplaats);
    const years = applyChanges(
      stored === null ? new Uint32Array() : decodeBouwjaarCounts(stored.counts),
      changes,
    );
    if (years.length > 0) {
      write.run(woonplaats, encodeBouwjaarCounts(years));
    } else {
      remove.run(woonplaats);
    }
  }
}

function applyChanges(pairs: Uint32Array, changes: readonly BouwjaarRow[]) {
  const counts = new Map<number, number>();
  for (let i = 0; i < pairs.length; i += 2) {
    counts.set(pairs[i]!, pairs[i + 1]!);
  }
  for (const { bouwjaar, count } of changes) {
    counts.set(bouwjaar, (counts.get(bouwjaar) ?? 0) + count);
  }
  return [...counts]
    .map(([bouwjaar, count]) => ({ bouwjaar, count }))
    .filter(({ count }) => count !== 0)
    .sort((a, b) => a.bouwjaar - b.bouwjaar);
}
