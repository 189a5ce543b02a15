import type { Box } from "../geo/geometry.ts";
import { createTileProjection, type TileProjection } from "../geo/tile-projection.ts";
import { type TileId, wgs84BoxOfTile } from "../geo/web-mercator.ts";
import { ROOT_CELL, rdIntersectionBox } from "../registry/wgs84-box.ts";

/** Part of the country that a tile shows, and the way from RD to its units. */
export interface TileFrame {
  readonly tile: TileId;
  /** RD box around the tile with its buffer, larger by the rotation between the frames. */
  readonly rdBox: Box;
  readonly project: TileProjection;
}

/** Returns the frame of a tile; `undefined` when no position that an import accepts lies in it. */
export function frameOf(tile: TileId): TileFrame | undefined {
  const rdBox = rdIntersectionBox(ROOT_CELL, wgs84BoxOfTile(tile));
  return rdBox && { tile, rdBox, project: createTileProjection(tile, rdBox) };
}
