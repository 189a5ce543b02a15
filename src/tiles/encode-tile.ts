import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { TILE_EXTENT } from "../geo/web-mercator.ts";
import type { TileFeature } from "./tile-layer.ts";

type EncoderLayers = Parameters<typeof fromGeojsonVt>[0];

const POINT = 1;
const POLYGON = 3;

/** Encodes layers as a vector tile of version 2; leaves out empty ones. */
export function encodeTile(layers: ReadonlyMap<string, readonly TileFeature[]>): Uint8Array {
  const encoderLayers: Record<string, { features: unknown[] }> = {};
  for (const [name, features] of layers) {
    if (features.length > 0) {
      encoderLayers[name] = { features: features.map(toEncoderFeature) };
    }
  }
  // The declared type asks for fields of geojson-vt that the encoder does not read.
  return fromGeojsonVt(encoderLayers as unknown as EncoderLayers, { version: 2, extent: TILE_EXTENT });
}

function toEncoderFeature(feature: TileFeature) {
  const { properties: tags } = feature;
  const shape =
    "point" in feature
      ? { type: POINT, geometry: [feature.point], tags }
      : { type: POLYGON, geometry: feature.rings, tags };
  return feature.id === undefined ? shape : { ...shape, id: feature.id };
}
