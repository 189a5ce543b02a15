import { collectGarbageAt } from "../../../base/process-resources.ts";
import type { Database } from "../../../base/sqlite.ts";
import { roundBoxOutward } from "../../../geo/build-rtree.ts";
import type { Box } from "../../../geo/geometry.ts";
import type { BoxColumns } from "../../../geo/packed-rtree.ts";
import {
  LEAF_SIDE_M,
  PARTS_PER_CELL,
  partOfCell,
  ROOT_LEVEL,
  rasterCell,
  UNKNOWN_BOUWJAAR,
} from "../../../registry/index/pand-raster.ts";
import { ROOT_CELL } from "../../../registry/index/wgs84-box.ts";
import { rtreeName } from "../../../registry/schema/geopackage.ts";
import { OBJECT_TYPES } from "../../../registry/schema/object-types.ts";
import { differencesSql } from "../touched.ts";
import { geometryBox } from "./layer-boxes.ts";

const YEAR_COUNT = 10_000;
const STATUSES = OBJECT_TYPES.PND.statuses;
/** Exclusive upper bound of a status and a bouwjaar in one number ({@link statusYearOf}). */
const STATUS_YEAR_COUNT = YEAR_COUNT * STATUSES.length;

/**
 * Fills `pand_raster` (registry/index/pand-raster.ts) from the boxes of all panden, each with its status and bouwjaar
 * ({@link statusYearOf}).
 */
export function derivePandRaster(db: Database, { bounds }: BoxColumns, statusYears: Uint32Array): void {
  writeSquares(db, listLeaves(bounds, statusYears).sort());
  for (let level = 1; level <= ROOT_LEVEL; level++) {
    db.run(`INSERT INTO pand_raster
      SELECT ${level}, cell / ${PARTS_PER_CELL} AS parent_cell, status, bouwjaar, sum(1 << (cell % ${PARTS_PER_CELL})) FROM pand_raster
      WHERE level = ${level - 1} GROUP BY parent_cell, status, bouwjaar ORDER BY parent_cell, status, bouwjaar`);
  }
}

/** Returns an entry for each leaf that each box touches: the key of its square and its part, in one number. */
function listLeaves(bounds: Float32Array, statusYears: Uint32Array): Float64Array {
  let count = 0;
  visitAll(bounds, () => count++);
  const leaves = new Float64Array(count);
  let next = 0;
  visitAll(bounds, (square, part, row) => {
    leaves[next++] = keyOf(square, statusYears[row]!) * PARTS_PER_CELL + part;
  });
  return leaves;
}

function visitAll(bounds: Float32Array, visit: (square: number, part: number, row: number) => void): void {
  const box = { minX: 0, maxX: 0, minY: 0, maxY: 0 };
  let row = 0;
  // One function for all rows: the country would make one for each of its 11 million panden.
  const visitLeaf = (square: number, part: number) => visit(square, part, row);
  for (let at = 0; at < bounds.length; row++, at += 4) {
    box.minX = bounds[at]!;
    box.maxX = bounds[at + 1]!;
    box.minY = bounds[at + 2]!;
    box.maxY = bounds[at + 3]!;
    visitLeaves(box, visitLeaf);
  }
}

/** Inserts the rows of level 0 from sorted entries. */
function writeSquares(db: Database, leaves: Float64Array): void {
  const insert = db.query("INSERT INTO pand_raster VALUES (0, ?, ?, ?, ?)");
  let row = 0;
  for (let i = 0; i < leaves.length; ) {
    const key = Math.floor(leaves[i]! / PARTS_PER_CELL);
    const end = (key + 1) * PARTS_PER_CELL;
    let bits = 0;
    for (; leaves[i]! < end; i++) {
      bits |= 1 << (leaves[i]! % PARTS_PER_CELL);
    }
    const { square, status, bouwjaar } = splitKey(key);
    insert.run(square, status, bouwjaar, bits);
    collectGarbageAt(++row);
  }
}

