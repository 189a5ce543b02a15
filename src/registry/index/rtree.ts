/**
 * Reads an R*Tree node by node, outwards from a point too: SQLite's virtual table only finds the nearest by boxes of
 * growing size, in two to twenty times the processor time. Node format: geo/packed-rtree.ts.
 */
import { BoundedMap, memoizePerObject } from "../../base/memoize.ts";
import { viewOf } from "../../geo/blob-view.ts";
import { type Box, boxesOverlap, type PlanarPoint } from "../../geo/geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { rtreeName } from "../schema/geopackage.ts";
import type { FeatureTable } from "../schema/schema.ts";

const ROOT = 1;
const COUNT_OFFSET = 2;
const HEADER_BYTES = 4;
const CELL_BYTES = 24;
const MIN_X = 8;
const MAX_X = 12;
const MIN_Y = 16;
const MAX_Y = 20;

/** Maximum nodes above the leaves in memory, 1.2 kB each: all of a million entries, half of ten million. */
const MAX_INNER_NODES = 2_048;
/** Maximum nodes of a level that an estimate reads: a millisecond. */
const MAX_SAMPLED_NODES = 256;
/** Widens squared distances by more than their rounding, so that no entry at the cutoff is lost. */
const ROUNDING = 1 + 1e-12;

export interface NearestQuery {
  /** Inclusive. */
  readonly radiusM: number;
  readonly limit: number;
  /** Returns false for entries to leave out. */
  readonly accepts?: (key: number) => boolean;
}

/** Part of the country by which a tree is searched. */
export interface TreeArea {
  /** RD box that overlaps the box of every geometry in the area; `undefined` when there can be none. */
  readonly bounds: Box | undefined;
  /** Returns false only for an RD box in which nothing can share a point with the area. */
  mayTouch(box: Box): boolean;
}

/** Key of an entry, with the least coordinates of its box. */
export interface Corner {
  readonly key: number;
  readonly x: number;
  readonly y: number;
}

interface OpenNode {
  readonly number: number;
  /** Levels above the leaves. */
  readonly depth: number;
  readonly squaredM: number;
}

/** Boxes of a layer's geometries, by key of the row: float32, so up to 6 cm around a point. */
export class Rtree {
  readonly #snapshot: Pick<Snapshot, "statement">;
  readonly #select: string;
  readonly #innerNodes = new BoundedMap<number, DataView>(MAX_INNER_NODES);
  readonly #rootDepth: number;

  constructor(snapshot: Pick<Snapshot, "statement">, table: FeatureTable) {
    this.#snapshot = snapshot;
    this.#select = `SELECT data FROM ${rtreeName(table)}_node WHERE nodeno = ?`;
    const [high, low] = this.#read(ROOT);
    this.#rootDepth = high! * 256 + low!;
  }

  /**
   * Returns the keys of entries whose box shares a point with `box`, in no order. Stops after the leaf that reaches
   * `limit`.
   */
  list(box: Box, limit = Number.POSITIVE_INFINITY): number[] {
    const found: number[] = [];
    this.#search(box, (leaf, at) => found.push(idAt(leaf, at)) < limit);
    return found;
  }

  /**
   * Returns entries whose box shares a point with `box`, in no order: all that may also share a point with the area,
   * and maybe others. Stops after the leaf that reaches `limit`.
   */
  listCorners(
    box: Box,
    { area, limit }: { readonly area: TreeArea | undefined; readonly limit: number },
  ): Corner[] {
    const found: Corner[] = [];
    const add = (leaf: DataView, at: number) =>
      found.push({ key: idAt(leaf, at), x: leaf.getFloat32(at + MIN_X), y: leaf.getFloat32(at + MIN_Y) }) <
      limit;
    this.#search(box, add, area);
    return found;
  }

