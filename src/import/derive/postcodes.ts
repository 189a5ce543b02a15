import type { Database } from "../../base/sqlite.ts";
import { wgs84ToRd } from "../../geo/rd.ts";
import { postcodeCell } from "../../registry/index/postcode-grid.ts";
import { meanSql, unitsSql } from "./degree-units.ts";
import { ALL, keyedRows } from "./derived-step.ts";

interface PostcodeRow {
  postcode: string;
  straatnaam: string;
  woonplaats: number;
  lowest: number;
  highest: number;
  count: number;
  latitude: number;
  longitude: number;
}

const postcodesSql = (adressen: string) => `
  SELECT postcode, straatnaam, woonplaats_id AS woonplaats, min(lowest) AS lowest, max(highest) AS highest, sum(count) AS count,
    ${meanSql("sum(lat_sum)", "sum(count)")} AS latitude, ${meanSql("sum(lon_sum)", "sum(count)")} AS longitude
  FROM (
    SELECT postcode,
      first_value(straatnaam) OVER by_count AS straatnaam,
      first_value(woonplaats_id) OVER by_count AS woonplaats_id,
      lowest, highest, count, lat_sum, lon_sum
    FROM (
      SELECT postcode, straatnaam, woonplaats_id, count(*) AS count, min(huisnummer) AS lowest, max(huisnummer) AS highest,
        sum(${unitsSql("latitude")}) AS lat_sum, sum(${unitsSql("longitude")}) AS lon_sum
      FROM adres WHERE ${adressen} GROUP BY postcode, straatnaam, woonplaats_id)
    WINDOW by_count AS (PARTITION BY postcode ORDER BY count DESC, straatnaam, woonplaats_id))
  GROUP BY postcode, straatnaam, woonplaats_id ORDER BY postcode`;

/**
 * One row per postcode with its most frequent street and woonplaats, its lowest and highest huisnummer, and the number
 * and mean position of its addresses.
 */
export const POSTCODES = keyedRows({
  name: "postcodes",
  place: "adressen",
  reads: { adres: ["postcode", "straatnaam", "woonplaats_id", "huisnummer", "latitude", "longitude"] },
  writes: { postcode: ALL },
  table: "postcode",
  key: "postcode",
  source: "adres",
  add: addPostcodes,
});

/** Adds the rows of the postcodes of the addresses that an SQL condition selects: of each postcode all or none. */
function addPostcodes(db: Database, adressen: string): void {
  const insert = db.query(`INSERT INTO postcode
    (postcode, straatnaam, woonplaats_id, min_huisnummer, max_huisnummer, adres_count, latitude, longitude, x, y, cell)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const row of db.query<PostcodeRow, []>(postcodesSql(adressen)).iterate()) {
    const { postcode, straatnaam, woonplaats, lowest, highest, count, latitude, longitude } = row;
    const { x, y } = wgs84ToRd(latitude, longitude);
    insert.run(
      ...[postcode, straatnaam, woonplaats, lowest, highest, count, latitude, longitude],
      ...[x, y, postcodeCell(x, y)],
    );
  }
}
