import type { Snapshot } from "../registry/snapshot.ts";
import { encodeTile } from "./encode-tile.ts";
import { TILE_LAYERS } from "./layers.ts";
import { frameOf, type TileFrame } from "./tile-frame.ts";
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from "./tile-layer.ts";

/** Maximum size of a tile before compression. */
export const MAX_TILE_BYTES = 300_000;

/**
 * Makes a vector tile; `undefined` when nothing lies in it, or when it is no tile of ours. A tile that would be too
 * large is made again, coarser; each step leaves out at least half of what takes the space.
 */
export function makeTile(s: Snapshot, z: number, x: number, y: number): Uint8Array | undefined {
  const frame = z < MIN_TILE_ZOOM || z > MAX_TILE_ZOOM ? undefined : frameOf({ z, x, y });
  if (frame === undefined) {
    return undefined;
  }
  let bytes = makeTileAt(s, frame, 0);
  for (let coarseness = 1; bytes.length > MAX_TILE_BYTES; coarseness++) {
    bytes = makeTileAt(s, frame, coarseness);
  }
  return bytes.length === 0 ? undefined : bytes;
}

function makeTileAt(s: Snapshot, frame: TileFrame, coarseness: number): Uint8Array {
  const { z } = frame.tile;
  const layers = TILE_LAYERS.filter(({ minZoom, maxZoom }) => z >= minZoom && z <= maxZoom);
  return encodeTile(new Map(layers.map((layer) => [layer.name, layer.featuresOf(s, frame, coarseness)])));
}
