import type { TileId } from "../geo/web-mercator.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { encodeTile } from "./encode-tile.ts";
import { TILE_LAYERS } from "./layers.ts";
import { frameOf, type TileFrame } from "./tile-frame.ts";
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from "./tile-layer.ts";

/** Maximum size of a tile before compression. */
export const MAX_TILE_BYTES = 300_000;

/** Makes a vector tile; `undefined` when nothing lies in it, or when it is no tile of ours. */
export function makeTile(s: Snapshot, z: number, x: number, y: number): Uint8Array<ArrayBuffer> | undefined {
  return makeTileWithin(s, { z, x, y }, MAX_TILE_BYTES);
}

/** Makes a tile of at most `maxBytes`: one that is larger is made again, coarser, until it is small enough. */
export function makeTileWithin(
  s: Snapshot,
  tile: TileId,
  maxBytes: number,
): Uint8Array<ArrayBuffer> | undefined {
  const frame = tile.z < MIN_TILE_ZOOM || tile.z > MAX_TILE_ZOOM ? undefined : frameOf(s, tile);
  if (frame === undefined) {
    return undefined;
  }
  let bytes = makeTileAt(s, frame, 0);
  for (let coarseness = 1; bytes.length > maxBytes && coarseness <= MAX_COARSENESS; coarseness++) {
    bytes = makeTileAt(s, frame, coarseness);
  }
  return bytes.length === 0 ? undefined : bytes;
}

/** Coarseness at which hardly anything is left. */
const MAX_COARSENESS = 16;

function makeTileAt(s: Snapshot, frame: TileFrame, coarseness: number): Uint8Array<ArrayBuffer> {
  const { z } = frame.tile;
  const layers = TILE_LAYERS.filter(({ minZoom, maxZoom }) => z >= minZoom && z <= maxZoom);
  return encodeTile(new Map(layers.map((layer) => [layer.name, layer.featuresOf(s, frame, coarseness)])));
}