  /** Calls `add` with the cells of leaves that share a point with `box`, up to the leaf in which it returns false. */
  #search(
    { minX, minY, maxX, maxY }: Box,
    add: (leaf: DataView, at: number) => boolean,
    area?: TreeArea,
  ): void {
    const open = [this.#rootDepth, ROOT];
    for (let wantsMore = true; open.length > 0 && wantsMore; ) {
      const number = open.pop()!;
      const depth = open.pop()!;
      const node = this.#node(number, depth);
      for (let at = HEADER_BYTES, end = endOf(node); at < end; at += CELL_BYTES) {
        const isOutside =
          node.getFloat32(at + MIN_X) > maxX ||
          node.getFloat32(at + MAX_X) < minX ||
          node.getFloat32(at + MIN_Y) > maxY ||
          node.getFloat32(at + MAX_Y) < minY;
        if (isOutside) {
          continue;
        }
        if (depth === 0) {
          wantsMore = add(node, at);
        } else if (area === undefined || area.mayTouch(boxAt(node, at))) {
          open.push(depth - 1, idAt(node, at));
        }
      }
    }
  }

  /**
   * Estimates the number of entries that may share a point with an area, or of all entries without an area. Exact for
   * up to some ten thousand, else from an evenly spread sample of the nodes. Reads at most 256 nodes of each level.
   */
  estimateCount(area?: TreeArea): number {
    let nodes = [ROOT];
    let weight = 1;
    for (let depth = this.#rootDepth; ; depth--) {
      const step = Math.max(1, nodes.length / MAX_SAMPLED_NODES);
      const sampled: number[] = [];
      for (let at = 0; at < nodes.length; at += step) {
        sampled.push(nodes[Math.floor(at)]!);
      }
      weight *= nodes.length / Math.max(1, sampled.length);
      nodes = sampled.flatMap((number) => this.#keysIn(number, depth, area));
      if (depth === 0) {
        return Math.round(nodes.length * weight);
      }
    }
  }

  /** Returns the keys of a node's cells that may share a point with the area: of nodes, or of entries at depth 0. */
  #keysIn(number: number, depth: number, area: TreeArea | undefined): number[] {
    const node = this.#node(number, depth);
    const keys: number[] = [];
    for (let at = HEADER_BYTES, end = endOf(node); at < end; at += CELL_BYTES) {
      if (area === undefined || mayTouch(area, boxAt(node, at), depth)) {
        keys.push(idAt(node, at));
      }
    }
    return keys;
  }

  /**
   * Returns the keys of entries that may be among the nearest `limit` within the radius, whatever the exact position in
   * their box. Reads the nearest nodes first, until no other can contain one.
   */
  listNearest(at: PlanarPoint, { radiusM, limit, accepts }: NearestQuery): number[] {
    const ids: number[] = [];
    const squares: number[] = [];
    const open: OpenNode[] = [{ number: ROOT, depth: this.#rootDepth, squaredM: 0 }];
    const farthest = new SmallestValues(limit);
    let cutoff = radiusM * radiusM * ROUNDING;
    for (;;) {
      const next = takeNearest(open);
      if (next === undefined || next.squaredM > cutoff) {
        return ids.filter((_, i) => squares[i]! <= cutoff);
      }
      const { number, depth } = next;
      const node = this.#node(number, depth);
      for (let cell = HEADER_BYTES, end = endOf(node); cell < end; cell += CELL_BYTES) {
        const squaredM = squaredDistance(node, cell, at);
        if (squaredM > cutoff) {
          continue;
        }
        if (depth > 0) {
          open.push({ number: idAt(node, cell), depth: depth - 1, squaredM });
          continue;
        }
        const id = idAt(node, cell);
        if (accepts !== undefined && !accepts(id)) {
          continue;
        }
        ids.push(id);
        squares.push(squaredM);
        farthest.add(squaredFarthest(node, cell, at));
        cutoff = Math.min(cutoff, farthest.largest * ROUNDING);
      }
    }
  }

  /** Returns a node; inner nodes are kept, a leaf only until the next one is read. */
  #node(number: number, depth: number): DataView {
    if (depth === 0) {
      return viewOf(this.#read(number));
    }
    let node = this.#innerNodes.get(number);
    if (node === undefined) {
      node = new DataView(this.#read(number).slice().buffer);
      this.#innerNodes.set(number, node);
    }
    return node;
  }

  #read(number: number): Uint8Array {
    return this.#snapshot.statement<{ data: Uint8Array }>(this.#select).get(number)!.data;
  }
}

export const adresTreeOf = memoizePerObject((s: Snapshot) => new Rtree(s, "adres"));
export const pandTreeOf = memoizePerObject((s: Snapshot) => new Rtree(s, "pand"));

/** Tests entries by the bounds alone: their exact test follows when they are read. */
function mayTouch(area: TreeArea, box: Box, depth: number): boolean {
  return area.bounds !== undefined && boxesOverlap(area.bounds, box) && (depth === 0 || area.mayTouch(box));
}

function boxAt(node: DataView, cell: number): Box {
  return {
    minX: node.getFloat32(cell + MIN_X),
    maxX: node.getFloat32(cell + MAX_X),
    minY: node.getFloat32(cell + MIN_Y),
    maxY: node.getFloat32(cell + MAX_Y),
  };
}

function endOf(node: DataView): number {
  return HEADER_BYTES + node.getUint16(COUNT_OFFSET) * CELL_BYTES;
}

function idAt(node: DataView, cell: number): number {
  return node.getUint32(cell) * 2 ** 32 + node.getUint32(cell + 4);
}

/** Returns the square of the distance to the nearest point of a cell's box. */
function squaredDistance(node: DataView, cell: number, { x, y }: PlanarPoint): number {
  const dx = Math.max(node.getFloat32(cell + MIN_X) - x, 0, x - node.getFloat32(cell + MAX_X));
  const dy = Math.max(node.getFloat32(cell + MIN_Y) - y, 0, y - node.getFloat32(cell + MAX_Y));
  return dx * dx + dy * dy;
}

/** Returns the square of the distance to the farthest point of a cell's box. */
function squaredFarthest(node: DataView, cell: number, { x, y }: PlanarPoint): number {
  const dx = Math.max(x - node.getFloat32(cell + MIN_X), node.getFloat32(cell + MAX_X) - x);
  const dy = Math.max(y - node.getFloat32(cell + MIN_Y), node.getFloat32(cell + MAX_Y) - y);
  return dx * dx + dy * dy;
}

/** Removes the nearest of the nodes still to read. */
function takeNearest(open: OpenNode[]): OpenNode | undefined {
  let nearest = 0;
  for (let i = 1; i < open.length; i++) {
    if (open[i]!.squaredM < open[nearest]!.squaredM) {
      nearest = i;
    }
  }
  const last = open.pop();
  if (last === undefined || nearest === open.length) {
    return last;
  }
  const taken = open[nearest];
  open[nearest] = last;
  return taken;
}

/** The smallest of the numbers added, at most `limit` of them. */
export class SmallestValues {
  readonly #limit: number;
  /** Ascending. */
  readonly #values: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The largest of the smallest `limit`; infinite while there are fewer. */
  get largest(): number {
    return this.#values.length < this.#limit ? Number.POSITIVE_INFINITY : this.#values[this.#limit - 1]!;
  }

  add(value: number): void {
    const values = this.#values;
    if (value >= this.largest) {
      return;
    }
    let at = Math.min(values.length, this.#limit - 1);
    for (; at > 0 && values[at - 1]! > value; at--) {
      values[at] = values[at - 1]!;
    }
    values[at] = value;
  }
}
