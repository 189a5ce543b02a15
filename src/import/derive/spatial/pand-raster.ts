/** Derives the squares that panden touch (registry/index/pand-raster.ts) from a tally of leaves. */
import { collectGarbageAt } from "../../../base/process-resources.ts";
import type { Database } from "../../../base/sqlite.ts";
import { roundBoxOutward } from "../../../geo/build-rtree.ts";
import type { Box } from "../../../geo/geometry.ts";
import type { BoxColumns } from "../../../geo/packed-rtree.ts";
import {
  LEAF_SIDE_M,
  PARTS_PER_CELL,
  ROOT_LEVEL,
  UNKNOWN_BOUWJAAR,
} from "../../../registry/index/pand-raster.ts";
import { ROOT_CELL } from "../../../registry/index/wgs84-box.ts";
import { OBJECT_TYPES } from "../../../registry/schema/object-types.ts";
import { differencesSql } from "../touched.ts";
import { geometryBox } from "./layer-boxes.ts";

const YEAR_COUNT = 10_000;
const STATUSES = OBJECT_TYPES.PND.statuses;
/** Exclusive upper bound of a status and a bouwjaar in one number ({@link statusYearOf}). */
const STATUS_YEAR_COUNT = YEAR_COUNT * STATUSES.length;

/**
 * Fills `pand_leaf` and `pand_raster` from the boxes of all panden, each with its status and bouwjaar
 * ({@link statusYearOf}).
 */
export function derivePandRaster(db: Database, { bounds }: BoxColumns, statusYears: Uint32Array): void {
  countLeaves(db, listLeaves(bounds, statusYears).sort());
  db.run(`INSERT INTO pand_raster SELECT 0, cell, status, bouwjaar, sum(1 << part) FROM pand_leaf
    GROUP BY cell, status, bouwjaar`);
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
    leaves[next++] = (square * STATUS_YEAR_COUNT + statusYears[row]!) * PARTS_PER_CELL + part;
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

/** Fills `pand_leaf` from sorted entries. */
function countLeaves(db: Database, leaves: Float64Array): void {
  const insert = db.query("INSERT INTO pand_leaf VALUES (?, ?, ?, ?, ?)");
  let row = 0;
  for (let i = 0, end = 0; i < leaves.length; i = end) {
    const entry = leaves[i]!;
    while (leaves[end] === entry) {
      end++;
    }
    const key = Math.floor(entry / PARTS_PER_CELL);
    const square = Math.floor(key / STATUS_YEAR_COUNT);
    insert.run(square, ...splitStatusYear(key % STATUS_YEAR_COUNT), entry % PARTS_PER_CELL, end - i);
    collectGarbageAt(++row);
  }
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

const STATUS_NUMBERS = new Map<string, number>(STATUSES.map((status, number) => [status, number]));

/** Returns a pand's status and bouwjaar in one number; throws on a status that is not in the catalogus. */
export function statusYearOf({
  status,
  bouwjaar,
}: {
  readonly status: string;
  readonly bouwjaar: number | null;
}): number {
  const number = STATUS_NUMBERS.get(status);
  if (number === undefined) {
    throw new Error(`pand: status ${status} is not in the catalogus`);
  }
  return number * YEAR_COUNT + (bouwjaar ?? UNKNOWN_BOUWJAAR);
}

function splitStatusYear(statusYear: number): [status: number, bouwjaar: number] {
  return [Math.trunc(statusYear / YEAR_COUNT), statusYear % YEAR_COUNT];
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

/** Updates `pand_leaf` by differences, and derives the squares of changed leaves again. */
export function updatePandRaster(db: Database): void {
  sumDifferences(db);
  db.run(`INSERT INTO pand_leaf SELECT * FROM work.leaf WHERE count <> 0
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  db.run(`DELETE FROM pand_leaf
    WHERE count = 0 AND (cell, status, bouwjaar, part) IN (SELECT cell, status, bouwjaar, part FROM work.leaf)`);
  db.run(`CREATE TABLE work.changed_square_0 AS
    SELECT DISTINCT cell, status, bouwjaar FROM work.leaf WHERE count <> 0`);
  deriveSquares(db, { level: 0, table: "pand_leaf", ofPart: "l.cell = s.cell AND l.part = p.part" });
  for (let level = 1; level <= ROOT_LEVEL; level++) {
    db.run(`CREATE TABLE work.changed_square_${level} AS
      SELECT DISTINCT cell / ${PARTS_PER_CELL} AS cell, status, bouwjaar FROM work.changed_square_${level - 1}`);
    const ofPart = `l.level = ${level - 1} AND l.cell = s.cell * ${PARTS_PER_CELL} + p.part`;
    deriveSquares(db, { level, table: "pand_raster", ofPart });
  }
}

/** Fills `work.leaf`, which is like `pand_leaf`, with the changes of its counts. */
function sumDifferences(db: Database): void {
  db.run(`CREATE TABLE work.leaf (cell INTEGER, status INTEGER, bouwjaar INTEGER, part INTEGER, count INTEGER,
    PRIMARY KEY (cell, status, bouwjaar, part)) WITHOUT ROWID`);
  const add = db.query(
    "INSERT INTO work.leaf VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
  );
  const panden = db.query<{ geom: Uint8Array; bouwjaar: number | null; status: string; weight: number }, []>(
    `SELECT geom, bouwjaar, status, weight FROM ${differencesSql("pand")}`,
  );
  for (const { geom, weight, ...kind } of panden.iterate()) {
    const statusYear = splitStatusYear(statusYearOf(kind));
    visitLeaves(roundBoxOutward(geometryBox(geom)), (square, part) => {
      add.run(square, ...statusYear, part, weight);
    });
  }
}

/** SQL table `p` of the numbers of a square's parts. */
const PARTS_SQL = `(SELECT column1 AS part FROM (VALUES ${Array.from({ length: PARTS_PER_CELL }, (_, part) => `(${part})`)})) p`;

interface SquareLevel {
  readonly level: number;
  /** Table that has a row for a part of a square. */
  readonly table: string;
  /** SQL that finds the row `l` of part `p.part` of square `s.cell`. */
  readonly ofPart: string;
}

/** Derives the squares of a level again that `work.changed_square_<level>` names. */
function deriveSquares(db: Database, { level, table, ofPart }: SquareLevel): void {
  const changed = `work.changed_square_${level}`;
  db.run(`DELETE FROM pand_raster
    WHERE level = ${level} AND (cell, status, bouwjaar) IN (SELECT cell, status, bouwjaar FROM ${changed})`);
  db.run(`INSERT INTO pand_raster SELECT ${level}, s.cell, s.status, s.bouwjaar, sum(1 << p.part)
    FROM ${changed} s CROSS JOIN ${PARTS_SQL}
    CROSS JOIN ${table} l ON ${ofPart} AND l.status = s.status AND l.bouwjaar = s.bouwjaar
    GROUP BY s.cell, s.status, s.bouwjaar`);
}
