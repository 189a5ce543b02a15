import { expect, test } from "bun:test";
import { tileIdToZxy, zxyToTileId } from "pmtiles";
import { firstTileOf, tileNumberOf, tileOf, tilesBelow } from "./tile-number.ts";

test("a number known from elsewhere", () => {
  expect(tileNumberOf({ z: 12, x: 3423, y: 1763 })).toBe(19_078_479);
});

test("every tile to zoom 5, and tiles of higher zooms, have the numbers of the npm reader", () => {
  const tiles = [0, 1, 2, 3, 4, 5].flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, i) => ({ z, x: i % 2 ** z, y: Math.floor(i / 2 ** z) })),
  );
  for (let i = 0; i < 2_000; i++) {
    const z = 6 + (i % 17);
    const at = (factor: number) => Math.floor(((i * factor) % 1) * 2 ** z);
    tiles.push({ z, x: at(0.618_033_988), y: at(0.754_877_666) });
  }
  for (const tile of tiles) {
    const number = tileNumberOf(tile);
    expect(number).toBe(zxyToTileId(tile.z, tile.x, tile.y));
    expect(tileOf(number)).toEqual(tile);
    expect(tileIdToZxy(number)).toEqual([tile.z, tile.x, tile.y]);
  }
});

test("the tiles below a tile are its quarters", () => {
  for (const tile of [
    { z: 0, x: 0, y: 0 },
    { z: 9, x: 263, y: 168 },
    { z: 15, x: 16_842, y: 10_778 },
  ]) {
    const { z, x, y } = tile;
    const below = tilesBelow(tileNumberOf(tile), z).map(tileOf);
    const quarters = [0, 1].flatMap((dx) => [0, 1].map((dy) => ({ z: z + 1, x: 2 * x + dx, y: 2 * y + dy })));
    expect(below).toHaveLength(4);
    expect(below).toEqual(expect.arrayContaining(quarters));
  }
  expect(firstTileOf(16)).toBe(zxyToTileId(16, 0, 0));
});
