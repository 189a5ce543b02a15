import type { Box } from "../../geo/geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { formatHouseNumber } from "../schema/full-address.ts";

/** Address as a map shows it. */
export interface AdresPosition {
  /** Identificatie as a number. */
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly openbareRuimte: number;
  readonly straatnaam: string;
  /** House number with letter and addition. */
  readonly number: string;
  readonly bouwjaar: number | null;
}

type Row = [
  id: number,
  latitude: number,
  longitude: number,
  openbareRuimte: number,
  straatnaam: string,
  huisnummer: number,
  huisletter: string | null,
  toevoeging: string | null,
  bouwjaar: number | null,
];

const IN_BOX = `SELECT fid, latitude, longitude, openbare_ruimte_id, straatnaam, huisnummer, huisletter,
    huisnummertoevoeging, bouwjaar
  FROM rtree_adres_geom CROSS JOIN adres ON fid = id
  WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ? ORDER BY openbare_ruimte_id, sort_key, fid`;

/** Lists the addresses whose box shares a point with an RD box: by street, and in each in natural order. */
export function listAdresPositions(s: Snapshot, { minX, minY, maxX, maxY }: Box): AdresPosition[] {
  return (s.statement(IN_BOX).values(maxX, minX, maxY, minY) as Row[]).map(
    ([
      id,
      latitude,
      longitude,
      openbareRuimte,
      straatnaam,
      huisnummer,
      huisletter,
      toevoeging,
      bouwjaar,
    ]) => ({
      id,
      latitude,
      longitude,
      openbareRuimte,
      straatnaam,
      number: formatHouseNumber(huisnummer, huisletter, toevoeging),
      bouwjaar,
    }),
  );
}
