import { type Box, emptyBox, envelopeOf } from "../../../geo/geometry.ts";
import { floatAbove, floatBelow } from "../../../geo/packed-rtree.ts";
import { wkbSizeBytes, writeWkb } from "../../../geo/wkb.ts";
import type { OutputRow, TableLayout } from "../../table.ts";
import { geometryFor } from "../geometry-for.ts";
import type { Shapes } from "./block.ts";

/** Collects geometries as WKB with their boxes until a row group is full. */
export class ShapeCollector {
  readonly extent: Box = emptyBox();
  readonly #layout: TableLayout;
  readonly #lengths: Uint32Array;
  readonly #boxes: readonly [Float32Array, Float32Array, Float32Array, Float32Array];
  #wkb = new DataView(new ArrayBuffer(64 * 1024));
  #rows = 0;
  #bytes = 0;

  /** For at most `capacity` rows. */
  constructor(layout: TableLayout, capacity: number) {
    this.#layout = layout;
    this.#lengths = new Uint32Array(capacity);
    this.#boxes = [
      new Float32Array(capacity),
      new Float32Array(capacity),
      new Float32Array(capacity),
      new Float32Array(capacity),
    ];
  }

  /** Bytes of WKB so far. */
  get size(): number {
    return this.#bytes;
  }

  add(rows: readonly OutputRow[], from: number, to: number): void {
    for (let i = from; i < to; i++) {
      this.#addOne(rows[i]!.geometry);
    }
  }

  take(): Shapes {
    const rows = this.#rows;
    const wkb = new Uint8Array(this.#wkb.buffer, 0, this.#bytes).slice();
    this.#rows = 0;
    this.#bytes = 0;
    return {
      wkb,
      lengths: this.#lengths.slice(0, rows),
      boxes: this.#boxes.map((sides) => sides.slice(0, rows)),
    };
  }

  #addOne(geometry: OutputRow["geometry"]): void {
    const shape = geometryFor(this.#layout, geometry);
    const row = this.#rows++;
    if (shape === null) {
      this.#lengths[row] = 0;
      return;
    }
    const size = wkbSizeBytes(shape);
    this.#reserve(size);
    writeWkb(this.#wkb, this.#bytes, shape);
    this.#bytes += size;
    this.#lengths[row] = size;
    const { minX, minY, maxX, maxY } = envelopeOf(shape);
    this.extent.minX = Math.min(this.extent.minX, minX);
    this.extent.minY = Math.min(this.extent.minY, minY);
    this.extent.maxX = Math.max(this.extent.maxX, maxX);
    this.extent.maxY = Math.max(this.extent.maxY, maxY);
    const [xmin, ymin, xmax, ymax] = this.#boxes;
    xmin[row] = floatBelow(minX);
    ymin[row] = floatBelow(minY);
    xmax[row] = floatAbove(maxX);
    ymax[row] = floatAbove(maxY);
  }

  #reserve(size: number): void {
    if (this.#bytes + size <= this.#wkb.byteLength) {
      return;
    }
    const larger = new Uint8Array((this.#bytes + size) * 2);
    larger.set(new Uint8Array(this.#wkb.buffer, 0, this.#bytes));
    this.#wkb = new DataView(larger.buffer);
  }
}
