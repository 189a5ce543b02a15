/** Fills the R*Trees of a GeoPackage's spatial index (GeoPackage Encoding Standard, annex F.3). */
import type { DatabaseSync } from "../../../base/sqlite.ts";
import type { Box } from "../../../geo/geometry.ts";
import { rtreeName } from "../../../registry/geopackage.ts";
import type { FeatureTable } from "../../../registry/schema.ts";
import { type BoxColumns, floatAbove, floatBelow, packRtree } from "./packed-rtree.ts";

/** Ends of the names of the tables behind an R*Tree. */
export const RTREE_TABLES = ["_node", "_parent", "_rowid"] as const;

/** Creates the index table of a layer (rtreeName) and fills it. */
export function buildRtree(db: DatabaseSync, table: FeatureTable, columns: BoxColumns): void {
  const name = rtreeName(table);
  createRtree(db, table);
  const count = columns.ids.length;
  const root = db.prepare(`SELECT length(data) AS bytes FROM ${name}_node WHERE nodeno = 1`).get();
  const setNode = db.prepare(`INSERT OR REPLACE INTO ${name}_node (nodeno, data) VALUES (?, ?)`);
  const setParent = db.prepare(`INSERT INTO ${name}_parent (nodeno, parentnode) VALUES (?, ?)`);
  const leafOf = new Uint32Array(count);
  packRtree(columns, Number(root?.bytes), {
    writeNode: (number, data) => void setNode.run(number, data),
    writeParent: (child, node) => void setParent.run(child, node),
    writeLeaf(row, node) {
      leafOf[row] = node;
    },
  });
  // In order of id, as the boxes came: the table is then filled from left to right.
  const setRow = db.prepare(`INSERT INTO ${name}_rowid (rowid, nodeno) VALUES (?, ?)`);
  for (let row = 0; row < count; row++) {
    setRow.run(columns.ids[row]!, leafOf[row]!);
  }
}

export function createRtree(db: DatabaseSync, table: FeatureTable): void {
  db.exec(`CREATE VIRTUAL TABLE ${rtreeName(table)} USING rtree(id, minx, maxx, miny, maxy)`);
}

/** Returns the box that an R*Tree keeps of a box: the smallest with float32 sides that contains it. */
export function roundBoxOutward({ minX, minY, maxX, maxY }: Box): Box {
  return {
    minX: floatBelow(minX),
    minY: floatBelow(minY),
    maxX: floatAbove(maxX),
    maxY: floatAbove(maxY),
  };
}

/** Collects the boxes of a layer, a known number of them; takes 24 bytes of memory for each. */
export class BoxCollector {
  readonly #columns: BoxColumns;
  /** The box around all boxes so far, before rounding. */
  readonly extent: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  #row = 0;

  constructor(count: number) {
    this.#columns = { ids: new Float64Array(count), bounds: new Float32Array(count * 4) };
  }

  add(id: number, box: Box): void {
    const { extent } = this;
    extent.minX = Math.min(extent.minX, box.minX);
    extent.minY = Math.min(extent.minY, box.minY);
    extent.maxX = Math.max(extent.maxX, box.maxX);
    extent.maxY = Math.max(extent.maxY, box.maxY);
    // Also catches NaN, which would spoil every node above it.
    if (!(box.minX <= box.maxX && box.minY <= box.maxY)) {
      throw new Error(`the box of ${id} has no extent`);
    }
    const { ids, bounds } = this.#columns;
    const row = this.#row++;
    ids[row] = id;
    bounds[row * 4] = floatBelow(box.minX);
    bounds[row * 4 + 1] = floatAbove(box.maxX);
    bounds[row * 4 + 2] = floatBelow(box.minY);
    bounds[row * 4 + 3] = floatAbove(box.maxY);
  }

  /** Returns all boxes; throws unless there are as many as were announced. */
  finish(): BoxColumns {
    const { length } = this.#columns.ids;
    if (this.#row !== length) {
      throw new Error(`${this.#row} boxes where ${length} were announced`);
    }
    return this.#columns;
  }
}
