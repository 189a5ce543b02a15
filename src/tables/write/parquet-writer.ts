/**
 * Writes Parquet with hyparquet-writer, GeoParquet 1.1 where rows have geometries: WKB, a column of boxes, row groups
 * of 100,000 rows compressed with zstd. Memory holds the rows of one row group.
 */
import { constants, zstdCompressSync } from "node:zlib";
import { ByteWriter, type ColumnSource, ParquetWriter as FileWriter } from "hyparquet-writer";
import { type Box, emptyBox, envelopeOf, type Geometry } from "../../geo/geometry.ts";
import { floatAbove, floatBelow } from "../../geo/packed-rtree.ts";
import { wkbSizeBytes, writeWkb } from "../../geo/wkb.ts";
import type { ColumnKind, Crs, OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../table.ts";
import { BBOX, GEOMETRY, geoMetadata, schemaOf } from "./parquet-schema.ts";
import { geometryFor, textOrNull } from "./row-values.ts";

const GROUP_ROWS = 100_000;
/** Characters and bytes of geometries at which a row group of long texts or big geometries ends early. */
const GROUP_SIZE = 16 * 1024 * 1024;
/** Cells at which a row group ends early: an empty cell has no size, but takes memory. */
const GROUP_CELLS = 2_000_000;
/** Minimum rows of a row group after which memory is freed; otherwise it would first grow to half a gigabyte. */
const MIN_ROWS_TO_COLLECT_GARBAGE = 10_000;

const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, ZSTD_OPTIONS) };

export class ParquetWriter implements TableWriter {
  readonly crs: Crs;
  readonly #layout: TableLayout;
  readonly #write: WriteBytes;
  readonly #names: readonly string[];
  readonly #bytes = new ByteWriter();
  readonly #file: FileWriter;
  readonly #extent = emptyBox();
  /** Stored values of the next row group by column. */
  #columns: unknown[][] = [];
  #shapes: (Uint8Array | null)[] = [];
  #boxes: (object | null)[] = [];
  #rows = 0;
  #size = 0;

  constructor(layout: TableLayout, write: WriteBytes) {
    this.#layout = layout;
    this.crs = layout.crs ?? "wgs84";
    this.#write = write;
    const { elements, names } = schemaOf(layout);
    this.#names = names;
    this.#file = new FileWriter({
      writer: this.#bytes,
      schema: elements,
      codec: "ZSTD",
      compressors,
      createdBy: "baken (hyparquet-writer)",
    });
    this.#startGroup();
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (const row of rows) {
      this.#add(row);
      const cells = this.#rows * this.#columns.length;
      if (this.#rows === GROUP_ROWS || cells >= GROUP_CELLS || this.#size >= GROUP_SIZE) {
        await this.#flush();
      }
    }
  }

  async finish(): Promise<void> {
    if (this.#rows > 0) {
      await this.#flush();
    }
    if (this.#layout.geometryType !== undefined) {
      this.#file.kvMetadata = [{ key: "geo", value: geoMetadata(this.#layout, this.#extent) }];
    }
    await this.#file.finish();
    await this.#handOn();
  }

  async close(): Promise<void> {}

  #startGroup(): void {
    this.#columns = this.#names.map(() => []);
    this.#shapes = [];
    this.#boxes = [];
    this.#rows = 0;
    this.#size = 0;
  }

  #add({ values, geometry }: OutputRow): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      this.#columns[i]!.push(TO_STORED[this.#layout.columns[i]!.kind](value));
      this.#size += sizeOf(value);
    }
    if (this.#layout.geometryType !== undefined) {
      const shape = geometryFor(this.#layout, geometry);
      const box = shape && envelopeOf(shape);
      extend(this.#extent, box);
      this.#shapes.push(shape && toWkb(shape));
      this.#boxes.push(box && toFloats(box));
      this.#size += this.#shapes.at(-1)?.length ?? 0;
    }
    this.#rows++;
  }

  /** Writes the collected rows as a row group. */
  async #flush(): Promise<void> {
    const columnData: ColumnSource[] = this.#columns.map((data, i) => ({ name: this.#names[i]!, data }));
    if (this.#layout.geometryType !== undefined) {
      // Geometries have no order, so no bounds; they do not repeat.
      columnData.push({ name: GEOMETRY, data: this.#shapes, encoding: "PLAIN", statistics: false });
      columnData.push({ name: BBOX, data: this.#boxes, encoding: "PLAIN" });
    }
    const rows = this.#rows;
    this.#startGroup();
    const withoutIndex = columnData.map((column) => ({ ...column, offsetIndex: false }));
    await this.#file.write({ columnData: withoutIndex, rowGroupSize: rows });
    await this.#handOn();
    if (rows >= MIN_ROWS_TO_COLLECT_GARBAGE) {
      Bun.gc(true);
    }
  }

  /** Writes the contents of the library's buffer. */
  async #handOn(): Promise<void> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    await this.#write(bytes);
  }
}

/** Returns the characters of a value. */
function sizeOf(value: Value): number {
  if (typeof value === "string") {
    return value.length;
  }
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  return "kind" in value ? value.text.length : value.reduce((sum, { length }) => sum + length, 0);
}

const DAY_MS = 86_400_000;
const INT32_LIMIT = 2 ** 31;

/** Functions that return the stored form of a value, null for one without text and for a number that is not finite. */
const TO_STORED: Readonly<Record<ColumnKind, (value: Value) => unknown>> = {
  text: textOrNull,
  cell: textOrNull,
  list: (value) => value,
  boolean: (value) => value,
  real: toNumber,
  integer(value) {
    const number = toNumber(value);
    if (number !== null && Math.abs(number) >= INT32_LIMIT) {
      throw new Error(`${number} is no integer of 32 bits`);
    }
    return number;
  },
  // Days since 1970-01-01.
  date: (value) => (value === null ? null : toNumber(Date.parse(String(value)) / DAY_MS)),
};

function toNumber(value: Value): number | null {
  const number = Number(value);
  return value === null || !Number.isFinite(number) ? null : number;
}

/** Memory in which each geometry is written; grows to the largest. */
let scratch = new DataView(new ArrayBuffer(64 * 1024));

function toWkb(shape: Geometry): Uint8Array {
  const size = wkbSizeBytes(shape);
  if (size > scratch.byteLength) {
    scratch = new DataView(new ArrayBuffer(2 * size));
  }
  writeWkb(scratch, 0, shape);
  // A copy, because the next geometry overwrites the scratch memory.
  return new Uint8Array(scratch.buffer, 0, size).slice();
}

/** Returns the sides of a box as float32 values that enclose it. */
function toFloats({ minX, minY, maxX, maxY }: Box): object {
  return { xmin: floatBelow(minX), ymin: floatBelow(minY), xmax: floatAbove(maxX), ymax: floatAbove(maxY) };
}

function extend(extent: Box, box: Box | null): void {
  if (box !== null) {
    extent.minX = Math.min(extent.minX, box.minX);
    extent.minY = Math.min(extent.minY, box.minY);
    extent.maxX = Math.max(extent.maxX, box.maxX);
    extent.maxY = Math.max(extent.maxY, box.maxY);
  }
}
