/**
 * Tiles of Web Mercator (EPSG:3857), numbered as XYZ: column x from the west, row y from the north, 2^z of each. A
 * position in a tile is in tile units: x east, y south, 0 to {@link TILE_EXTENT}.
 */
import type { Box } from "./geometry.ts";

export interface TileId {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Side of a tile in tile units. */
export const TILE_EXTENT = 4096;
/** Tile units around a tile that its geometries cover too, so that strokes do not end at its sides. */
const TILE_BUFFER = 64;

/** Edges of a tile with its buffer, in tile units. */
export const BUFFERED_TILE: Box = {
  minX: -TILE_BUFFER,
  minY: -TILE_BUFFER,
  maxX: TILE_EXTENT + TILE_BUFFER,
  maxY: TILE_EXTENT + TILE_BUFFER,
};

const RADIANS_PER_DEGREE = Math.PI / 180;

/** Converts degrees to tile units: `out[0]` x, `out[1]` y. */
export function wgs84ToTileInto({ z, x, y }: TileId, lat: number, lon: number, out: Float64Array): void {
  const tiles = 2 ** z;
  const northing = Math.asinh(Math.tan(lat * RADIANS_PER_DEGREE)) / Math.PI;
  out[0] = ((lon / 360 + 0.5) * tiles - x) * TILE_EXTENT;
  out[1] = ((0.5 - northing / 2) * tiles - y) * TILE_EXTENT;
}

/** Returns the edges of a tile with its buffer in degrees. */
export function wgs84BoxOfTile({ z, x, y }: TileId): {
  south: number;
  north: number;
  west: number;
  east: number;
} {
  const margin = TILE_BUFFER / TILE_EXTENT;
  return {
    south: latitudeOf((y + 1 + margin) / 2 ** z),
    north: latitudeOf((y - margin) / 2 ** z),
    west: ((x - margin) / 2 ** z - 0.5) * 360,
    east: ((x + 1 + margin) / 2 ** z - 0.5) * 360,
  };
}

/** Returns the latitude of a height on the map: 0 at its north edge, 1 at its south edge. */
function latitudeOf(height: number): number {
  return Math.atan(Math.sinh((0.5 - height) * 2 * Math.PI)) / RADIANS_PER_DEGREE;
}
