/** Draws the tiles that benchmarks make: the same in every run on the same data. */

import { rdToWgs84 } from "../../src/geo/rd.ts";
import { type TileId, wgs84ToTileInto } from "../../src/geo/web-mercator.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { randomUnit } from "../../tools/country/random.ts";

const WORLD: TileId = { z: 0, x: 0, y: 0 };
const UNITS_OF_WORLD = 4096;

export interface DrawnTiles {
  /** Different tiles with panden, by chance: places with many addresses have their share. */
  readonly some: readonly TileId[];
  /** Tile with the most addresses. */
  readonly densest: TileId;
}

/** Draws at most `count` tiles of a zoom. */
export function drawTiles(s: Snapshot, z: number, count: number): DrawnTiles {
  const rows = s.db.query("SELECT x, y, adres_count FROM postcode").values() as [number, number, number][];
  const tiles = new Map<string, { tile: TileId; adressen: number }>();
  const position = new Float64Array(2);
  for (const [x, y, adressen] of rows) {
    const { lat, lon } = rdToWgs84(x, y);
    wgs84ToTileInto(WORLD, lat, lon, position);
    const [column, row] = Array.from(position, (unit) => Math.floor((unit / UNITS_OF_WORLD) * 2 ** z));
    const key = `${column}/${row}`;
    const tile = tiles.get(key) ?? { tile: { z, x: column!, y: row! }, adressen: 0 };
    tile.adressen += adressen;
    tiles.set(key, tile);
  }
  const all = [...tiles.values()];
  // The key of a draw without replacement that favours a weight (Efraimidis and Spirakis).
  const drawn = all
    .map(({ tile, adressen }, i) => ({ tile, key: randomUnit(z, i) ** (1 / adressen) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ tile }) => tile);
  const densest = all.reduce((most, tile) => (tile.adressen > most.adressen ? tile : most));
  return { some: drawn, densest: densest.tile };
}
