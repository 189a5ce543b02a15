/** Z-order (Morton order) of positions. Of two separate squares of one size, one comes wholly before the other. */

/** Metres of the sides of the square that is ordered: the country in RD. Positions beyond count as at its edge. */
export const Z_ORDER_SIDE = 2 ** 20;

const HALF_BITS = 10;
const HALF = 2 ** HALF_BITS;

/** Returns the place of the square metre with a position: an integer below 2^40. */
export function zOrder(x: number, y: number): number {
  const column = clamp(x);
  const row = clamp(y);
  const high = cellNumber(column >> HALF_BITS, row >> HALF_BITS);
  return high * HALF * HALF + cellNumber(column % HALF, row % HALF);
}

function clamp(metres: number): number {
  return Math.min(Math.max(Math.floor(metres), 0), Z_ORDER_SIDE - 1);
}

/** Returns the place of the cell in a column and row of a grid, both below 2^15. */
export function cellNumber(column: number, row: number): number {
  return spreadBits(column) + 2 * spreadBits(row);
}

/** Moves bit i of a number of 15 bits to bit 2i. */
function spreadBits(value: number): number {
  let bits = (value | (value << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/** Returns the column of a number from {@link cellNumber}; the row is the column of half the number. */
export function cellColumn(number: number): number {
  let bits = number & 0x55555555;
  bits = (bits | (bits >> 1)) & 0x33333333;
  bits = (bits | (bits >> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >> 4)) & 0x00ff00ff;
  return (bits | (bits >> 8)) & 0x0000ffff;
}
