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
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly toevoeging: string | null;
  readonly bouwjaar: number | null;
}

const IN_BOX = `SELECT fid AS id, latitude, longitude, openbare_ruimte_id AS openbareRuimte, straatnaam, huisnummer,
    huisletter, huisnummertoevoeging AS toevoeging, bouwjaar
  FROM rtree_adres_geom CROSS JOIN adres ON fid = id
  WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ? ORDER BY openbare_ruimte_id, sort_key, fid`;

/** Lists the addresses whose box shares a point with an RD box: by street, and in each in natural order. */
export function listAdresPositions(s: Snapshot, { minX, minY, maxX, maxY }: Box): AdresPosition[] {
  return s.statement<AdresPosition>(IN_BOX).all(maxX, minX, maxY, minY);
}

/** Returns the house number with letter and addition. */
export function houseNumberOf({ huisnummer, huisletter, toevoeging }: AdresPosition): string {
  return formatHouseNumber(huisnummer, huisletter, toevoeging);
}
