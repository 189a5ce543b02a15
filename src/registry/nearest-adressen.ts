import { type Box, boxesOverlap } from "../geo/geometry.ts";
import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import type { RdPoint } from "../geo/rd.ts";
import { type AdresBox, countAdressenIn, listAdresBoxesIn } from "./adres-boxes.ts";
import { rdPosition } from "./adres-record.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Cell, quartersOf, ROOT_CELL } from "./wgs84-box.ts";

/** A key of `adres` and the straight distance to its position. */
export interface NearAdres {
  readonly id: number;
  readonly distanceM: number;
}

/** Tried first, and doubled up to the last: where people live, a box of this half side holds enough. */
const FIRST_SIDE_M = 50;
const LAST_SIDE_M = 400;

/** Squares with more addresses are cut in four, down to this size: those of one tower lie on one spot. */
const MANY = 200;
const LEAST_CELL_M = 4;

interface Query {
  readonly radiusM: number;
  readonly limit: number;
}

/** The nearest first, ties by id; at most `limit`, none beyond the radius (included). Costs the same wherever `at` lies. */
export function nearestAdressen(s: Snapshot, at: RdPoint, query: Query): NearAdres[] {
  const candidates = candidatesCloseBy(s, at, query) ?? candidatesByCell(s, at, query);
  const reachM = Math.min(uppersOf(candidates, at)[query.limit - 1] ?? Infinity, query.radiusM);
  // Only those that may be among the nearest have their position read.
  const measured = candidates
    .filter((box) => closestM(box, at) <= reachM)
    .map(({ id }) => measure(s, at, id))
    .filter(({ distanceM }) => distanceM <= query.radiusM);
  return inOrder(measured).slice(0, query.limit);
}

/** All within a small radius that holds enough; `undefined` where there is none such, or too many for comparing all. */
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
 * Squares, nearest first: those with many addresses are cut up, others read, until what is read holds enough that lie
 * nearer than any square left. A town across the water is read along its near edge only.
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

/** How far each lies at most, ascending. */
function uppersOf(boxes: readonly Box[], at: RdPoint): Float64Array {
  return Float64Array.from(boxes, (box) => farthestM(box, at)).sort();
}

/** Of these addresses the nearest; those further than `radiusM` are left out. */
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
