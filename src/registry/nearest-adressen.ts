import { type Box, boxesOverlap } from "../geo/geometry.ts";
import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import type { RdPoint } from "../geo/rd.ts";
import { type AdresBox, countAdressenIn, listAdresBoxesIn } from "./adres-boxes.ts";
import { rdPosition } from "./adres-record.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Cell, quartersOf, ROOT_CELL } from "./wgs84-box.ts";

/** Key of `adres` and the Euclidean distance to its position. */
export interface NearAdres {
  readonly id: number;
  readonly distanceM: number;
}

/** Half sides of the search box: starts at the first and doubles up to the last. Enough in populated areas. */
const FIRST_SIDE_M = 50;
const LAST_SIDE_M = 400;

/**
 * Cells with more addresses than `MANY` are split in four, down to `LEAST_CELL_M`: the addresses of one tower share one
 * position.
 */
const MANY = 200;
const LEAST_CELL_M = 4;

interface Query {
  readonly radiusM: number;
  readonly limit: number;
}

/**
 * Lists the nearest addresses, nearest first, ties by id; at most `limit` and within the radius (inclusive). The cost
 * does not depend on the position of `at`.
 */
export function nearestAdressen(s: Snapshot, at: RdPoint, query: Query): NearAdres[] {
  const candidates = candidatesCloseBy(s, at, query) ?? candidatesByCell(s, at, query);
  const reachM = Math.min(uppersOf(candidates, at)[query.limit - 1] ?? Infinity, query.radiusM);
  // Reads the exact positions of only those candidates that may be among the nearest.
  const measured = candidates
    .filter((box) => closestM(box, at) <= reachM)
    .map(({ id }) => measure(s, at, id))
    .filter(({ distanceM }) => distanceM <= query.radiusM);
  return inOrder(measured).slice(0, query.limit);
}

/**
 * Returns the addresses in a small box around `at` that holds the nearest `limit`; `undefined` when no such box holds
 * enough, or when it holds too many to compare all.
 */
function candidatesCloseBy(s: Snapshot, at: RdPoint, { radiusM, limit }: Query): AdresBox[] | undefined {
  const most = limit * 8 + MANY;
  for (let sideM = FIRST_SIDE_M; sideM <= LAST_SIDE_M; sideM *= 2) {
    const reachM = Math.min(sideM, radiusM);
    const { x, y } = at;
    const around = { minX: x - reachM, minY: y - reachM, maxX: x + reachM, maxY: y + reachM };
    const count = countAdressenIn(s, around, most + 1);
    if (count > most) return undefined;
    if (count < limit && reachM < radiusM) continue;
    const boxes = listAdresBoxesIn(s, around);
    if (reachM === radiusM || (uppersOf(boxes, at)[limit - 1] ?? Infinity) <= reachM) return boxes;
  }
  return undefined;
}

/**
 * Returns candidates by a best-first search over quadtree cells: splits cells with many addresses and reads the others,
 * until enough addresses are certain to lie nearer than any cell left. Of a town across the water, only the near edge
 * is read.
 */
function candidatesByCell(s: Snapshot, at: RdPoint, { radiusM, limit }: Query): AdresBox[] {
  const found = new Map<number, AdresBox>();
  const open = [{ cell: ROOT_CELL, closestM: 0 }];
  let enoughM = radiusM;
  for (;;) {
    const nearest = open.reduce((best, { closestM }, i) => (closestM < open[best]!.closestM ? i : best), 0);
    const [next] = open.splice(nearest, 1);
    if (next === undefined || next.closestM > enoughM) return [...found.values()];
    const { cell } = next;
    const area = areaOf(cell);
    if (
      cell.sizeM > LEAST_CELL_M &&
      (cell.sizeM > radiusM * 2 || countAdressenIn(s, area, MANY + 1) > MANY)
    ) {
      open.push(...quartersOf(cell).map((part) => ({ cell: part, closestM: closestM(areaOf(part), at) })));
      continue;
    }
    for (const box of listAdresBoxesIn(s, area)) found.set(box.id, box);
    enoughM = Math.min(radiusM, uppersOf([...found.values()], at)[limit - 1] ?? Infinity);
  }
}

function areaOf({ minX, minY, sizeM }: Cell): Box {
  return { minX, minY, maxX: minX + sizeM, maxY: minY + sizeM };
}

/** Returns the upper bounds of the distances to the boxes, ascending. */
function uppersOf(boxes: readonly Box[], at: RdPoint): Float64Array {
  return Float64Array.from(boxes, (box) => farthestM(box, at)).sort();
}

/** Returns the nearest of the addresses with these ids, ties by id; `undefined` when all lie further than `radiusM`. */
export function nearestOfIds(
  s: Snapshot,
  at: RdPoint,
  { ids, radiusM }: { ids: readonly number[]; radiusM: number },
): NearAdres | undefined {
  return inOrder(ids.map((id) => measure(s, at, id))).find(({ distanceM }) => distanceM <= radiusM);
}

function closestM(box: Box, { x, y }: RdPoint): number {
  if (boxesOverlap(box, { minX: x, minY: y, maxX: x, maxY: y })) return 0;
  return Math.hypot(Math.max(box.minX - x, 0, x - box.maxX), Math.max(box.minY - y, 0, y - box.maxY));
}

function farthestM(box: Box, { x, y }: RdPoint): number {
  return Math.hypot(Math.max(x - box.minX, box.maxX - x), Math.max(y - box.minY, box.maxY - y));
}

const GEOMETRY = "SELECT geom FROM adres WHERE fid = ?";

function measure(s: Snapshot, { x, y }: RdPoint, id: number): NearAdres {
  const { geom } = s.statement<{ geom: Uint8Array }>(GEOMETRY).get(id)!;
  const position = rdPosition(decodeGpkgGeometry(geom));
  return { id, distanceM: Math.hypot(position.x - x, position.y - y) };
}

function inOrder(addresses: NearAdres[]): NearAdres[] {
  return addresses.sort((a, b) => a.distanceM - b.distanceM || a.id - b.id);
}
