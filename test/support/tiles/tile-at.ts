import type { TileId } from "../../../src/geo/web-mercator.ts";

/** Returns the position on the map in tiles of a zoom, by the formula of "Slippy map tilenames" of OpenStreetMap. */
export function mapPosition(z: number, lat: number, lon: number): { x: number; y: number } {
  const radians = (lat * Math.PI) / 180;
  const northing = Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI;
  return { x: ((lon + 180) / 360) * 2 ** z, y: ((1 - northing) / 2) * 2 ** z };
}

/** Returns the tile of a zoom that contains a position. */
export function tileAt(z: number, lat: number, lon: number): TileId {
  const { x, y } = mapPosition(z, lat, lon);
  return { z, x: Math.floor(x), y: Math.floor(y) };
}
