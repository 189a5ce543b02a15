/** Counts addresses and panden per area, for the statistics. */
import type { Database } from "../base/sqlite.ts";
import { encodeBouwjaarCounts } from "../registry/bouwjaren.ts";
import { MET_GEBRUIKSDOEL } from "../registry/counting-schema.ts";
import { DOELEN_SQL } from "./derive-doelen.ts";

/** Fills the tables `…_telling` and `woonplaats_bouwjaar`; larger areas are sums of woonplaatsen. */
export function deriveStatistieken(db: Database): void {
  addAddressCounts(db, "(SELECT *, 1 AS keer FROM adres)");
  deriveBouwjaren(db);
}

/**
 * Adds addresses to the tables `…_telling`: each row of `adressen`, an SQL table like `adres`, counts as often as its
 * column `keer` says. Leaves the changes per woonplaats, type and gebruiksdoel in `work.telling`.
 */
export function addAddressCounts(db: Database, adressen: string): void {
  db.run(`CREATE TABLE work.telling AS SELECT woonplaats_id, type, gebruiksdoel, sum(keer) AS aantal FROM ${adressen}
    GROUP BY woonplaats_id, type, gebruiksdoel`);
  const add = "ON CONFLICT DO UPDATE SET aantal = aantal + excluded.aantal";
  db.run(`INSERT INTO woonplaats_telling
    SELECT woonplaats_id, type, sum(aantal) FROM work.telling GROUP BY 1, 2
    UNION ALL
    SELECT woonplaats_id, '${MET_GEBRUIKSDOEL}', sum(aantal) FROM work.telling WHERE gebruiksdoel IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT woonplaats_id, doel.naam, sum(aantal) FROM work.telling JOIN ${DOELEN_SQL} ON instr(gebruiksdoel, doel.naam) > 0
    WHERE true GROUP BY 1, 2
    ${add}`);
  db.run(`INSERT INTO postcodegebied_telling
    SELECT CAST(substr(postcode, 1, 4) AS INTEGER) AS gebied, woonplaats_id, type, sum(keer) FROM ${adressen}
    WHERE postcode IS NOT NULL GROUP BY gebied, woonplaats_id, type
    ${add}`);
}

/**
 * Returns SQL for the number of panden per woonplaats and bouwjaar, from an SQL table like `pand` with a column
 * `keer`.
 */
export const bouwjarenSql = (panden: string) => `
  SELECT woonplaats_id AS woonplaats, bouwjaar, sum(keer) AS aantal FROM ${panden}
  WHERE woonplaats_id IS NOT NULL AND bouwjaar IS NOT NULL
  GROUP BY woonplaats_id, bouwjaar ORDER BY woonplaats_id, bouwjaar`;

export interface BouwjaarRow {
  readonly woonplaats: number;
  readonly bouwjaar: number;
  readonly aantal: number;
}

function deriveBouwjaren(db: Database): void {
  const rows = db.query<BouwjaarRow, []>(bouwjarenSql("(SELECT *, 1 AS keer FROM pand)"));
  const insert = db.query("INSERT INTO woonplaats_bouwjaar VALUES (?, ?)");
  for (const [woonplaats, years] of Map.groupBy(rows.all(), (row) => row.woonplaats)) {
    insert.run(woonplaats, encodeBouwjaarCounts(years));
  }
}
