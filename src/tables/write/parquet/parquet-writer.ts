/**
 * Writes Parquet, GeoParquet 1.1 where rows have geometries: WKB, a column of boxes, row groups of 100,000
 * rows compressed with zstd. Memory holds two row groups.
 */
import type { RowGroup } from "hyparquet";
import { ByteWriter, ParquetWriter as FileWriter } from "hyparquet-writer";
import { TaskWorker } from "../../../base/ordered-workers.ts";
import { threadUrl } from "../../../base/program-files.ts";
import { throwFault } from "../../../base/thread-calls.ts";
import { type Box, emptyBox, envelopeOf } from "../../../geo/geometry.ts";
import { floatAbove, floatBelow } from "../../../geo/packed-rtree.ts";
import { wkbSizeBytes, writeWkb } from "../../../geo/wkb.ts";
import type { Crs, OutputRow, TableLayout, TableWriter, WriteBytes } from "../../table.ts";
import { geometryFor } from "../row-values.ts";
import { type Block, listBuffers, type Shapes } from "./block.ts";
import { type ColumnCollector, collectorOf } from "./collect-columns.ts";
import { blockEncoder, type EncodedGroup } from "./encode-block.ts";
import type { EncodeAnswer, EncodeTask } from "./encode-thread.ts";
import { geoMetadata, schemaOf } from "./schema.ts";

const GROUP_ROWS = 100_000;
/** Characters and bytes at which a row group of long texts or big geometries ends early. */
const GROUP_SIZE = 64 * 1024 * 1024;
/** Cells at which a row group ends early: an empty one has no size, and takes some bytes of memory all the same. */
const GROUP_CELLS = 8_000_000;
/** Rows after which the size is looked at: always at the same rows, however rows are divided over calls. */
const STEP_ROWS = 50;
export interface ParquetOptions {
  /** Parquet: true encodes in a thread beside the caller, which takes less time than to read and collect the rows. */
  readonly encodingThread?: boolean;
}

export class ParquetWriter implements TableWriter {
  readonly crs: Crs;
  readonly #layout: TableLayout;
  readonly #write: WriteBytes;
  readonly #columns: readonly ColumnCollector[];
  readonly #shapes: ShapeCollector | undefined;
  readonly #bytes = new ByteWriter();
  readonly #file: FileWriter;
  readonly #hasThread: boolean;
  #worker: TaskWorker | undefined;
  #rows = 0;
  /** Resolves when all row groups but the collected one are written. */
  #written = Promise.resolve();

  constructor(layout: TableLayout, write: WriteBytes, { encodingThread = false }: ParquetOptions) {
    this.#layout = layout;
    this.crs = layout.crs ?? "wgs84";
    this.#write = write;
    this.#hasThread = encodingThread;
    this.#columns = layout.columns.map(({ kind }, i) => collectorOf(kind, i, GROUP_ROWS));
    this.#shapes = layout.geometryType && new ShapeCollector(layout, GROUP_ROWS);
    this.#file = new FileWriter({
      writer: this.#bytes,
      schema: schemaOf(layout).elements,
      codec: "ZSTD",
      createdBy: "baken (hyparquet-writer)",
    });
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (let from = 0; from < rows.length; ) {
      const to = Math.min(rows.length, from + STEP_ROWS - (this.#rows % STEP_ROWS));
      for (const column of this.#columns) {
        column.add(rows, from, to);
      }
      this.#shapes?.add(rows, from, to);
      this.#rows += to - from;
      from = to;
      if (this.#isFull()) {
        await this.#flush();
      }
    }
  }

  async finish(): Promise<void> {
    if (this.#rows > 0) {
      await this.#flush();
    }
    await this.#written;
    if (this.#layout.geometryType !== undefined) {
      this.#file.kvMetadata = [{ key: "geo", value: geoMetadata(this.#layout, this.#shapes!.extent) }];
    }
    await this.#file.finish();
    await this.#handOn();
  }

  async close(): Promise<void> {
    this.#worker?.terminate();
  }

  #isFull(): boolean {
    if (this.#rows === GROUP_ROWS) {
      return true;
    }
    if (this.#rows % STEP_ROWS !== 0) {
      return false;
    }
    if (this.#rows * this.#columns.length >= GROUP_CELLS) {
      return true;
    }
    let size = this.#shapes?.size ?? 0;
    for (const column of this.#columns) {
      size += column.size;
    }
    return size >= GROUP_SIZE;
  }

  /** Hands the collected rows to the encoder, once the row group before them is written. */
  async #flush(): Promise<void> {
    const block: Block = {
      rows: this.#rows,
      columns: this.#columns.map((column) => column.take()),
      shapes: this.#shapes?.take(),
    };
    this.#rows = 0;
    await this.#written;
    this.#written = this.#encode(block).then((group) => this.#append(group));
    // A fault is thrown by the call that waits for this group; until then it must not count as unhandled.
    this.#written.catch(() => undefined);
  }

  async #encode(block: Block): Promise<EncodedGroup> {
    if (!this.#hasThread) {
      return blockEncoder(this.#layout)(block);
    }
    if (this.#worker === undefined) {
      this.#worker = new TaskWorker(threadUrl("tables/write/parquet/encode-thread.ts"));
      this.#worker.broadcast({ layout: this.#layout } satisfies EncodeTask);
    }
    const task: EncodeTask = { block };
    const answer = await this.#worker.run<EncodeAnswer>(task, listBuffers(block));
    return "fault" in answer ? throwFault(answer.fault) : answer.group;
  }

  async #append({ bytes, rowGroup }: EncodedGroup): Promise<void> {
    await this.#handOn();
    this.#file.row_groups.push(shifted(rowGroup, BigInt(this.#bytes.offset)));
    this.#file.num_rows += rowGroup.num_rows;
    this.#bytes.offset += bytes.length;
    await this.#write(bytes);
  }

  /** Writes the contents of the library's buffer. */
  async #handOn(): Promise<void> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    if (bytes.length > 0) {
      await this.#write(bytes);
    }
  }
}

/** Returns a row group with its offsets from the beginning of the file. */
function shifted(group: RowGroup, by: bigint): RowGroup {
  for (const chunk of group.columns) {
    chunk.file_offset += by;
    const data = chunk.meta_data!;
    data.data_page_offset += by;
    if (data.dictionary_page_offset !== undefined) {
      data.dictionary_page_offset += by;
    }
  }
  return group;
}

/** Collects geometries as WKB with their boxes until a row group is full. */
class ShapeCollector {
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
