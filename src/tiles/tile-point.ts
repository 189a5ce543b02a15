import { TILE_EXTENT, type TileId, wgs84ToTileInto } from "../geo/web-mercator.ts";
import type { TilePoint } from "./tile-rings.ts";

const position = new Float64Array(2);

/** Returns the units of a position in the tile proper, which each position is in only one of; else `undefined`. */
export function tilePointOf(
  tile: TileId,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): TilePoint | undefined {
  wgs84ToTileInto(tile, latitude, longitude, position);
  const x = Math.floor(position[0]!);
  const y = Math.floor(position[1]!);
  return x >= 0 && x < TILE_EXTENT && y >= 0 && y < TILE_EXTENT ? { x, y } : undefined;
}
