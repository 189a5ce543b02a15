import { type Box, boxesOverlap } from "../geo/geometry.ts";
import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import type { RdPoint } from "../geo/rd.ts";
import { type AdresBox, countAdressenIn, listAdresBoxesIn } from "./adres-boxes.ts";
import { rdPosition } from "./adres-record.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Cell, quartersOf, ROOT_CELL } from "./wgs84-box.ts";

/** Key of `adres` and the Euclidean distance to its position. */
export interface NearbyAdresId {
  readonly id: number;
  readonly distanceM: number;
}

/** Half sides of the search box: starts at the minimum and doubles up to the maximum, enough in populated areas. */
const MIN_HALF_SIDE_M = 50;
const MAX_HALF_SIDE_M = 400;

/**
 * Cells with more addresses than `MAX_CELL_ADRESSEN` are split in four, down to `MIN_CELL_M`: the addresses of one
 * tower share one position.
 */
const MAX_CELL_ADRESSEN = 200;
const MIN_CELL_M = 4;

interface NearestQuery {
  readonly radiusM: number;
  readonly limit: number;
}

/**
 * Lists the nearest addresses, nearest first, ties by id; at most `limit` and within the radius (inclusive). The cost
 * does not depend on the position of `at`.
 */
export function listNearestAdressen(s: Snapshot, at: RdPoint, query: NearestQuery): NearbyAdresId[] {
  const candidates = listCandidatesInSmallBox(s, at, query) ?? listCandidatesByCell(s, at, query);
  const cutoffM = Math.min(upperBoundsOf(candidates, at)[query.limit - 1] ?? Infinity, query.radiusM);
  // Reads the exact positions of only those candidates that may be among the nearest.
  const measured = candidates
    .filter((box) => minDistanceM(box, at) <= cutoffM)
    .map(({ id }) => readDistance(s, at, id))
    .filter(({ distanceM }) => distanceM <= query.radiusM);
  return sortByDistance(measured).slice(0, query.limit);
}

/**
 * Returns the addresses in a small box around `at` that holds the nearest `limit`; `undefined` when no such box holds
 * enough, or when it holds too many to compare all.
 */
function listCandidatesInSmallBox(
  s: Snapshot,
  at: RdPoint,
  { radiusM, limit }: NearestQuery,
): AdresBox[] | undefined {
  const maxCandidates = limit * 8 + MAX_CELL_ADRESSEN;
  for (let stepM = MIN_HALF_SIDE_M; stepM <= MAX_HALF_SIDE_M; stepM *= 2) {
    const halfSideM = Math.min(stepM, radiusM);
    const { x, y } = at;
    const around = { minX: x - halfSideM, minY: y - halfSideM, maxX: x + halfSideM, maxY: y + halfSideM };
    const count = countAdressenIn(s, around, maxCandidates + 1);
    if (count > maxCandidates) {
      return undefined;
    }
    if (count < limit && halfSideM < radiusM) {
      continue;
    }
    const boxes = listAdresBoxesIn(s, around);
    if (halfSideM === radiusM || (upperBoundsOf(boxes, at)[limit - 1] ?? Infinity) <= halfSideM) {
      return boxes;
    }
  }
  return undefined;
}

/**
 * Returns candidates by a best-first search over quadtree cells: splits cells with many addresses and reads the others,
 * until enough addresses are certain to lie nearer than any cell left. Of a town across the water, only the near edge
 * is read.
 */
function listCandidatesByCell(s: Snapshot, at: RdPoint, { radiusM, limit }: NearestQuery): AdresBox[] {
  const found = new Map<number, AdresBox>();
  const queue = [{ cell: ROOT_CELL, minDistanceM: 0 }];
  let cutoffM = radiusM;
  for (;;) {
    const nearestIndex = queue.reduce(
      (best, { minDistanceM }, i) => (minDistanceM < queue[best]!.minDistanceM ? i : best),
      0,
    );
    const [next] = queue.splice(nearestIndex, 1);
    if (next === undefined || next.minDistanceM > cutoffM) {
      return [...found.values()];
    }
    const { cell } = next;
    const area = areaOf(cell);
    if (
      cell.sizeM > MIN_CELL_M &&
      (cell.sizeM > radiusM * 2 || countAdressenIn(s, area, MAX_CELL_ADRESSEN + 1) > MAX_CELL_ADRESSEN)
    ) {
      queue.push(
        ...quartersOf(cell).map((quarter) => ({
          cell: quarter,
          minDistanceM: minDistanceM(areaOf(quarter), at),
        })),
      );
      continue;
    }
    for (const box of listAdresBoxesIn(s, area)) {
      found.set(box.id, box);
    }
    cutoffM = Math.min(radiusM, upperBoundsOf([...found.values()], at)[limit - 1] ?? Infinity);
  }
}

function areaOf({ minX, minY, sizeM }: Cell): Box {
  return { minX, minY, maxX: minX + sizeM, maxY: minY + sizeM };
}

/** Returns the upper bounds of the distances to the boxes, ascending. */
function upperBoundsOf(boxes: readonly Box[], at: RdPoint): Float64Array {
  return Float64Array.from(boxes, (box) => maxDistanceM(box, at)).sort();
}

/** Returns the nearest of the addresses with these ids, ties by id; `undefined` when all lie further than `radiusM`. */
export function findNearestOfIds(
  s: Snapshot,
  at: RdPoint,
  { ids, radiusM }: { ids: readonly number[]; radiusM: number },
): NearbyAdresId | undefined {
  return sortByDistance(ids.map((id) => readDistance(s, at, id))).find(
    ({ distanceM }) => distanceM <= radiusM,
  );
}

function minDistanceM(box: Box, { x, y }: RdPoint): number {
  if (boxesOverlap(box, { minX: x, minY: y, maxX: x, maxY: y })) {
    return 0;
  }
  return Math.hypot(Math.max(box.minX - x, 0, x - box.maxX), Math.max(box.minY - y, 0, y - box.maxY));
}

function maxDistanceM(box: Box, { x, y }: RdPoint): number {
  return Math.hypot(Math.max(x - box.minX, box.maxX - x), Math.max(y - box.minY, box.maxY - y));
}

const GEOMETRY = "SELECT geom FROM adres WHERE fid = ?";

function readDistance(s: Snapshot, { x, y }: RdPoint, id: number): NearbyAdresId {
  const { geom } = s.statement<{ geom: Uint8Array }>(GEOMETRY).get(id)!;
  const position = rdPosition(decodeGpkgGeometry(geom));
  return { id, distanceM: Math.hypot(position.x - x, position.y - y) };
}

function sortByDistance(addresses: NearbyAdresId[]): NearbyAdresId[] {
  return addresses.sort((a, b) => a.distanceM - b.distanceM || a.id - b.id);
}
