import type { Box } from "../../geo/geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import {
  BLOCK_CELLS,
  BLOCK_SIDE,
  cellOfKey,
  cellSizeM,
  classOfKey,
  columnOf,
  decodeBlock,
  indexOnGrid,
  numberAt,
  TOP_LEVEL,
} from "./pand-cell-block.ts";
import { ROOT_CELL } from "./wgs84-box.ts";

/** Square with panden. */
export interface PandCell {
  /** South-west corner in RD metres; the sides are `pandCellSizeM(level)` long. */
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

export const pandCellSizeM = cellSizeM;

/** Columns and rows of squares, ends included. */
interface CellRange {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Lists the squares of a level that hold panden and overlap a box in RD, in no particular order. */
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
      const block = numberAt(column, row);
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
    const column = columnOf(firstCell + cell);
    const row = columnOf((firstCell + cell) >> 1);
    if (column >= range.west && column <= range.east && row >= range.south && row <= range.north) {
      const x = ROOT_CELL.minX + column * sizeM;
      const y = ROOT_CELL.minY + row * sizeM;
      yield { x, y, bouwjaarClass: classOfKey(keys[largest]!), builtArea };
    }
  }
}
