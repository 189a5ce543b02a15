import { type Box, boxesOverlap } from "../geo/geometry.ts";
import { createTileProjection, type TileProjection } from "../geo/tile-projection.ts";
import { type TileId, wgs84BoxOfTile } from "../geo/web-mercator.ts";
import { extentOf } from "../registry/file/extent.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { ROOT_CELL, rdIntersectionBox } from "../registry/index/wgs84-box.ts";

/** Part of the country that a tile shows, and the way from RD to its units. */
export interface TileFrame {
  readonly tile: TileId;
  /** RD box around the tile with its buffer, larger by the rotation between the frames. */
  readonly rdBox: Box;
  readonly project: TileProjection;
}

/** Returns the frame of a tile; `undefined` when the registry has nothing there. */
export function frameOf(s: Snapshot, tile: TileId): TileFrame | undefined {
  const rdBox = rdIntersectionBox(ROOT_CELL, wgs84BoxOfTile(tile));
  return rdBox !== undefined && boxesOverlap(rdBox, extentOf(s))
    ? { tile, rdBox, project: createTileProjection(tile, rdBox) }
    : undefined;
}
