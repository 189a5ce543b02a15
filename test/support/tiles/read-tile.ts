import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";

export interface TileVertex {
  readonly x: number;
  readonly y: number;
}

/** Feature of a vector tile as Mapbox's reader gives it. */
export interface ReadFeature {
  readonly id: number | undefined;
  readonly properties: VectorTileFeature["properties"];
  /** Rings of a polygon, or one list with a point. */
  readonly parts: readonly (readonly TileVertex[])[];
}

/** Reads the features of a tile by layer. */
export function readTile(bytes: Uint8Array): Record<string, readonly ReadFeature[]> {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, i) => {
        const feature = layer.feature(i);
        return { id: feature.id, properties: { ...feature.properties }, parts: feature.loadGeometry() };
      }),
    ]),
  );
}

/** Returns twice the area of a ring, positive for an exterior (specification of vector tiles, 4.3.4.4). */
export function doubledArea(ring: readonly TileVertex[]): number {
  return ring.reduce((sum, { x, y }, i) => {
    const before = ring.at(i - 1)!;
    return sum + before.x * y - x * before.y;
  }, 0);
}
