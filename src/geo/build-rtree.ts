/** Fills the R*Trees of a GeoPackage's spatial index (GeoPackage Encoding Standard, annex F.3). */
import { collectGarbageAt } from "../base/process-resources.ts";
import type { DatabaseSync } from "../base/sqlite.ts";
import type { Box } from "./geometry.ts";
import { quoteName } from "./geopackage-tables.ts";
import { type BoxColumns, floatAbove, floatBelow, RtreePacker } from "./packed-rtree.ts";

/** Index that is filled block by block: `add` any number of blocks, then `finish` with the last one. */
export interface RtreeBuilder {
  add(block: BoxColumns): void;
  finish(block: BoxColumns): void;
}

/** Rows of the table of row numbers that one statement inserts: each call of a statement costs more than a row. */
const ROWS_PER_INSERT = 64;

/** Creates the named index table, to be filled block by block. */
export function createRtree(db: DatabaseSync, name: string): RtreeBuilder {
  const [nodes, parents, rowIds] = ["node", "parent", "rowid"].map((part) => quoteName(`${name}_${part}`));
  db.exec(`CREATE VIRTUAL TABLE ${quoteName(name)} USING rtree(id, minx, maxx, miny, maxy)`);
  const root = db.prepare(`SELECT length(data) AS bytes FROM ${nodes} WHERE nodeno = 1`).get();
  const setNode = db.prepare(`INSERT OR REPLACE INTO ${nodes} (nodeno, data) VALUES (?, ?)`);
  const setParent = db.prepare(`INSERT INTO ${parents} (nodeno, parentnode) VALUES (?, ?)`);
  const insertRows = (count: number) =>
    db.prepare(`INSERT INTO ${rowIds} (rowid, nodeno) VALUES ${Array(count).fill("(?, ?)").join(", ")}`);
  const setRow = insertRows(1);
  const setRows = insertRows(ROWS_PER_INSERT);
  const values: number[] = Array(2 * ROWS_PER_INSERT).fill(0);
  let leafOf = new Uint32Array(0);
  let placed = 0;
  const packer = new RtreePacker(Number(root?.bytes), {
    writeNode: (number, data) => void setNode.run(number, data),
    writeParent: (child, node) => void setParent.run(child, node),
    writeLeaf(row, node) {
      leafOf[row] = node;
      collectGarbageAt(++placed);
    },
  });
  const withRows = (pack: (block: BoxColumns) => void) => (block: BoxColumns) => {
    leafOf = new Uint32Array(block.ids.length);
    pack(block);
    // In order of id, as the boxes came: the table is then filled from left to right.
    const count = block.ids.length;
    const whole = count - (count % ROWS_PER_INSERT);
    for (let row = 0; row < whole; row += ROWS_PER_INSERT) {
      for (let i = 0; i < ROWS_PER_INSERT; i++) {
        values[2 * i] = block.ids[row + i]!;
        values[2 * i + 1] = leafOf[row + i]!;
      }
      setRows.run(...values);
      collectGarbageAt(row / ROWS_PER_INSERT);
    }
    for (let row = whole; row < count; row++) {
      setRow.run(block.ids[row]!, leafOf[row]!);
    }
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

/** Columns of the boxes of `count` rows, which are added in order of id; each box takes 24 bytes of memory. */
export class BoxCollector {
  /** Box around all added boxes; inverted without any. */
  readonly extent: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  readonly #ids: Float64Array;
  readonly #bounds: Float32Array;
  #row = 0;

  constructor(count: number) {
    this.#ids = new Float64Array(count);
    this.#bounds = new Float32Array(count * 4);
  }

  add(id: number, { minX, minY, maxX, maxY }: Box): void {
    // Also catches NaN, which would spoil every node above it.
    if (!(minX <= maxX && minY <= maxY)) {
      throw new Error(`the box of ${id} has no extent`);
    }
    const { extent } = this;
    extent.minX = Math.min(extent.minX, minX);
    extent.minY = Math.min(extent.minY, minY);
    extent.maxX = Math.max(extent.maxX, maxX);
    extent.maxY = Math.max(extent.maxY, maxY);
    const at = this.#row * 4;
    this.#ids[this.#row++] = id;
    this.#bounds[at] = floatBelow(minX);
    this.#bounds[at + 1] = floatAbove(maxX);
    this.#bounds[at + 2] = floatBelow(minY);
    this.#bounds[at + 3] = floatAbove(maxY);
  }

  finish(): BoxColumns {
    if (this.#row !== this.#ids.length) {
      throw new Error(`${this.#row} boxes where ${this.#ids.length} were announced`);
    }
    return { ids: this.#ids, bounds: this.#bounds };
  }
}
