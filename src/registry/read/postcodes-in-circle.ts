import type { RdPoint } from "../../geo/rd.ts";
import type { Snapshot } from "../file/snapshot.ts";
import {
  cellAt,
  gridColumn,
  gridRow,
  POSTCODE_CELL_M,
  postcodePrefixSumsOf,
  southOf,
  westOf,
} from "../index/postcode-grid.ts";

/**
 * One row of grid cells: `from` to `to` may intersect the circle; `insideStart` up to `insideEnd` lie entirely in it.
 */
interface Strip {
  readonly from: number;
  readonly to: number;
  /** First cell entirely inside the circle, and the one after the last; equal when there is none. */
  readonly insideStart: number;
  readonly insideEnd: number;
}

const COUNT_IN_CELLS = `SELECT count(*) AS n FROM postcode
  WHERE cell BETWEEN ? AND ? AND (x - ?) * (x - ?) + (y - ?) * (y - ?) <= ?`;

/** Counts the postcodes in a circle exactly: cells inside it by prefix sums, cells on its edge postcode by postcode. */
export function countPostcodesInCircle(s: Snapshot, at: RdPoint, radiusM: number): number {
  const prefixSums = postcodePrefixSumsOf(s);
  const countIn = (from: number, to: number) =>
    from > to
      ? 0
      : s.statement<{ n: number }>(COUNT_IN_CELLS).get(from, to, at.x, at.x, at.y, at.y, radiusM * radiusM)!
          .n;
  let count = 0;
  for (const { from, to, insideStart, insideEnd } of gridStripsOf(at, radiusM)) {
    if (insideStart === insideEnd) {
      count += countIn(from, to);
    } else {
      count +=
        countIn(from, insideStart - 1) +
        prefixSums[insideEnd]! -
        prefixSums[insideStart]! +
        countIn(insideEnd, to);
    }
  }
  return count;
}

/** Returns true when a point lies in the circle, bit for bit by the same formula as the counts and lists here. */
export function isInCircle({ x, y }: RdPoint, at: RdPoint, radiusM: number): boolean {
  return (x - at.x) * (x - at.x) + (y - at.y) * (y - at.y) <= radiusM * radiusM;
}

const IN_CELLS = `SELECT postcode, (x - ?1) * (x - ?1) + (y - ?2) * (y - ?2) AS squared FROM postcode
  WHERE cell BETWEEN ?3 AND ?4 AND squared <= ?5`;

/** Lists all postcodes in a circle, nearest first, ties by postcode; callers must keep the circle small. */
export function listPostcodesInCircle(
  s: Snapshot,
  at: RdPoint,
  radiusM: number,
): { postcode: string; distanceM: number }[] {
  const found: { postcode: string; squared: number }[] = [];
  for (const { from, to } of gridStripsOf(at, radiusM)) {
    found.push(
      ...s
        .statement<{ postcode: string; squared: number }>(IN_CELLS)
        .all(at.x, at.y, from, to, radiusM * radiusM),
    );
  }
  found.sort((a, b) => a.squared - b.squared || (a.postcode < b.postcode ? -1 : 1));
  return found.map(({ postcode, squared }) => ({ postcode, distanceM: Math.sqrt(squared) }));
}

/** Margin in metres for rounding: cells that lie inside by less are counted postcode by postcode. */
const ROUNDING_MARGIN_M = 0.001;

function* gridStripsOf({ x, y }: RdPoint, radiusM: number): Generator<Strip> {
  const lastRow = gridRow(y + radiusM);
  for (let row = gridRow(y - radiusM); row <= lastRow; row++) {
    const south = southOf(row);
    const north = south + POSTCODE_CELL_M;
    const from = cellAt(gridColumn(x - radiusM), row);
    const to = cellAt(gridColumn(x + radiusM), row);
    const farthestM = Math.max(Math.abs(y - south), Math.abs(north - y));
    const halfWidthM = Math.sqrt(radiusM ** 2 - farthestM ** 2) - ROUNDING_MARGIN_M;
    // NaN when the row extends beyond the circle.
    const insideStart = halfWidthM > 0 ? cellAt(firstColumnFrom(x - halfWidthM), row) : from;
    const insideEnd = halfWidthM > 0 ? cellAt(gridColumn(x + halfWidthM), row) : from;
    yield insideEnd > insideStart
      ? { from, to, insideStart, insideEnd }
      : { from, to, insideStart: from, insideEnd: from };
  }
}

/** Returns the first column whose west side is not west of `x`. */
function firstColumnFrom(x: number): number {
  const column = gridColumn(x);
  return westOf(column) < x ? column + 1 : column;
}
