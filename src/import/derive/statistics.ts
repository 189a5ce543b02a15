/** Counts addresses and panden per area, for the statistics. */
import type { Database } from "../../base/sqlite.ts";
import { decodeBouwjaarCounts, encodeBouwjaarCounts } from "../../registry/read/panden-per-bouwjaar.ts";
import { WITH_GEBRUIKSDOEL } from "../../registry/schema/counting-schema.ts";
import type { ExistingStage } from "../../registry/schema/object-types.ts";
import { isOfStageSql, stageSql } from "../../registry/schema/status-sql.ts";
import { hasBuurten } from "../companions/cbs-areas.ts";
import { ALL, own, tally } from "./derived-step.ts";
import { DOELEN_SQL } from "./doelen.ts";
import { allRowsSql, differencesSql } from "./touched.ts";

/** SQL for the PC4 area of a postcode. */
export const POSTCODEGEBIED_SQL = "CAST(substr(postcode, 1, 4) AS INTEGER)";

/** Addresses per area by category; larger areas are sums of woonplaatsen. */
export const STATISTICS = tally({
  name: "statistics",
  place: "adressen",
  reads: { adres: ["postcode", "woonplaats_id", "buurt_id", "type", "gebruiksdoel"] },
  writes: { woonplaats_tally: ALL, postcodegebied_tally: ALL, buurt_tally: ALL },
  add: (db, rowsOf) => addAddressCounts(db, rowsOf("adres")),
  counts: ["woonplaats_tally", "postcodegebied_tally", "buurt_tally"],
});

/** Panden per woonplaats, stage and bouwjaar. */
export const BOUWJAREN = own({
  name: "years of panden",
  place: "adressen",
  reads: { pand: ["woonplaats_id", "status", "bouwjaar"] },
  writes: { woonplaats_bouwjaar: ALL },
  derive: deriveBouwjaren,
  update: updateBouwjaren,
});

/**
 * Adds addresses to the tables `…_tally`: each row of `adressen`, an SQL table like `adres`, counts as often as its
 * column `weight` says. Leaves the changes per PC4 area, woonplaats, type and gebruiksdoel in `work.tally`, from which
 * all tables but `buurt_tally` are summed, so that the addresses are sorted once.
 */
function addAddressCounts(db: Database, adressen: string): void {
  db.run(`CREATE TABLE work.tally AS
    SELECT ${POSTCODEGEBIED_SQL} AS postcodegebied_id, woonplaats_id, type, gebruiksdoel, sum(weight) AS count
    FROM ${adressen} GROUP BY postcodegebied_id, woonplaats_id, type, gebruiksdoel`);
  addCategories(db, "woonplaats", "work.tally");
  db.run(`INSERT INTO postcodegebied_tally
    SELECT postcodegebied_id, woonplaats_id, type, sum(count) FROM work.tally
    WHERE postcodegebied_id IS NOT NULL GROUP BY 1, 2, 3
    ${ADD}`);
  if (hasBuurten(db)) {
    db.run(`CREATE TABLE work.tally_of_buurten AS
      SELECT buurt_id, type, gebruiksdoel, sum(weight) AS count
      FROM ${adressen} WHERE buurt_id IS NOT NULL GROUP BY buurt_id, type, gebruiksdoel`);
    addCategories(db, "buurt", "work.tally_of_buurten");
  }
}

const ADD = "ON CONFLICT DO UPDATE SET count = count + excluded.count";

/** Adds counts of addresses by area, type and gebruiksdoel to the counts by area and category. */
function addCategories(db: Database, area: "woonplaats" | "buurt", counts: string): void {
  db.run(`INSERT INTO ${area}_tally
    SELECT ${area}_id, type, sum(count) FROM ${counts} GROUP BY 1, 2
    UNION ALL
    SELECT ${area}_id, '${WITH_GEBRUIKSDOEL}', sum(count) FROM ${counts} WHERE gebruiksdoel IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT ${area}_id, doel.naam, sum(count) FROM ${counts} JOIN ${DOELEN_SQL} ON instr(gebruiksdoel, doel.naam) > 0
    WHERE true GROUP BY 1, 2
    ${ADD}`);
}

/**
 * Returns SQL for the number of panden per woonplaats, stage and bouwjaar, from an SQL table like `pand` with a column
 * `weight`.
 */
const bouwjarenSql = (panden: string) => `
  SELECT woonplaats_id AS woonplaats, ${stageSql(isOfStageSql("PND", "p", "planned"))} AS stage, bouwjaar,
    sum(weight) AS count
  FROM ${panden} p WHERE woonplaats_id IS NOT NULL AND bouwjaar IS NOT NULL
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

interface BouwjaarRow {
  readonly woonplaats: number;
  readonly stage: ExistingStage;
  readonly bouwjaar: number;
  readonly count: number;
}

function deriveBouwjaren(db: Database): void {
  const rows = db.query<BouwjaarRow, []>(bouwjarenSql(allRowsSql("pand")));
  const insert = db.query("INSERT INTO woonplaats_bouwjaar VALUES (?, ?, ?)");
  for (const years of byWoonplaatsAndStage(rows.all())) {
    const { woonplaats, stage } = years[0]!;
    insert.run(woonplaats, stage, encodeBouwjaarCounts(years));
  }
}

function byWoonplaatsAndStage(rows: readonly BouwjaarRow[]): Iterable<BouwjaarRow[]> {
  return Map.groupBy(rows, ({ woonplaats, stage }) => `${woonplaats} ${stage}`).values();
}

/** Adds differences; removes counts of zero. */
function updateBouwjaren(db: Database): void {
  const select = db.query<{ counts: Uint8Array }, [number, string]>(
    "SELECT counts FROM woonplaats_bouwjaar WHERE woonplaats_id = ? AND stage = ?",
  );
  const write = db.query("INSERT OR REPLACE INTO woonplaats_bouwjaar VALUES (?, ?, ?)");
  const remove = db.query("DELETE FROM woonplaats_bouwjaar WHERE woonplaats_id = ? AND stage = ?");
  const rows = db.query<BouwjaarRow, []>(bouwjarenSql(differencesSql("pand"))).all();
  for (const changes of byWoonplaatsAndStage(rows)) {
    const { woonplaats, stage } = changes[0]!;
    const stored = select.get(woonplaats, stage);
    const years = applyChanges(
      stored === null ? new Uint32Array() : decodeBouwjaarCounts(stored.counts),
      changes,
    );
    if (years.length > 0) {
      write.run(woonplaats, stage, encodeBouwjaarCounts(years));
    } else {
      remove.run(woonplaats, stage);
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
