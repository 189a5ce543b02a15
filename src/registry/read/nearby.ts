/** Finds addresses around a point: those within a radius, and the address of a position. */
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { containsPoint } from "../../geo/point-in-polygon.ts";
import { PUBLISHED_TOLERANCE_M, type RdPoint } from "../../geo/rd.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { adresTreeOf, type NearestQuery, pandTreeOf } from "../index/rtree.ts";
import { compareKeys } from "../schema/name-key.ts";
import type { ExistingStage } from "../schema/object-types.ts";
import { isAdresOfStageSql } from "../schema/status-sql.ts";
import { type AdresOptions, readAdressen } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";
import { LISTED_KEYS } from "./rows-by-place.ts";

type NearbyRequest = Omit<NearestQuery, "accepts"> &
  AdresOptions & { readonly ofStage?: ExistingStage | undefined };

/**
 * Lists addresses within a radius, nearest first, ties by id. The edge is included, to the published precision. The
 * cost does not depend on the position of `at`; with a stage, nearer addresses of the other stage are read too.
 */
export function listNearbyAdressen(s: Snapshot, at: RdPoint, request: NearbyRequest): NearbyAdres[] {
  const { ofStage, ...options } = request;
  const query = { ...options, radiusM: request.radiusM + PUBLISHED_TOLERANCE_M };
  const ids = adresTreeOf(s).listNearest(
    at,
    ofStage === undefined ? query : { ...query, accepts: isOf(s, ofStage) },
  );
  return readNearest(s, at, { ...query, ids });
}

function isOf(s: Snapshot, stage: ExistingStage): (id: number) => boolean {
  const statement = s.statement(`SELECT 1 FROM adres WHERE fid = ? AND ${isAdresOfStageSql("adres", stage)}`);
  return (id) => statement.get(id) !== null;
}

interface NearestAdres extends NearbyAdres {
  /** Number of addresses of the panden around the position; 0 when the address is of none of them. */
  readonly addressesInPanden: number;
}

/**
 * Finds the address of a position: inside a footprint the nearest address of that pand, else the nearest address; ties
 * by id. Returns no address beyond the radius: a pand whose addresses all lie further away counts as having none.
 */
export function findNearestAdres(
  s: Snapshot,
  at: RdPoint,
  radiusM: number,
  options?: AdresOptions,
): NearestAdres | undefined {
  const ids = [...new Set(listAdressenOfPandenAt(s, at))];
  const query = { ids, radiusM: radiusM + PUBLISHED_TOLERANCE_M, limit: 1 };
  const [ofPanden] = readNearest(s, at, { ...query, ...options });
  if (ofPanden !== undefined) {
    return { ...ofPanden, addressesInPanden: ids.length };
  }
  const [nearest] = listNearbyAdressen(s, at, { radiusM, limit: 1, ...options });
  return nearest && { ...nearest, addressesInPanden: 0 };
}

const FOOTPRINT = "SELECT geom FROM pand WHERE fid = ?";
const ADRESSEN_OF_PAND = "SELECT adres_id FROM pand_adres WHERE pand_id = ?";

/** Lists the addresses of all panden whose footprint contains the point; footprints may overlap. */
function listAdressenOfPandenAt(s: Snapshot, { x, y }: RdPoint): number[] {
  return pandTreeOf(s)
    .list({ minX: x, minY: y, maxX: x, maxY: y })
    .filter((pand) => {
      const { geom } = s.statement<{ geom: Uint8Array }>(FOOTPRINT).get(pand)!;
      return containsPoint(decodeGpkgGeometry(geom), x, y);
    })
    .flatMap((pand) => s.statement<{ adres_id: number }>(ADRESSEN_OF_PAND).all(pand))
    .map(({ adres_id }) => adres_id);
}

interface NearbyAdres {
  adres: AdresRecord;
  /** Euclidean distance in RD, not rounded. */
  distanceM: number;
}

/** Reads the nearest of the addresses with these ids: within the radius, nearest first, ties by id. */
function readNearest(
  s: Snapshot,
  at: RdPoint,
  { ids, radiusM, limit, ...options }: NearestQuery & AdresOptions & { readonly ids: readonly number[] },
): NearbyAdres[] {
  // Of many, such as the addresses of a tower, only the nearest are read as a whole.
  const nearest = ids.length > 2 * limit ? sortByDistance(s, at, ids).slice(0, limit) : ids;
  return readAdressen(s, nearest, options)
    .map((adres) => ({ adres, distanceM: Math.hypot(adres.rd_x - at.x, adres.rd_y - at.y) }))
    .filter(({ distanceM }) => distanceM <= radiusM)
    .sort(
      (a, b) =>
        a.distanceM - b.distanceM || compareKeys(a.adres.nummeraanduiding_id, b.adres.nummeraanduiding_id),
    )
    .slice(0, limit);
}

const POSITIONS = `SELECT fid AS id, rd_x, rd_y FROM ${LISTED_KEYS} CROSS JOIN adres ON adres.fid = listed`;

/** Returns the ids, the nearest first, ties by id. */
function sortByDistance(s: Snapshot, { x, y }: RdPoint, ids: readonly number[]): number[] {
  return s
    .statement<{ id: number; rd_x: number; rd_y: number }>(POSITIONS)
    .all(JSON.stringify(ids))
    .map(({ id, rd_x, rd_y }) => ({ id, distanceM: Math.hypot(rd_x - x, rd_y - y) }))
    .sort((a, b) => a.distanceM - b.distanceM || a.id - b.id)
    .map(({ id }) => id);
}
