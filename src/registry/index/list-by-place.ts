/**
 * Lists the entries of an R*Tree by place: in an order that depends on the entries alone, not on how the tree came to
 * be. An update and an import of the same state leave different trees.
 */
import type { Box } from "../../geo/geometry.ts";
import { Z_ORDER_SIDE, zOrder } from "../../geo/z-order.ts";
import type { Corner, Rtree, TreeArea } from "./rtree.ts";

/** Entries above which a square is divided: some twenty leaves. */
const MAX_ENTRIES = 1_000;
const EVERYWHERE: Box = {
  minX: Number.NEGATIVE_INFINITY,
  minY: Number.NEGATIVE_INFINITY,
  maxX: Number.POSITIVE_INFINITY,
  maxY: Number.POSITIVE_INFINITY,
};

interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

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
 * Empty arrays are places to pause. Only the entries of one square are in memory.
 */
export function* listPlaces(tree: Rtree, area?: TreeArea, after?: PlacedKey): Generator<PlacedKey[]> {
  const bounds = area === undefined ? EVERYWHERE : area.bounds;
  if (bounds === undefined) {
    return;
  }
  const open: Square[] = [squareAround(bounds)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (after !== undefined && zOrder(next.x, next.y) + next.side * next.side <= after.place) {
      continue;
    }
    const box = boxWithin(next, bounds);
    const limit = next.side === 1 ? Number.POSITIVE_INFINITY : MAX_ENTRIES;
    const corners = box === undefined ? [] : tree.listCorners(box, { area, limit });
    if (corners.length < limit) {
      const entries = entriesFrom(corners, next, bounds);
      yield after === undefined ? entries : entries.filter((entry) => comparePlaces(entry, after) > 0);
    } else {
      open.push(...quartersOf(next));
      yield [];
    }
  }
}

function comparePlaces(a: PlacedKey, b: PlacedKey): number {
  return a.place - b.place || a.key - b.key;
}

/** Returns the entries that begin in a square, in order; others belong to the square where they begin. */
function entriesFrom(corners: readonly Corner[], { x, y, side }: Square, bounds: Box): PlacedKey[] {
  const [first, behind] = [zOrder(x, y), zOrder(x, y) + side * side];
  return corners
    .map(({ key, x, y }) => ({ key, place: zOrder(Math.max(x, bounds.minX), Math.max(y, bounds.minY)) }))
    .filter(({ place }) => place >= first && place < behind)
    .sort(comparePlaces);
}

/** Returns a small square around bounds, so that none of the larger squares around a small area is searched. */
function squareAround(bounds: Box): Square {
  let square: Square = { x: 0, y: 0, side: Z_ORDER_SIDE };
  while (square.side > 1) {
    const [quarter, ...others] = quartersOf(square).filter((each) => boxWithin(each, bounds) !== undefined);
    if (quarter === undefined || others.length > 0) {
      break;
    }
    square = quarter;
  }
  return square;
}

/** Returns the quarters of a square, last in Z-order first. */
function quartersOf({ x, y, side }: Square): Square[] {
  const half = side / 2;
  return [
    { x: x + half, y: y + half, side: half },
    { x, y: y + half, side: half },
    { x: x + half, y, side: half },
    { x, y, side: half },
  ];
}

/** Returns the part of a square within bounds; a square at the edge reaches as far as there are entries. */
function boxWithin({ x, y, side }: Square, bounds: Box): Box | undefined {
  const isLast = (at: number) => at + side === Z_ORDER_SIDE;
  const box = {
    minX: Math.max(x === 0 ? Number.NEGATIVE_INFINITY : x, bounds.minX),
    minY: Math.max(y === 0 ? Number.NEGATIVE_INFINITY : y, bounds.minY),
    maxX: Math.min(isLast(x) ? Number.POSITIVE_INFINITY : x + side, bounds.maxX),
    maxY: Math.min(isLast(y) ? Number.POSITIVE_INFINITY : y + side, bounds.maxY),
  };
  return box.minX <= box.maxX && box.minY <= box.maxY ? box : undefined;
}
