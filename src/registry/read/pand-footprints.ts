import type { Box, Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";

/** Footprint of a pand, in RD, with what a map colours it by. */
export interface PandFootprint {
  /** Identificatie as a number. */
  readonly id: number;
  readonly bouwjaar: number | null;
  readonly status: string;
  readonly geometry: Geometry;
}

const IN_BOX = "rtree_pand_geom WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?";
const SIZE = "(maxx - minx) * (maxy - miny)";
const COUNT = `SELECT count(*) AS n FROM (SELECT 1 FROM ${IN_BOX} LIMIT ?)`;
const SIZE_AT = `SELECT ${SIZE} AS size FROM ${IN_BOX} ORDER BY size DESC LIMIT 1 OFFSET ?`;
const LARGEST = `SELECT fid, bouwjaar, status, geom
  FROM (SELECT id FROM ${IN_BOX} AND ${SIZE} > ?) CROSS JOIN pand ON fid = id`;

/** Part of the panden to list. */
interface Selection {
  /** Maximum number. */
  readonly limit: number;
  /** Share of them, or of all when there are fewer: 1 for the whole. */
  readonly share: number;
}

/**
 * Lists the panden whose envelope shares a point with an RD box, by id; when the selection leaves some out, those with
 * the smallest envelopes.
 */
export function listPandFootprints(s: Snapshot, box: Box, { limit, share }: Selection): PandFootprint[] {
  const bounds = [box.maxX, box.minX, box.maxY, box.minY];
  const { n } = s.statement<{ n: number }>(COUNT).get(...bounds, limit + 1)!;
  const kept = Math.floor(Math.min(n, limit) * share);
  const excludedSize =
    n > kept ? s.statement<{ size: number }>(SIZE_AT).get(...bounds, kept)!.size : Number.NEGATIVE_INFINITY;
  const rows = s.statement(LARGEST).values(...bounds, excludedSize) as [
    number,
    number | null,
    string,
    Uint8Array,
  ][];
  return rows
    .sort((a, b) => a[0] - b[0])
    .map(([id, bouwjaar, status, geom]) => ({ id, bouwjaar, status, geometry: decodeGpkgGeometry(geom) }));
}
