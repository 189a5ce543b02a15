/** Z-order (Morton order) of positions: squares of the plane, each wholly before or behind another of its size. */

/** Metres of the sides of the square that is ordered: the country in RD. Positions beyond count as at its edge. */
export const Z_ORDER_SIDE = 2 ** 20;

const HALF_BITS = 10;
const HALF = 2 ** HALF_BITS;
/** Each number of ten bits with a zero before each bit. */
const SPREAD = Uint32Array.from({ length: HALF }, (_, number) => {
  let spread = 0;
  for (let bit = 0; bit < HALF_BITS; bit++) {
    spread |= (number & (1 << bit)) << bit;
  }
  return spread;
});

/** Returns the place of the square metre with a position: an integer below 2^40. */
export function zOrder(x: number, y: number): number {
  const [column, row] = [clamp(x), clamp(y)];
  const high = SPREAD[column >> HALF_BITS]! + 2 * SPREAD[row >> HALF_BITS]!;
  const low = SPREAD[column % HALF]! + 2 * SPREAD[row % HALF]!;
  return high * HALF * HALF + low;
}

function clamp(metres: number): number {
  return Math.min(Math.max(Math.floor(metres), 0), Z_ORDER_SIDE - 1);
}
