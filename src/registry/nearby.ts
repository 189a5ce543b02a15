/** Finds addresses around a point: those within a radius, and the address of a position. */

import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import { containsPoint } from "../geo/point-in-polygon.ts";
import { PUBLISHED_TOLERANCE_M, type RdPoint } from "../geo/rd.ts";
import { type AdresOptions, readAdres } from "./adres-record.ts";
import { findNearestOfIds, listNearestAdressen, type NearbyAdresId } from "./nearest-adressen.ts";
import type { AdresRecord } from "./records.ts";
import type { Snapshot } from "./snapshot.ts";

export interface NearbyAdres {
  adres: AdresRecord;
  /** Euclidean distance in RD, not rounded. */
  distanceM: number;
}

interface NearbyRequest extends AdresOptions {
  readonly radiusM: number;
  readonly limit: number;
}

/** Lists addresses within a radius, nearest first, ties by id. Its edge is included, to the published precision. */
export function listNearbyAdressen(
  s: Snapshot,
  at: RdPoint,
  { radiusM, limit, ...options }: NearbyRequest,
): NearbyAdres[] {
  const nearest = listNearestAdressen(s, at, { radiusM: radiusM + PUBLISHED_TOLERANCE_M, limit });
  return nearest.map((near) => toNearbyAdres(s, near, options));
}

/**
 * Finds the address of a position: inside a footprint the nearest address of that pand, else the nearest address; ties
 * by id. Returns no address beyond the radius: a pand whose addresses all lie further away counts as having none.
 */
export function findNearestAdres(s: Snapshot, at: RdPoint, radiusM: number): NearbyAdres | undefined {
  const ids = listAdressenOfPandenAt(s, at);
  const cutoffM = radiusM + PUBLISHED_TOLERANCE_M;
  const nearest =
    findNearestOfIds(s, at, { ids, radiusM: cutoffM }) ??
    listNearestAdressen(s, at, { radiusM: cutoffM, limit: 1 })[0];
  return nearest && toNearbyAdres(s, nearest);
}

function toNearbyAdres(s: Snapshot, { id, distanceM }: NearbyAdresId, options?: AdresOptions): NearbyAdres {
  return { adres: readAdres(s, id, options)!, distanceM };
}

const PANDEN_AT = `SELECT fid, geom FROM rtree_pand_geom JOIN pand ON fid = id
  WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?`;
const ADRESSEN_OF_PAND = "SELECT adres_id FROM pand_adres WHERE pand_id = ?";

/** Lists the addresses of all panden whose footprint contains the point; footprints may overlap. */
function listAdressenOfPandenAt(s: Snapshot, { x, y }: RdPoint): number[] {
  return s
    .statement<{ fid: number; geom: Uint8Array }>(PANDEN_AT)
    .all(x, x, y, y)
    .filter(({ geom }) => containsPoint(decodeGpkgGeometry(geom), x, y))
    .flatMap(({ fid }) => s.statement<{ adres_id: number }>(ADRESSEN_OF_PAND).all(fid))
    .map(({ adres_id }) => adres_id);
}
