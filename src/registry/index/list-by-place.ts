/**
 * Lists the entries of an R*Tree by place: in an order that depends on the entries alone, not on how the tree came to
 * be. An update and an import of the same state leave different trees.
 */
import type { Box } from "../../geo/geometry.ts";
import { Z_ORDER_SIDE, zOrder } from "../../geo/z-order.ts";
import type { Corner, Rtree, TreeArea } from "./rtree.ts";
import { type BoxCell, quartersOf } from "./wgs84-box.ts";

/** Entries above which a cell is divided: some twenty leaves. */
const MAX_ENTRIES = 1_000;
const EVERYWHERE: Box = {
  minX: Number.NEGATIVE_INFINITY,
  minY: Number.NEGATIVE_INFINITY,
  maxX: Number.POSITIVE_INFINITY,
  maxY: Number.POSITIVE_INFINITY,
};

/** Entry at its place: the Z-order of its least corner within the bounds of the area. */
export interface PlacedKey {
  readonly place: number;
  readonly key: number;
}

/** Yields the keys of {@link listPlaces}. */
export function* listByPlace(tree: Rtree, area?: TreeArea): Generator<number[]> {
  for (const entries of listPlaces(tree, area)) {
    yield entries.map(({ key }) => key);
  }
}

/**
 * Yields all entries, or those that may share a point with an area, some hundreds at a time; with `after` only the
 * entries after it, at the cost of these. They come by place, then by key: near panden are near each other in the list.
 * Empty arrays are places to pause. Only the entries of one cell are in memory.
 */
export function* listPlaces(tree: Rtree, area?: TreeArea, after?: PlacedKey): Generator<PlacedKey[]> {
  const bounds = area === undefined ? EVERYWHERE : area.bounds;
  if (bounds === undefined) {
    return;
  }
  const open: BoxCell[] = [cellAround(bounds)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (after !== undefined && zOrder(next.minX, next.minY) + next.sizeM ** 2 <= after.place) {
      continue;
    }
    const box = boxWithin(next, bounds);
    const limit = next.sizeM === 1 ? Number.POSITIVE_INFINITY : MAX_ENTRIES;
    const corners = box === undefined ? [] : tree.listCorners(box, { area, limit });
    if (corners.length < limit) {
      const entries = entriesFrom(corners, next, bounds);
      yield after === undefined ? entries : entries.filter((entry) => comparePlaces(entry, after) > 0);
    } else {
      // South-west, the first in Z-order, is taken next.
      open.push(...quartersOf(next).reverse());
      yield [];
    }
  }
}

function comparePlaces(a: PlacedKey, b: PlacedKey): number {
  return a.place - b.place || a.key - b.key;
}

/** Returns the entries that begin in a cell, in order; other entries belong to the cell where they begin. */
function entriesFrom(corners: readonly Corner[], { minX, minY, sizeM }: BoxCell, bounds: Box): PlacedKey[] {
  const [first, behind] = [zOrder(minX, minY), zOrder(minX, minY) + sizeM ** 2];
  return corners
    .map(({ key, x, y }) => ({ key, place: zOrder(Math.max(x, bounds.minX), Math.max(y, bounds.minY)) }))
    .filter(({ place }) => place >= first && place < behind)
    .sort(comparePlaces);
}

/** Returns a small cell around bounds, so that none of the larger cells around a small area is searched. */
function cellAround(bounds: Box): BoxCell {
  let cell: BoxCell = { minX: 0, minY: 0, sizeM: Z_ORDER_SIDE };
  while (cell.sizeM > 1) {
    const [quarter, ...others] = quartersOf(cell).filter((each) => boxWithin(each, bounds) !== undefined);
    if (quarter === undefined || others.length > 0) {
      break;
    }
    cell = quarter;
  }
  return cell;
}

/** Returns the part of a cell within bounds; a cell at the edge reaches as far as there are entries. */
function boxWithin({ minX, minY, sizeM }: BoxCell, bounds: Box): Box | undefined {
  const startOf = (least: number) => (least === 0 ? Number.NEGATIVE_INFINITY : least);
  const endOf = (least: number) =>
    least + sizeM === Z_ORDER_SIDE ? Number.POSITIVE_INFINITY : least + sizeM;
  const box = {
    minX: Math.max(startOf(minX), bounds.minX),
    minY: Math.max(startOf(minY), bounds.minY),
    maxX: Math.min(endOf(minX), bounds.maxX),
    maxY: Math.min(endOf(minY), bounds.maxY),
  };
  return box.minX <= box.maxX && box.minY <= box.maxY ? box : undefined;
}
