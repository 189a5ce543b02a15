import type { Database } from "../base/sqlite.ts";
import { wgs84ToRd } from "../geo/rd.ts";
import { postcodeCel } from "../registry/postcode-grid.ts";
import { meanSql, unitsSql } from "./degree-units.ts";

interface PostcodeRow {
  postcode: string;
  straatnaam: string;
  woonplaats: number;
  van: number;
  tot: number;
  aantal: number;
  latitude: number;
  longitude: number;
}

const postcodesSql = (adressen: string) => `
  SELECT postcode, straatnaam, woonplaats_id AS woonplaats, min(van) AS van, max(tot) AS tot, sum(aantal) AS aantal,
    ${meanSql("sum(lat_som)", "sum(aantal)")} AS latitude, ${meanSql("sum(lon_som)", "sum(aantal)")} AS longitude
  FROM (
    SELECT postcode,
      first_value(straatnaam) OVER meest AS straatnaam,
      first_value(woonplaats_id) OVER meest AS woonplaats_id,
      van, tot, aantal, lat_som, lon_som
    FROM (
      SELECT postcode, straatnaam, woonplaats_id, count(*) AS aantal, min(huisnummer) AS van, max(huisnummer) AS tot,
        sum(${unitsSql("latitude")}) AS lat_som, sum(${unitsSql("longitude")}) AS lon_som
      FROM adres WHERE ${adressen} GROUP BY postcode, straatnaam, woonplaats_id)
    WINDOW meest AS (PARTITION BY postcode ORDER BY aantal DESC, straatnaam, woonplaats_id))
  GROUP BY postcode, straatnaam, woonplaats_id ORDER BY postcode`;

/**
 * Fills `postcode`: one row per postcode with its most frequent street and woonplaats, its lowest and highest
 * huisnummer, and the number and mean position of its addresses.
 */
export function derivePostcodes(db: Database): void {
  addPostcodes(db, "postcode IS NOT NULL");
}

/** Adds the rows of the postcodes of the addresses that an SQL condition selects: of each postcode all or none. */
export function addPostcodes(db: Database, adressen: string): void {
  const insert = db.query("INSERT INTO postcode VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const p of db.query<PostcodeRow, []>(postcodesSql(adressen)).iterate()) {
    const { x, y } = wgs84ToRd(p.latitude, p.longitude);
    insert.run(
      ...[p.postcode, p.straatnaam, p.woonplaats, p.van, p.tot, p.aantal, p.latitude, p.longitude],
      ...[x, y, postcodeCel(x, y)],
    );
  }
}
