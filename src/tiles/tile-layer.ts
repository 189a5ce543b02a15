import type { Snapshot } from "../registry/file/snapshot.ts";
import type { TileFrame } from "./tile-frame.ts";
import type { TilePoint, TileRing } from "./tile-rings.ts";

interface Feature {
  readonly id?: number;
  /** Null and undefined are left out. */
  readonly properties: Readonly<Record<string, string | number | null | undefined>>;
}

export interface PointFeature extends Feature {
  readonly point: TilePoint;
}

export interface PolygonFeature extends Feature {
  readonly rings: readonly TileRing[];
}

export type TileFeature = PointFeature | PolygonFeature;

/** Declaration of a layer; encode-tile.ts and tilejson.ts read it. */
export interface TileLayer {
  readonly name: string;
  readonly description: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Properties with their meaning. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Returns the features of a tile. `coarseness` is 0 at first; each further step, asked for when the tile is too
   * large, leaves out more.
   */
  featuresOf(s: Snapshot, frame: TileFrame, coarseness: number): readonly TileFeature[];
}

export const MAX_TILE_ZOOM = 16;
export const MIN_TILE_ZOOM = 5;

/** Returns the share of a layer's features to keep at a coarseness. */
export function keptShare(coarseness: number): number {
  return 0.7 ** coarseness;
}
