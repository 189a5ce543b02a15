import type { Box } from "../geo/geometry.ts";
import type { Snapshot } from "./snapshot.ts";

/** The box around an address in RD, as the R*Tree has it: float32, so up to 6 cm around a point. */
export interface AdresBox extends Box {
  readonly id: number;
}

const IN_BOX = "rtree_adres_geom WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?";
const COUNT = `SELECT count(*) AS n FROM (SELECT 1 FROM ${IN_BOX} LIMIT ?)`;
const BOXES = `SELECT id, minx AS minX, maxx AS maxX, miny AS minY, maxy AS maxY FROM ${IN_BOX} ORDER BY id`;

/** How many addresses' boxes share a point with an RD box; counts no further than `most`, and costs no more. */
export function countAdressenIn(s: Snapshot, { minX, minY, maxX, maxY }: Box, most: number): number {
  return s.statement<{ n: number }>(COUNT).get(maxX, minX, maxY, minY, most)!.n;
}

/** All of them, by id. */
export function listAdresBoxesIn(s: Snapshot, { minX, minY, maxX, maxY }: Box): AdresBox[] {
  return s.statement<AdresBox>(BOXES).all(maxX, minX, maxY, minY);
}
