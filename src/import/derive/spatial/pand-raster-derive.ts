import { type Database, openScratch } from "../../../base/sqlite.ts";
import type { Box } from "../../../geo/geometry.ts";
import { rtreeName } from "../../../registry/geopackage.ts";
import { OBJECT_TYPES } from "../../../registry/object-types.ts";
import {
  LEAF_SIDE_M,
  PARTS_PER_CELL,
  ROOT_LEVEL,
  rasterCell,
  UNKNOWN_BOUWJAAR,
} from "../../../registry/pand-raster.ts";
import type { Cell } from "../../../registry/wgs84-box.ts";

/** Level of the tiles in which the country is counted: 256 of 32 km, the densest of which holds a million panden. */
const TILE_LEVEL = ROOT_LEVEL - 2;
const TILES = PARTS_PER_CELL ** 2;
/** Number of squares of level 0 in one tile. */
const SQUARES_OF_TILE = PARTS_PER_CELL ** TILE_LEVEL;

const YEAR_COUNT = 10_000;
const STATUSES = OBJECT_TYPES.PND.statuses;
/** Exclusive upper bound of a status and a bouwjaar in one number ({@link statusYearOf}). */
export const STATUS_YEAR_COUNT = YEAR_COUNT * STATUSES.length;

/** Fills `pand_raster` (registry/pand-raster.ts) of the registry at `path`, from its R*Tree of panden. */
export function derivePandRaster(path: string): void {
  using db = openScratch(path);
  db.run("BEGIN");
  deriveSquares(db);
  for (let level = 1; level <= ROOT_LEVEL; level++) {
    db.run(`INSERT INTO pand_raster
      SELECT ${level}, cell / ${PARTS_PER_CELL} AS parent_cell, status, bouwjaar, sum(1 << (cell % ${PARTS_PER_CELL})) FROM pand_raster
      WHERE level = ${level - 1} GROUP BY parent_cell, status, bouwjaar ORDER BY parent_cell, status, bouwjaar`);
  }
  db.run("COMMIT");
}

/** Inserts the rows of level 0, in order of key. */
function deriveSquares(db: Database): void {
  const insert = db.prepare("INSERT INTO pand_raster VALUES (0, ?, ?, ?, ?)");
  const panden = db.prepare<PandBox, number[]>(`${PAND_BOXES_SQL}
    WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?`);
  for (let tile = 0; tile < TILES; tile++) {
    const cell = rasterCell(TILE_LEVEL, tile);
    const boxes = panden.iterate(cell.minX + cell.sizeM, cell.minX, cell.minY + cell.sizeM, cell.minY);
    const leaves = new Map<number, number>();
    for (const pand of boxes) {
      addLeaves(leaves, pand, cell);
    }
    for (const key of Float64Array.from(leaves.keys()).sort()) {
      const { square, status, bouwjaar } = splitKey(key);
      insert.run(tile * SQUARES_OF_TILE + square, status, bouwjaar, leaves.get(key)!);
    }
  }
  insert.finalize();
  panden.finalize();
}

/** SQL for all panden as {@link PandBox}; a WHERE on the R*Tree's columns may follow. */
export const PAND_BOXES_SQL = `SELECT minx AS minX, maxx AS maxX, miny AS minY, maxy AS maxY, bouwjaar, status
  FROM ${rtreeName("pand")} CROSS JOIN pand ON fid = id`;

/** Box of a pand as the R*Tree stores it, with the pand's bouwjaar and status. */
export interface PandBox extends Box {
  readonly bouwjaar: number | null;
  readonly status: string;
}

/**
 * Sets the bits of the leaves in a cell that a pand's box touches. Keys of `bits` are a square of level 0 (its
 * number within the cell), status and bouwjaar in one number ({@link splitKey}).
 */
export function addLeaves(bits: Map<number, number>, pand: PandBox, cell: Cell): void {
  const { minX, maxX, minY, maxY } = pand;
  const statusYear = statusYearOf(pand);
  const last = cell.sizeM / LEAF_SIDE_M - 1;
  const east = Math.min(last, Math.floor((maxX - cell.minX) / LEAF_SIDE_M));
  const north = Math.min(last, Math.floor((maxY - cell.minY) / LEAF_SIDE_M));
  for (let y = Math.max(0, Math.floor((minY - cell.minY) / LEAF_SIDE_M)); y <= north; y++) {
    for (let x = Math.max(0, Math.floor((minX - cell.minX) / LEAF_SIDE_M)); x <= east; x++) {
      const key = squareAt(x >> 2, y >> 2) * STATUS_YEAR_COUNT + statusYear;
      bits.set(key, (bits.get(key) ?? 0) | (1 << ((y & 3) * 4 + (x & 3))));
    }
  }
}

export interface RasterKey {
  readonly square: number;
  /** Status and bouwjaar in one number. */
  readonly statusYear: number;
  readonly status: number;
  readonly bouwjaar: number;
}

export function splitKey(key: number): RasterKey {
  const statusYear = key % STATUS_YEAR_COUNT;
  return {
    square: Math.trunc(key / STATUS_YEAR_COUNT),
    statusYear,
    status: Math.trunc(statusYear / YEAR_COUNT),
    bouwjaar: statusYear % YEAR_COUNT,
  };
}

const STATUS_NUMBERS = new Map<string, number>(STATUSES.map((status, number) => [status, number]));

/** Returns a pand's status and bouwjaar in one number; throws on a status that is not in the catalogus. */
export function statusYearOf({ status, bouwjaar }: PandBox): number {
  const number = STATUS_NUMBERS.get(status);
  if (number === undefined) {
    throw new Error(`pand: status ${status} is not in the catalogus`);
  }
  return number * YEAR_COUNT + (bouwjaar ?? UNKNOWN_BOUWJAAR);
}

/**
 * Returns the number of a square within a cell of any level: one base-16 digit per division into 4 by 4 parts,
 * largest parts first.
 */
function squareAt(x: number, y: number): number {
  let square = 0;
  for (let shift = 2 * (ROOT_LEVEL - 1); shift >= 0; shift -= 2) {
    square = square * PARTS_PER_CELL + ((y >> shift) & 3) * 4 + ((x >> shift) & 3);
  }
  return square;
}
