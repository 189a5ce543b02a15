import type { Database } from "../base/sqlite.ts";
import { wgs84ToRd } from "../geo/rd.ts";
import { postcodeCel } from "../registry/postcode-grid.ts";

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

const POSTCODES = `
  SELECT postcode, straatnaam, woonplaats_id AS woonplaats, min(van) AS van, max(tot) AS tot, sum(aantal) AS aantal,
    sum(lat_som) / sum(aantal) AS latitude, sum(lon_som) / sum(aantal) AS longitude
  FROM (
    SELECT postcode,
      first_value(straatnaam) OVER meest AS straatnaam,
      first_value(woonplaats_id) OVER meest AS woonplaats_id,
      van, tot, aantal, lat_som, lon_som
    FROM (
      SELECT postcode, straatnaam, woonplaats_id, count(*) AS aantal, min(huisnummer) AS van, max(huisnummer) AS tot,
        sum(latitude) AS lat_som, sum(longitude) AS lon_som
      FROM adres WHERE postcode IS NOT NULL GROUP BY postcode, straatnaam, woonplaats_id)
    WINDOW meest AS (PARTITION BY postcode ORDER BY aantal DESC, straatnaam, woonplaats_id))
  GROUP BY postcode, straatnaam, woonplaats_id ORDER BY postcode`;

/**
 * One row per postcode: its most frequent street and woonplaats, its numbers, the middle of its addresses.
 *
 * An update: the same for the postcodes of touched addresses (index adres_postcode); one without addresses goes.
 */
export function derivePostcodes(db: Database): void {
  const insert = db.query("INSERT INTO postcode VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const p of db.query<PostcodeRow, []>(POSTCODES).iterate()) {
    const { x, y } = wgs84ToRd(p.latitude, p.longitude);
    insert.run(
      ...[p.postcode, p.straatnaam, p.woonplaats, p.van, p.tot, p.aantal, p.latitude, p.longitude],
      ...[x, y, postcodeCel(x, y)],
    );
  }
}
