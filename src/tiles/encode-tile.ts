import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from "@maplibre/vt-pbf";
import { TILE_EXTENT } from "../geo/web-mercator.ts";
import type { TileFeature } from "./tile-layer.ts";

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
