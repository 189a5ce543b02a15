/** Fills the R*Trees of a GeoPackage's spatial index (GeoPackage Encoding Standard, annex F.3). */
import type { DatabaseSync } from "../base/sqlite.ts";
import type { Box } from "./geometry.ts";
import { quoteName } from "./geopackage-tables.ts";
import { type BoxColumns, floatAbove, floatBelow, RtreePacker } from "./packed-rtree.ts";

export interface RtreeBox extends Box {
  readonly id: number;
}

/** Boxes to index: `boxes` gives `count` of them, each taking 24 bytes of memory. */
export interface RtreeContents {
  readonly boxes: Iterable<RtreeBox>;
  readonly count: number;
}

/** Creates the named index table and fills it. */
export function buildRtree(db: DatabaseSync, name: string, { boxes, count }: RtreeContents): void {
  const index = createRtree(db, name);
  index.finish(toBoxColumns(boxes, count));
}

/** Index that is filled block by block: `add` any number of blocks, then `finish` with the last one. */
export interface RtreeBuilder {
  add(block: BoxColumns): void;
  finish(block: BoxColumns): void;
}

/** Creates the named index table, to be filled block by block. */
export function createRtree(db: DatabaseSync, name: string): RtreeBuilder {
  const [nodes, parents, rowIds] = ["node", "parent", "rowid"].map((part) => quoteName(`${name}_${part}`));
  db.exec(`CREATE VIRTUAL TABLE ${quoteName(name)} USING rtree(id, minx, maxx, miny, maxy)`);
  const root = db.prepare(`SELECT length(data) AS bytes FROM ${nodes} WHERE nodeno = 1`).get();
  const setNode = db.prepare(`INSERT OR REPLACE INTO ${nodes} (nodeno, data) VALUES (?, ?)`);
  const setParent = db.prepare(`INSERT INTO ${parents} (nodeno, parentnode) VALUES (?, ?)`);
  const setRow = db.prepare(`INSERT INTO ${rowIds} (rowid, nodeno) VALUES (?, ?)`);
  let leafOf = new Uint32Array(0);
  const packer = new RtreePacker(Number(root?.bytes), {
    writeNode: (number, data) => void setNode.run(number, data),
    writeParent: (child, node) => void setParent.run(child, node),
    writeLeaf(row, node) {
      leafOf[row] = node;
    },
  });
  const withRows = (pack: (block: BoxColumns) => void) => (block: BoxColumns) => {
    leafOf = new Uint32Array(block.ids.length);
    pack(block);
    // In order of id, as the boxes came: the table is then filled from left to right.
    block.ids.forEach((id, row) => void setRow.run(id, leafOf[row]!));
  };
  return { add: withRows((block) => packer.add(block)), finish: withRows((block) => packer.finish(block)) };
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
