/**
 * Projection from RD to the units of one tile. The formulas take 0.6 µs a position, and a tile has up to a hundred
 * thousand; from zoom 7 on a polynomial takes their place, quadratic in x and in y, through 3 × 3 exact positions. It
 * is off by at most 0.4 units at zoom 7, 0.05 at zoom 8 and 0.005 from zoom 11 on.
 */
import type { Box } from "./geometry.ts";
import { rdToWgs84Into } from "./rd.ts";
import { type TileId, wgs84ToTileInto } from "./web-mercator.ts";

/** Converts RD metres to tile units: `out[0]` x, `out[1]` y. */
export type TileProjection = (x: number, y: number, out: Float64Array) => void;

const MIN_POLYNOMIAL_ZOOM = 7;
const NODES = [-1, 0, 1] as const;

/** Returns the projection to a tile for positions in, or close to, the RD box around it. */
export function createTileProjection(tile: TileId, rdBox: Box): TileProjection {
  return tile.z < MIN_POLYNOMIAL_ZOOM ? exactProjection(tile) : polynomialProjection(tile, rdBox);
}

/** Returns the projection by the formulas. */
export function exactProjection(tile: TileId): TileProjection {
  return (x, y, out) => {
    rdToWgs84Into(x, y, out);
    wgs84ToTileInto(tile, out[0]!, out[1]!, out);
  };
}

function polynomialProjection(tile: TileId, { minX, minY, maxX, maxY }: Box): TileProjection {
  const centreX = (minX + maxX) / 2;
  const centreY = (minY + maxY) / 2;
  const halfWidth = (maxX - minX) / 2;
  const halfHeight = (maxY - minY) / 2;
  const toTile = exactProjection(tile);
  const nodes = NODES.map((s) =>
    NODES.map((t) => {
      const position = new Float64Array(2);
      toTile(centreX + s * halfWidth, centreY + t * halfHeight, position);
      return position;
    }),
  );
  const p = coefficientsOf(nodes.map((column) => column.map((position) => position[0]!)));
  const q = coefficientsOf(nodes.map((column) => column.map((position) => position[1]!)));
  return (x, y, out) => {
    const s = (x - centreX) / halfWidth;
    const t = (y - centreY) / halfHeight;
    out[0] = evaluate(p, s, t);
    out[1] = evaluate(q, s, t);
  };
}

/** Returns the coefficients of s^i t^j, at 3i + j, through the values at s, t = −1, 0, 1. */
function coefficientsOf(values: readonly (readonly number[])[]): Float64Array {
  const byT = values.map(quadraticThrough);
  return Float64Array.from(
    [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => quadraticThrough(byT.map((row) => row[j]!))[i]!)),
  );
}

/** Returns the coefficients of 1, s and s² through the values at −1, 0 and 1. */
function quadraticThrough([before, middle, after]: readonly number[]): [number, number, number] {
  return [middle!, (after! - before!) / 2, (after! + before!) / 2 - middle!];
}

function evaluate(c: Float64Array, s: number, t: number): number {
  const constant = c[0]! + t * (c[1]! + t * c[2]!);
  const linear = c[3]! + t * (c[4]! + t * c[5]!);
  const quadratic = c[6]! + t * (c[7]! + t * c[8]!);
  return constant + s * (linear + s * quadratic);
}
