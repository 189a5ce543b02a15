import type { TileId } from "../../geo/web-mercator.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { OUTLINE_BANDS } from "../../registry/read/area-outlines.ts";
import { TILE_LAYERS } from "../layers.ts";
import { frameOf } from "../tile-frame.ts";
import type { TileFeature } from "../tile-layer.ts";
import { FILLING_RING } from "../tile-rings.ts";
import { hasObjects } from "./tiles-with-data.ts";

/** The first zoom whose tiles have areas as the tiles of all higher zooms have them. */
const FIRST_ZOOM = OUTLINE_BANDS.at(-1)!.maxZoom + 1;

/**
 * Returns true when a tile holds nothing but areas that fill it and its buffer, or nothing at all. All tiles below it
 * then have the same bytes, as nearly all at high zooms of water and fields have.
 */
export function isFilledTile(s: Snapshot, tile: TileId): boolean {
  if (tile.z < FIRST_ZOOM || hasObjects(s, tile)) {
    return false;
  }
  const frame = frameOf(s, tile);
  const layers = TILE_LAYERS.filter(({ minZoom, maxZoom }) => tile.z >= minZoom && tile.z <= maxZoom);
  return frame === undefined || layers.every((layer) => layer.featuresOf(s, frame, 0).every(fillsTile));
}

function fillsTile(feature: TileFeature): boolean {
  return !("point" in feature) && feature.rings.length === 1 && feature.rings[0] === FILLING_RING;
}