/** SQL for all panden as {@link PandBox}; a WHERE on the R*Tree's columns may follow. */
const PAND_BOXES_SQL = `SELECT minx AS minX, maxx AS maxX, miny AS minY, maxy AS maxY, bouwjaar, status
  FROM ${rtreeName("pand")} CROSS JOIN pand ON fid = id`;

/** Box of a pand as the R*Tree stores it, with the pand's bouwjaar and status. */
export interface PandBox extends Box {
  readonly bouwjaar: number | null;
  readonly status: string;
}

/**
 * Sets the bits of the leaves that a pand's box touches. Keys of `bits` are a square of level 0, status and bouwjaar in
 * one number ({@link splitKey}).
 */
function addLeaves(bits: Map<number, number>, pand: PandBox): void {
  const statusYear = statusYearOf(pand);
  visitLeaves(pand, (square, part) => {
    const key = keyOf(square, statusYear);
    bits.set(key, (bits.get(key) ?? 0) | (1 << part));
  });
}

/** Visits the leaves that a box touches, each as a part of a square of level 0. */
function visitLeaves(box: Box, visit: (square: number, part: number) => void): void {
  const east = leafAt(box.maxX - ROOT_CELL.minX);
  const north = leafAt(box.maxY - ROOT_CELL.minY);
  for (let y = Math.max(0, Math.floor((box.minY - ROOT_CELL.minY) / LEAF_SIDE_M)); y <= north; y++) {
    for (let x = Math.max(0, Math.floor((box.minX - ROOT_CELL.minX) / LEAF_SIDE_M)); x <= east; x++) {
      visit(squareAt(x >> 2, y >> 2), (y & 3) * 4 + (x & 3));
    }
  }
}

const LEAVES_PER_SIDE = ROOT_CELL.sizeM / LEAF_SIDE_M;

/** Returns the last column or row of leaves that begins within a distance from the west or south side. */
function leafAt(metres: number): number {
  return Math.min(LEAVES_PER_SIDE - 1, Math.floor(metres / LEAF_SIDE_M));
}

function keyOf(square: number, statusYear: number): number {
  return square * STATUS_YEAR_COUNT + statusYear;
}

interface RasterKey {
  readonly square: number;
  /** Status and bouwjaar in one number. */
  readonly statusYear: number;
  readonly status: number;
  readonly bouwjaar: number;
}

