/**
 * Rows of the table `pand_cells`: the built-up area of the country by square and class of bouwjaar.
 *
 * Squares of level 0 have sides of 32 m; a square of each further level consists of four of the level before. A pand
 * counts with its footprint, in whole square metres and at least one, in the square of its centroid. A row holds a
 * block of 64 by 64 squares: for each class that occurs in a square, the sum of its areas. Squares are numbered along a
 * Z-order curve and blocks likewise, so that a square or block of the next level has a quarter of the number.
 */
import type { PlanarPoint } from "../../geo/geometry.ts";
import { ROOT_CELL } from "./wgs84-box.ts";

const SMALLEST_CELL_M = 32;
/** Highest level: squares of 4,096 m. */
export const TOP_LEVEL = 7;

const CELLS_PER_SIDE = ROOT_CELL.sizeM / SMALLEST_CELL_M;
export const BLOCK_SIDE = 64;
/** Number of squares in a block. */
export const BLOCK_CELLS = BLOCK_SIDE ** 2;
/** Numbers for classes in a key: twelve are used; sixteen let the keys of a block fit into 16 bits. */
const CLASS_NUMBERS = 16;
/** Number of keys in a block. */
export const BLOCK_KEYS = BLOCK_CELLS * CLASS_NUMBERS;

/** Returns the side of the squares of a level, in metres. */
export function cellSizeM(level: number): number {
  return SMALLEST_CELL_M * 2 ** level;
}

/** Returns the key of a class in a square. */
export function cellKey(cell: number, bouwjaarClass: number): number {
  return cell * CLASS_NUMBERS + bouwjaarClass;
}

export function cellOfKey(key: number): number {
  return Math.floor(key / CLASS_NUMBERS);
}

export function classOfKey(key: number): number {
  return key % CLASS_NUMBERS;
}

/** Returns the key of the same class in the square of the next level. */
export function parentKey(key: number): number {
  return cellKey(cellOfKey(key) >> 2, classOfKey(key));
}

/** Returns the number of the square of level 0 at a position in RD. */
export function cellAt({ x, y }: PlanarPoint): number {
  return numberAt(indexOnGrid(x - ROOT_CELL.minX, 0), indexOnGrid(y - ROOT_CELL.minY, 0));
}

/** Returns the column or row, at a level, of a distance to the west or south side of the grid. */
export function indexOnGrid(metres: number, level: number): number {
  const last = CELLS_PER_SIDE / 2 ** level - 1;
  return Math.min(last, Math.max(0, Math.floor(metres / cellSizeM(level))));
}

/** Returns the number on the Z-order curve of a column and row. */
export function numberAt(column: number, row: number): number {
  return spreadBits(column) + 2 * spreadBits(row);
}

/** Moves bit i of a number of 14 bits to bit 2i. */
function spreadBits(value: number): number {
  let bits = (value | (value << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}

/** Column of a number on the Z-order curve; the row is that of half the number. */
export function columnOf(number: number): number {
  let bits = number & 0x55555555;
  bits = (bits | (bits >> 1)) & 0x33333333;
  bits = (bits | (bits >> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >> 4)) & 0x00ff00ff;
  return (bits | (bits >> 8)) & 0x0000ffff;
}

/** Sums of areas in m², by key within a block. */
export type BlockAreas = Map<number, number>;

const AREA_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const KEY_BYTES = Uint16Array.BYTES_PER_ELEMENT;

/** Encodes `pand_cells.data`: all areas, then their keys, in ascending order of key; little-endian. */
export function encodeBlock(areas: BlockAreas): Uint8Array {
  const keys = Uint16Array.from(areas.keys()).sort();
  const data = new Uint8Array(keys.length * (AREA_BYTES + KEY_BYTES));
  new Uint32Array(data.buffer, 0, keys.length).set(Uint32Array.from(keys, (key) => areas.get(key)!));
  new Uint16Array(data.buffer, keys.length * AREA_BYTES).set(keys);
  return data;
}

/** Entries of a block, ascending by key. */
export interface Block {
  readonly keys: Uint16Array;
  readonly areas: Uint32Array;
}

export function decodeBlock(data: Uint8Array): Block {
  const { buffer } = new Uint8Array(data);
  const count = data.length / (AREA_BYTES + KEY_BYTES);
  return { keys: new Uint16Array(buffer, count * AREA_BYTES), areas: new Uint32Array(buffer, 0, count) };
}
