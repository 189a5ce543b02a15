/** Filling of the R*Trees that GeoPackage calls its spatial index (GeoPackage Encoding Standard, annex F.3). */
import type { Database } from "../base/sqlite.ts";

/** Boxes in columns, in any order; the arrays are as long as `ids` and are not changed. */
export interface RtreeBoxes {
  readonly ids: Float64Array;
  readonly minX: Float64Array | Float32Array;
  readonly maxX: Float64Array | Float32Array;
  readonly minY: Float64Array | Float32Array;
  readonly maxY: Float64Array | Float32Array;
}

/** The Hilbert curve runs through 2^13 by 2^13 cells: 40 m in a country of 300 km, below the size of a leaf. */
const CURVE_BITS = 13;
const CURVE_CELLS = 2 ** CURVE_BITS;
/** Cell and position share the 53 bits that a number holds exactly. */
const POSITION_RANGE = 2 ** (53 - 2 * CURVE_BITS);

/**
 * Creates the index table `rtree_<table>_geom` and fills it, in one transaction; SQLite rounds the boxes outward to
 * float32. Takes 8 bytes for each box besides what is given.
 *
 * Boxes go in along a Hilbert curve, so that each lands on the pages of the last: in order of id they would wander over
 * the whole tree, which no longer fits in the cache for the country. Packing the nodes ourselves would be ten times
 * faster, but Bun opens databases in SQLite's defensive mode, which keeps an R*Tree's own tables from being written.
 */
export function buildRtree(db: Database, table: string, boxes: RtreeBoxes): void {
  const name = `"rtree_${table}_geom"`;
  const { ids, minX, maxX, minY, maxY } = boxes;
  const order = curveOrder(boxes);
  db.transaction(() => {
    db.run(`CREATE VIRTUAL TABLE ${name} USING rtree(id, minx, maxx, miny, maxy)`);
    const insert = db.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`);
    for (let i = 0; i < order.length; i++) {
      const at = order[i]! % POSITION_RANGE;
      insert.run(ids[at]!, minX[at]!, maxX[at]!, minY[at]!, maxY[at]!);
    }
    insert.finalize();
  })();
}

/** Cell on the curve times {@link POSITION_RANGE}, plus position in the columns; ascending. */
function curveOrder(boxes: RtreeBoxes): Float64Array {
  const { ids, minX, maxX, minY, maxY } = boxes;
  if (ids.length > POSITION_RANGE)
    throw new Error(`${ids.length} boxes are more than one R*Tree is built for`);
  const { west, south, extent } = boundsOf(boxes);
  const scale = (CURVE_CELLS - 1) / Math.max(extent, Number.MIN_VALUE);
  const order = new Float64Array(ids.length);
  for (let i = 0; i < order.length; i++) {
    const x = ((minX[i]! + maxX[i]!) / 2 - west) * scale;
    const y = ((minY[i]! + maxY[i]!) / 2 - south) * scale;
    order[i] = curvePosition(Math.trunc(x), Math.trunc(y)) * POSITION_RANGE + i;
  }
  return order.sort();
}

function boundsOf({ ids, minX, maxX, minY, maxY }: RtreeBoxes): {
  west: number;
  south: number;
  extent: number;
} {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (let i = 0; i < ids.length; i++) {
    if (!(minX[i]! <= maxX[i]! && minY[i]! <= maxY[i]!))
      throw new Error(`the box of ${ids[i]} has no extent`);
    west = Math.min(west, minX[i]!);
    south = Math.min(south, minY[i]!);
    east = Math.max(east, maxX[i]!);
    north = Math.max(north, maxY[i]!);
  }
  return { west, south, extent: Math.max(east - west, north - south) };
}

/** How far along the Hilbert curve a cell lies: quadrant by quadrant, each turned the way the curve enters it. */
function curvePosition(column: number, row: number): number {
  let x = column;
  let y = row;
  let position = 0;
  for (let half = CURVE_CELLS / 2; half >= 1; half /= 2) {
    const isEast = (x & half) > 0;
    const isNorth = (y & half) > 0;
    position = position * 4 + (isEast ? (isNorth ? 2 : 3) : isNorth ? 1 : 0);
    if (isNorth) continue;
    if (isEast) {
      x = CURVE_CELLS - 1 - x;
      y = CURVE_CELLS - 1 - y;
    }
    [x, y] = [y, x];
  }
  return position;
}