function splitKey(key: number): RasterKey {
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
export function statusYearOf({ status, bouwjaar }: Omit<PandBox, keyof Box>): number {
  const number = STATUS_NUMBERS.get(status);
  if (number === undefined) {
    throw new Error(`pand: status ${status} is not in the catalogus`);
  }
  return number * YEAR_COUNT + (bouwjaar ?? UNKNOWN_BOUWJAAR);
}

/**
 * Returns the number of a square of level 0: one base-16 digit per division of the country into 4 by 4 parts, largest
 * parts first.
 */
function squareAt(x: number, y: number): number {
  let square = 0;
  for (let shift = 2 * (ROOT_LEVEL - 1); shift >= 0; shift -= 2) {
    square = square * PARTS_PER_CELL + ((y >> shift) & 3) * 4 + ((x >> shift) & 3);
  }
  return square;
}

/** Bits by square, status and bouwjaar, packed into one number that {@link splitKey} reads. */
type Bits = Map<number, number>;

interface Changes {
  readonly set: Bits;
  readonly cleared: Bits;
}

/**
 * Updates `pand_raster` after panden have changed, using their R*Tree: a leaf that a pand has left keeps its bit when
 * another pand of that bouwjaar and status touches it. On higher levels a bit is set when the part has a row, and a row
 * without bits is removed.
 */
export function updatePandRaster(db: Database): void {
  let changes = findChanges(db);
  for (let level = 0; level <= ROOT_LEVEL; level++) {
    changes = writeChanges(db, level, changes);
  }
}

interface PandRow {
  readonly geom: Uint8Array;
  readonly bouwjaar: number | null;
  readonly status: string;
  readonly weight: number;
}

function findChanges(db: Database): Changes {
  const bitsBefore: Bits = new Map();
  const bitsAfter: Bits = new Map();
  const panden = db.query<PandRow, []>(
    `SELECT geom, bouwjaar, status, weight FROM ${differencesSql("pand")}`,
  );
  for (const { geom, weight, ...kind } of panden.iterate()) {
    addLeaves(weight > 0 ? bitsAfter : bitsBefore, { ...roundBoxOutward(geometryBox(geom)), ...kind });
  }
  const leaves = new Leaves(db);
  const cleared: Bits = new Map();
  for (const [key, bits] of bitsBefore) {
    let clearedBits = bits & ~(bitsAfter.get(key) ?? 0);
    for (let part = 0; part < PARTS_PER_CELL; part++) {
      if (clearedBits & (1 << part) && leaves.has(key, part)) {
        clearedBits &= ~(1 << part);
      }
    }
    if (clearedBits !== 0) {
      cleared.set(key, clearedBits);
    }
  }
  return { set: bitsAfter, cleared };
}

/** Status and bouwjaar of the panden in each leaf, read once. */
class Leaves {
  readonly #kinds = new Map<number, ReadonlySet<number>>();
  readonly #panden: (...box: [number, number, number, number]) => PandBox[];

  constructor(db: Database) {
    // A pand that touches only the east or north side lies in the next leaf.
    const panden = db.query<PandBox, number[]>(`${PAND_BOXES_SQL}
      WHERE minx < ? AND maxx >= ? AND miny < ? AND maxy >= ?`);
    this.#panden = (...box) => panden.all(...box);
  }

  /** Returns true when a pand of the key's status and bouwjaar touches a part of its square. */
  has(key: number, part: number): boolean {
    const { square, statusYear } = splitKey(key);
    return this.#kinds
      .getOrInsertComputed(square * PARTS_PER_CELL + part, () => this.#kindsIn(square, part))
      .has(statusYear);
  }

  #kindsIn(square: number, part: number): Set<number> {
    const { minX, minY } = partOfCell(rasterCell(0, square), part);
    const panden = this.#panden(minX + LEAF_SIDE_M, minX, minY + LEAF_SIDE_M, minY);
    return new Set(panden.map(statusYearOf));
  }
}

/** Writes the bits of one level; returns the resulting changes of the next. */
function writeChanges(db: Database, level: number, { set, cleared }: Changes): Changes {
  const where = "level = ? AND cell = ? AND status = ? AND bouwjaar = ?";
  const select = db.query<{ bits: number }, number[]>(
    `SELECT part_bits AS bits FROM pand_raster WHERE ${where}`,
  );
  const write = db.query("INSERT OR REPLACE INTO pand_raster VALUES (?, ?, ?, ?, ?)");
  const remove = db.query(`DELETE FROM pand_raster WHERE ${where}`);
  const next: Changes = { set: new Map(), cleared: new Map() };
  for (const key of new Set([...set.keys(), ...cleared.keys()])) {
    const { square, statusYear, status, bouwjaar } = splitKey(key);
    const row = [level, square, status, bouwjaar];
    const before = select.get(...row)?.bits ?? 0;
    const after = (before & ~(cleared.get(key) ?? 0)) | (set.get(key) ?? 0);
    if (after === before) {
      continue;
    }
    if (after === 0) {
      remove.run(...row);
    } else {
      write.run(...row, after);
    }
    if (before !== 0 && after !== 0) {
      continue;
    }
    const nextBits = after === 0 ? next.cleared : next.set;
    const parentKey = Math.trunc(square / PARTS_PER_CELL) * STATUS_YEAR_COUNT + statusYear;
    nextBits.set(parentKey, (nextBits.get(parentKey) ?? 0) | (1 << (square % PARTS_PER_CELL)));
  }
  return next;
}
