import { type Database, openScratch } from "../base/sqlite.ts";
import type { Box } from "../geo/geometry.ts";
import { OBJECT_TYPES } from "../registry/object-types.ts";
import { LEAF_M, PARTS, ROOT_NIVEAU, rasterCell, UNKNOWN_BOUWJAAR } from "../registry/pand-raster.ts";
import type { Cell } from "../registry/wgs84-box.ts";

/** The country is counted tile by tile: 256 of 32 km, the densest of which holds a million panden. */
const TILE_NIVEAU = ROOT_NIVEAU - 2;
const TILES = PARTS ** 2;
/** Squares of niveau 0 along a tile's side, and below one tile. */
const SQUARES = 64;
const SQUARES_OF_TILE = SQUARES ** 2;

const YEARS = 10_000;
const STATUSES = OBJECT_TYPES.PND.statuses;

/**
 * `pand_raster` (registry/pand-raster.ts) of the registry at `path`, from its R*Tree of panden.
 *
 * An update: for each bouwjaar and status a pand had or has, and each leaf its old or new box touches, the bit is whether
 * the R*Tree finds a pand like that in the leaf; upwards, a bit is whether the part's row is there, and a row without
 * bits goes.
 */
export function derivePandRaster(path: string): void {
  using db = openScratch(path);
  db.run("BEGIN");
  deriveSquares(db);
  for (let niveau = 1; niveau <= ROOT_NIVEAU; niveau++) {
    db.run(`INSERT INTO pand_raster
      SELECT ${niveau}, cel / ${PARTS} AS hoger, status, bouwjaar, sum(1 << (cel % ${PARTS})) FROM pand_raster
      WHERE niveau = ${niveau - 1} GROUP BY hoger, status, bouwjaar ORDER BY hoger, status, bouwjaar`);
  }
  db.run("COMMIT");
}

/** The rows of niveau 0, which go in by order of key. */
function deriveSquares(db: Database): void {
  const insert = db.prepare("INSERT INTO pand_raster VALUES (0, ?, ?, ?, ?)");
  const panden = db.prepare<PandBox, number[]>(`
    SELECT minx AS minX, maxx AS maxX, miny AS minY, maxy AS maxY, bouwjaar, status FROM rtree_pand_geom CROSS JOIN pand ON fid = id
    WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?`);
  for (let tile = 0; tile < TILES; tile++) {
    const cell = rasterCell(TILE_NIVEAU, tile);
    const boxes = panden.iterate(cell.minX + cell.sizeM, cell.minX, cell.minY + cell.sizeM, cell.minY);
    const leaves = leavesOf(boxes, cell);
    for (const key of Float64Array.from(leaves.keys()).sort()) {
      const kind = key % (YEARS * STATUSES.length);
      const square = tile * SQUARES_OF_TILE + Math.trunc(key / (YEARS * STATUSES.length));
      insert.run(square, Math.trunc(kind / YEARS), kind % YEARS, leaves.get(key)!);
    }
  }
  insert.finalize();
  panden.finalize();
}

interface PandBox extends Box {
  bouwjaar: number | null;
  status: string;
}

/** Bits of leaves by square of niveau 0 (its number below the tile), status and bouwjaar in one number. */
function leavesOf(panden: Iterable<PandBox>, tile: Cell): Map<number, number> {
  const bits = new Map<number, number>();
  const last = SQUARES * 4 - 1;
  for (const { minX, maxX, minY, maxY, bouwjaar, status } of panden) {
    const kind = statusOf(status) * YEARS + (bouwjaar ?? UNKNOWN_BOUWJAAR);
    const east = Math.min(last, Math.floor((maxX - tile.minX) / LEAF_M));
    const north = Math.min(last, Math.floor((maxY - tile.minY) / LEAF_M));
    for (let y = Math.max(0, Math.floor((minY - tile.minY) / LEAF_M)); y <= north; y++) {
      for (let x = Math.max(0, Math.floor((minX - tile.minX) / LEAF_M)); x <= east; x++) {
        const key = squareAt(x >> 2, y >> 2) * YEARS * STATUSES.length + kind;
        bits.set(key, (bits.get(key) ?? 0) | (1 << ((y & 3) * 4 + (x & 3))));
      }
    }
  }
  return bits;
}

const STATUS_NUMBERS = new Map<string, number>(STATUSES.map((status, number) => [status, number]));

function statusOf(status: string): number {
  const number = STATUS_NUMBERS.get(status);
  if (number === undefined) throw new Error(`pand: status ${status} is not in the catalogus`);
  return number;
}

/** The number of a square below its tile: three times a part of 4 by 4. */
function squareAt(x: number, y: number): number {
  let square = 0;
  for (let shift = 4; shift >= 0; shift -= 2)
    square = square * PARTS + ((y >> shift) & 3) * 4 + ((x >> shift) & 3);
  return square;
}
