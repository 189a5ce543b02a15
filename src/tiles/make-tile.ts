import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from "@maplibre/vt-pbf";
import { TILE_EXTENT, type TileId } from "../geo/web-mercator.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { TILE_LAYERS } from "./layers.ts";
import { frameOf, MAX_TILE_ZOOM, MIN_TILE_ZOOM, type TileFeature, type TileFrame } from "./tile-layer.ts";

/** Maximum size of a tile before compression. */
export const MAX_TILE_BYTES = 300_000;

/** Makes a vector tile; `undefined` when it is empty, or outside our tiles. */
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

const POINT = 1;
const POLYGON = 3;

/** Encodes layers as a vector tile of version 2; leaves out empty ones, so that no features give no bytes. */
export function encodeTile(layers: ReadonlyMap<string, readonly TileFeature[]>): Uint8Array<ArrayBuffer> {
  const filled = [...layers].filter(([, features]) => features.length > 0);
  const bytes = fromVectorTileJs({
    layers: Object.fromEntries(filled.map(([name, features]) => [name, toEncoderLayer(name, features)])),
  });
  // The encoder returns a part of a buffer up to twice as large.
  return new Uint8Array(bytes);
}

function toEncoderLayer(name: string, features: readonly TileFeature[]): VectorTileLayerLike {
  return {
    version: 2,
    name,
    extent: TILE_EXTENT,
    length: features.length,
    feature: (i) => toEncoderFeature(features[i]!),
  };
}

function toEncoderFeature(feature: TileFeature): VectorTileFeatureLike {
  const isPoint = "point" in feature;
  const parts = isPoint ? [[feature.point]] : feature.rings;
  return {
    type: isPoint ? POINT : POLYGON,
    // The encoder leaves out properties that are null or undefined.
    properties: feature.properties as VectorTileFeatureLike["properties"],
    id: feature.id,
    extent: TILE_EXTENT,
    // The declared class has methods that the encoder does not call.
    loadGeometry: () => parts as unknown as ReturnType<VectorTileFeatureLike["loadGeometry"]>,
  };
}
