/**
 * Rows of the table `pand_cells`: the built-up area of the country by square and class of bouwjaar.
 *
 * Squares of level 0 have sides of 32 m; a square of each further level consists of four of the level before. A pand
 * that stands counts with its footprint, in whole square metres and at least one, in the square of its centroid. A row
 * has a block of 64 by 64 squares: for each class that occurs in a square, the sum of its areas. Squares are numbered
 * along a Z-order curve and blocks likewise, so that a square or block of the next level has a quarter of the number.
 */
import type { Box, PlanarPoint } from "../../geo/geometry.ts";
import { cellColumn, cellNumber } from "../../geo/z-order.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { ROOT_CELL } from "./wgs84-box.ts";

const SMALLEST_CELL_M = 32;
/** Highest level: squares of 4,096 m. */
export const TOP_LEVEL = 7;

const CELLS_PER_SIDE = ROOT_CELL.sizeM / SMALLEST_CELL_M;
const BLOCK_SIDE = 64;
/** Number of squares in a block. */
const BLOCK_CELLS = BLOCK_SIDE ** 2;
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

function cellOfKey(key: number): number {
  return Math.floor(key / CLASS_NUMBERS);
}

function classOfKey(key: number): number {
  return key % CLASS_NUMBERS;
}

/** Returns the key of the same class in the square of the next level. */
export function parentKey(key: number): number {
  return cellKey(cellOfKey(key) >> 2, classOfKey(key));
}

/** Returns the number of the square of level 0 at a position in RD. */
export function cellAt({ x, y }: PlanarPoint): number {
  return cellNumber(indexOnGrid(x - ROOT_CELL.minX, 0), indexOnGrid(y - ROOT_CELL.minY, 0));
}

/** Returns the column or row, at a level, of a distance to the west or south side of the grid. */
function indexOnGrid(metres: number, level: number): number {
  const last = CELLS_PER_SIDE / 2 ** level - 1;
  return Math.min(last, Math.max(0, Math.floor(metres / cellSizeM(level))));
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
export interface CellBlock {
  readonly keys: Uint16Array;
  readonly areas: Uint32Array;
}

export function decodeBlock(data: Uint8Array): CellBlock {
  const { buffer } = new Uint8Array(data);
  const count = data.length / (AREA_BYTES + KEY_BYTES);
  return { keys: new Uint16Array(buffer, count * AREA_BYTES), areas: new Uint32Array(buffer, 0, count) };
}

/** Square with panden. */
export interface PandCell {
  /** South-west corner in RD metres; the sides are `cellSizeM(level)` long. */
  readonly x: number;
  readonly y: number;
  /** Class with the largest built-up area, the older one of equals; a position in BOUWJAAR_CLASSES. */
  readonly bouwjaarClass: number;
  /** Footprints of all panden in m²; may exceed the square, because a pand counts where its centroid lies. */
  readonly builtArea: number;
}

/** Zoom whose tiles show the squares of level 0. */
const FINEST_ZOOM = 12;

/** Returns the level for a zoom: squares of 32 m from zoom 12 on, twice as wide with each zoom less, to 4,096 m. */
export function pandCellLevel(zoom: number): number {
  return Math.min(TOP_LEVEL, Math.max(0, FINEST_ZOOM - zoom));
}

/** Columns and rows of squares, ends included. */
interface CellRange {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Lists the squares of a level with panden that overlap a box in RD, in no particular order. */
export function* listPandCells(s: Snapshot, level: number, box: Box): Generator<PandCell> {
  const range: CellRange = {
    west: indexOnGrid(box.minX - ROOT_CELL.minX, level),
    east: indexOnGrid(box.maxX - ROOT_CELL.minX, level),
    south: indexOnGrid(box.minY - ROOT_CELL.minY, level),
    north: indexOnGrid(box.maxY - ROOT_CELL.minY, level),
  };
  const find = s.statement<{ data: Uint8Array }>("SELECT data FROM pand_cells WHERE level = ? AND block = ?");
  const blockAt = (index: number) => Math.floor(index / BLOCK_SIDE);
  for (let row = blockAt(range.south); row <= blockAt(range.north); row++) {
    for (let column = blockAt(range.west); column <= blockAt(range.east); column++) {
      const block = cellNumber(column, row);
      const stored = find.get(level, block);
      if (stored !== null) {
        yield* cellsOfBlock(stored.data, block * BLOCK_CELLS, { range, sizeM: cellSizeM(level) });
      }
    }
  }
}

function* cellsOfBlock(
  data: Uint8Array,
  firstCell: number,
  { range, sizeM }: { range: CellRange; sizeM: number },
): Generator<PandCell> {
  const { keys, areas } = decodeBlock(data);
  for (let next = 0; next < keys.length; ) {
    const cell = cellOfKey(keys[next]!);
    let largest = next;
    let builtArea = 0;
    for (; next < keys.length && cellOfKey(keys[next]!) === cell; next++) {
      builtArea += areas[next]!;
      largest = areas[next]! > areas[largest]! ? next : largest;
    }
    const column = cellColumn(firstCell + cell);
    const row = cellColumn((firstCell + cell) >> 1);
    if (column >= range.west && column <= range.east && row >= range.south && row <= range.north) {
      const x = ROOT_CELL.minX + column * sizeM;
      const y = ROOT_CELL.minY + row * sizeM;
      yield { x, y, bouwjaarClass: classOfKey(keys[largest]!), builtArea };
    }
  }
}
