import type { Box } from "../geo/geometry.ts";
import type { Snapshot } from "./snapshot.ts";

/** Bounding box of an address in RD as the R*Tree stores it: float32, so up to 6 cm around a point. */
export interface AdresBox extends Box {
  readonly id: number;
}

const IN_BOX = "rtree_adres_geom WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?";
const COUNT = `SELECT count(*) AS n FROM (SELECT 1 FROM ${IN_BOX} LIMIT ?)`;
const BOXES = `SELECT id, minx AS minX, maxx AS maxX, miny AS minY, maxy AS maxY FROM ${IN_BOX} ORDER BY id`;

/** Counts the addresses whose box shares a point with an RD box; stops at `limit`, which bounds the cost too. */
export function countAdressenIn(s: Snapshot, { minX, minY, maxX, maxY }: Box, limit: number): number {
  return s.statement<{ n: number }>(COUNT).get(maxX, minX, maxY, minY, limit)!.n;
}

/** Lists the boxes of all addresses that share a point with an RD box, by id. */
export function listAdresBoxesIn(s: Snapshot, { minX, minY, maxX, maxY }: Box): AdresBox[] {
  return s.statement<AdresBox>(BOXES).all(maxX, minX, maxY, minY);
}
