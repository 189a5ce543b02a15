/** Numbers of addresses and panden by area, as statistics show them. */
import type { Database } from "../base/sqlite.ts";
import { encodeBouwjaren } from "../registry/bouwjaren.ts";
import { MET_GEBRUIKSDOEL } from "../registry/counting-schema.ts";
import { DOELEN } from "./derive-doelen.ts";

/**
 * The tables `…_telling` and `woonplaats_bouwjaar`; larger areas are sums of woonplaatsen.
 *
 * An update: each number changes by one with the address or pand it counts, and a row of zero goes; the bouwjaren of a
 * touched woonplaats are written again as a whole.
 */
export function deriveStatistieken(db: Database): void {
  db.run(`CREATE TABLE work.telling AS SELECT woonplaats_id, type, gebruiksdoel, count(*) AS aantal FROM adres
    GROUP BY woonplaats_id, type, gebruiksdoel`);
  db.run(`INSERT INTO woonplaats_telling
    SELECT woonplaats_id, type, sum(aantal) FROM work.telling GROUP BY 1, 2
    UNION ALL
    SELECT woonplaats_id, '${MET_GEBRUIKSDOEL}', sum(aantal) FROM work.telling WHERE gebruiksdoel IS NOT NULL GROUP BY 1
    UNION ALL
    SELECT woonplaats_id, doel.naam, sum(aantal) FROM work.telling JOIN ${DOELEN} ON instr(gebruiksdoel, doel.naam) > 0
    GROUP BY 1, 2`);
  db.run(`INSERT INTO postcodegebied_telling
    SELECT CAST(substr(postcode, 1, 4) AS INTEGER) AS gebied, woonplaats_id, type, count(*) FROM adres
    WHERE postcode IS NOT NULL GROUP BY gebied, woonplaats_id, type`);
  deriveBouwjaren(db);
}

function deriveBouwjaren(db: Database): void {
  const rows = db.query<{ woonplaats: number; bouwjaar: number; aantal: number }, []>(`
    SELECT woonplaats_id AS woonplaats, bouwjaar, count(*) AS aantal FROM pand
    WHERE woonplaats_id IS NOT NULL AND bouwjaar IS NOT NULL
    GROUP BY woonplaats_id, bouwjaar ORDER BY woonplaats_id, bouwjaar`);
  const insert = db.query("INSERT INTO woonplaats_bouwjaar VALUES (?, ?)");
  for (const [woonplaats, years] of Map.groupBy(rows.all(), (row) => row.woonplaats)) {
    insert.run(woonplaats, encodeBouwjaren(years));
  }
}
