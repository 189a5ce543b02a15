/**
 * Numbers of tiles in a PMTiles archive: tiles of all lower zooms first, then the position on a Hilbert curve. The four
 * tiles below a tile follow each other. Numbers of zoom 16 pass 32 bits, so this is arithmetic of floating point.
 */
import type { TileId } from "../../geo/web-mercator.ts";

/** Returns the number of the first tile of a zoom. */
export function firstTileOf(zoom: number): number {
  return (4 ** zoom - 1) / 3;
}

export function tileNumberOf({ z, x, y }: TileId): number {
  let position = 0;
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const isEast = column >= side;
    const isSouth = row >= side;
    [column, row] = turn(column % side, row % side, { side, isEast, isSouth });
    position = position * 4 + quarterOf(isEast, isSouth);
  }
  return firstTileOf(z) + position;
}

export function tileOf(number: number): TileId {
  let z = 0;
  while (number >= firstTileOf(z + 1)) {
    z++;
  }
  let position = number - firstTileOf(z);
  let [x, y] = [0, 0];
  for (let side = 1; side < 2 ** z; side *= 2) {
    const quarter = position % 4;
    const isEast = quarter >= 2;
    const isSouth = quarter === 1 || quarter === 2;
    [x, y] = turn(x, y, { side, isEast, isSouth });
    x += isEast ? side : 0;
    y += isSouth ? side : 0;
    position = Math.floor(position / 4);
  }
  return { z, x, y };
}

/** Returns the numbers of the four tiles below a tile. */
export function tilesBelow(number: number, zoom: number): number[] {
  const first = firstTileOf(zoom + 1) + 4 * (number - firstTileOf(zoom));
  return [first, first + 1, first + 2, first + 3];
}

/** Place of a quarter on the curve: north-west, south-west, south-east, north-east. */
function quarterOf(isEast: boolean, isSouth: boolean): number {
  if (!isEast) {
    return isSouth ? 1 : 0;
  }
  return isSouth ? 2 : 3;
}

interface Quarter {
  readonly side: number;
  readonly isEast: boolean;
  readonly isSouth: boolean;
}

/** Turns a position within a quarter as the curve runs there; turning twice gives it back. */
function turn(x: number, y: number, { side, isEast, isSouth }: Quarter): [number, number] {
  if (isSouth) {
    return [x, y];
  }
  return isEast ? [side - 1 - y, side - 1 - x] : [y, x];
}
