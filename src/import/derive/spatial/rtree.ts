/** Fills the R*Trees of a GeoPackage's spatial index (GeoPackage Encoding Standard, annex F.3). */
import type { DatabaseSync } from "../../../base/sqlite.ts";
import type { Box } from "../../../geo/geometry.ts";
import { rtreeName } from "../../../registry/geopackage.ts";
import type { FeatureTable } from "../../../registry/schema.ts";
import { type BoxColumns, floatAbove, floatBelow, packRtree } from "./packed-rtree.ts";

export interface RtreeBox extends Box {
  readonly id: number;
}

/** Boxes to index: `boxes` gives `count` of them, each taking 24 bytes of memory. */
export interface RtreeContents {
  readonly boxes: Iterable<RtreeBox>;
  readonly count: number;
}

/** Creates the index table of a layer (rtreeName) and fills it. */
export function buildRtree(db: DatabaseSync, table: FeatureTable, { boxes, count }: RtreeContents): void {
  const name = rtreeName(table);
  db.exec(`CREATE VIRTUAL TABLE ${name} USING rtree(id, minx, maxx, miny, maxy)`);
  const columns = toBoxColumns(boxes, count);
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

/** Returns the box that an R*Tree keeps of a box: the smallest with float32 sides that contains it. */
export function roundBoxOutward({ minX, minY, maxX, maxY }: Box): Box {
  return {
    minX: floatBelow(minX),
    minY: floatBelow(minY),
    maxX: floatAbove(maxX),
    maxY: floatAbove(maxY),
  };
}

function toBoxColumns(boxes: Iterable<RtreeBox>, count: number): BoxColumns {
  const ids = new Float64Array(count);
  const bounds = new Float32Array(count * 4);
  let row = 0;
  for (const box of boxes) {
    const { minX, maxX, minY, maxY } = roundBoxOutward(box);
    // Also catches NaN, which would spoil every node above it.
    if (!(minX <= maxX && minY <= maxY)) {
      throw new Error(`the box of ${box.id} has no extent`);
    }
    ids[row] = box.id;
    bounds[row * 4] = minX;
    bounds[row * 4 + 1] = maxX;
    bounds[row * 4 + 2] = minY;
    bounds[row * 4 + 3] = maxY;
    row++;
  }
  if (row !== count) {
    throw new Error(`${row} boxes where ${count} were announced`);
  }
  return { ids, bounds };
}
