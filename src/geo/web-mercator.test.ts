import { expect, test } from "bun:test";
import { TILE_EXTENT, wgs84BoxOfTile, wgs84ToTileInto } from "./web-mercator.ts";

/** Half the width of the map in metres: π times the radius of EPSG:3857. */
const HALF_WORLD_M = Math.PI * 6_378_137;
const position = new Float64Array(2);

test("the example of EPSG guidance note 7-2 for method 1024, in tile units of zoom 0", () => {
  // 24°22'54.433" N, 100°20'00.000" W is 11 169 055.58 m west and 2 800 000.00 m north.
  wgs84ToTileInto({ z: 0, x: 0, y: 0 }, 24 + 22 / 60 + 54.433 / 3600, -(100 + 20 / 60), position);
  const metresPerUnit = (2 * HALF_WORLD_M) / TILE_EXTENT;
  expect(position[0]! * metresPerUnit - HALF_WORLD_M).toBeCloseTo(-11_169_055.58, 2);
  expect(HALF_WORLD_M - position[1]! * metresPerUnit).toBeCloseTo(2_800_000, 1);
});

test("a position has the units of each tile from that tile's north-west corner", () => {
  wgs84ToTileInto({ z: 14, x: 8421, y: 5389 }, 52.307, 5.042, position);
  const [x, y] = position;
  wgs84ToTileInto({ z: 14, x: 8420, y: 5390 }, 52.307, 5.042, position);
  expect(position[0]! - x!).toBeCloseTo(TILE_EXTENT, 6);
  expect(y! - position[1]!).toBeCloseTo(TILE_EXTENT, 6);
});

test("the box of a tile holds its buffer of 64 units on each side", () => {
  const tile = { z: 14, x: 8421, y: 5389 };
  const { south, north, west, east } = wgs84BoxOfTile(tile);
  wgs84ToTileInto(tile, north, west, position);
  expect([...position].map((unit) => Math.round(unit * 1e6) / 1e6)).toEqual([-64, -64]);
  wgs84ToTileInto(tile, south, east, position);
  expect([...position].map((unit) => Math.round(unit * 1e6) / 1e6)).toEqual([4160, 4160]);
});
