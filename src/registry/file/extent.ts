import type { Box } from "../../geo/geometry.ts";
import { memoizePerSnapshot } from "./memoize-per-snapshot.ts";

const BOX = `SELECT min(min_x) AS minX, min(min_y) AS minY, max(max_x) AS maxX, max(max_y) AS maxY
  FROM gpkg_contents WHERE min_x IS NOT NULL`;
const NOTHING: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

/** Returns the RD box around all objects and borders of a registry; inverted when there are none. */
export const extentOf = memoizePerSnapshot(({ db }): Box => {
  const box = db.query<{ [Side in keyof Box]: number | null }, []>(BOX).get();
  return box === null || box.minX === null ? NOTHING : (box as Box);
});
