/** Encodes a block as one row group. */
import { constants, zstdCompressSync } from "node:zlib";
import type { ColumnChunk, DecodedArray, RowGroup } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeColumn } from "hyparquet-writer/src/column.js";
import type { ColumnKind, TableLayout } from "../../table.ts";
import type { Block, ListBlock, NumberBlock, Shapes, TextBlock } from "./block.ts";
import { type ByteArrays, writePlainChunk } from "./plain-chunk.ts";
import { type LeafPath, schemaOf, type TableSchema } from "./schema.ts";
import { hardlyRepeats, toByteArrays } from "./text-bytes.ts";

/** Row group, with offsets from its own beginning. */
export interface EncodedGroup {
  readonly bytes: Uint8Array;
  readonly rowGroup: RowGroup;
}

/** Values of a leaf with its levels, in the terms of Dremel. */
interface Leaf {
  readonly values: DecodedArray;
  readonly definition: ArrayLike<number>;
  readonly repetition: ArrayLike<number>;
  readonly maxDefinition: number;
}

const PAGE_BYTES = 1024 * 1024;
const MIN_ROWS_TO_COLLECT_GARBAGE = 10_000;
const ZSTD_LEVEL = 3;
const ZSTD_OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } };
const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes, ZSTD_OPTIONS) };

/** Returns the function that encodes blocks of a table. */
export function blockEncoder(layout: TableLayout): (block: Block) => EncodedGroup {
  const schema = schemaOf(layout);
  return (block) => encode(block, schema, layout);
}

function encode(block: Block, schema: TableSchema, { columns }: TableLayout): EncodedGroup {
  const group = new GroupWriter();
  block.columns.forEach((column, i) => {
    const path = schema.columns[i]!;
    if (column.kind === "text" && hardlyRepeats(column)) {
      group.writePlain(path, toByteArrays(column));
    } else if (column.kind === "text") {
      group.write(path, textLeaf(column));
    } else if (column.kind === "list") {
      group.write(path, listLeaf(column));
    } else {
      group.write(path, numberLeaf(column, columns[i]!.kind));
    }
  });
  if (block.shapes !== undefined) {
    writeShapes(group, schema, block.shapes);
  }
  const encoded = group.finish(block.rows);
  // Frees the pages before the next group; nothing else would trigger the collection before they take half a gigabyte.
  if (block.rows >= MIN_ROWS_TO_COLLECT_GARBAGE) {
    Bun.gc(true);
  }
  return encoded;
}

function writeShapes(group: GroupWriter, schema: TableSchema, { wkb, lengths, boxes }: Shapes): void {
  const definition = Uint8Array.from(lengths, (length) => (length === 0 ? 0 : 1));
  group.writePlain(schema.geometry!, { bytes: wkb, lengths }, false);
  const hasNulls = definition.includes(0);
  schema.bbox.forEach((path, side) => {
    const sides = boxes[side]!;
    const filled = hasNulls
      ? Array.from(sides, (value, row) => (definition[row] === 0 ? null : value))
      : sides;
    group.write(path, flat(filled, definition));
  });
}

/** Writes columns one behind the other. */
class GroupWriter {
  readonly #writer = new ByteWriter(PAGE_BYTES);
  readonly #chunks: ColumnChunk[] = [];

  write(path: LeafPath, leaf: Leaf): void {
    const { values, definition, repetition, maxDefinition } = leaf;
    const { chunk } = writeColumn({
      writer: this.#writer,
      column: {
        columnName: path.at(-1)!.name,
        element: path.at(-1)!,
        schemaPath: [...path],
        codec: "ZSTD",
        compressors,
        stats: true,
        pageSize: PAGE_BYTES,
        columnIndex: false,
        offsetIndex: false,
      },
      pageData: {
        values,
        // The library only reads them by index.
        definitionLevels: definition as unknown as number[],
        repetitionLevels: repetition as unknown as number[],
        maxDefinitionLevel: maxDefinition,
      },
    });
    this.#chunks.push(chunk);
  }

  /** Writes a column of texts or geometries that hardly repeat. */
  writePlain(path: LeafPath, arrays: ByteArrays, hasStatistics = true): void {
    const options = { pageBytes: PAGE_BYTES, compress: compressors.ZSTD, hasStatistics };
    this.#chunks.push(writePlainChunk(this.#writer, path, arrays, options));
  }

  finish(rows: number): EncodedGroup {
    const bytes = this.#writer.getBytes();
    let uncompressed = 0n;
    for (const { meta_data } of this.#chunks) {
      uncompressed += meta_data!.total_uncompressed_size;
    }
    return {
      bytes,
      rowGroup: {
        columns: this.#chunks,
        total_byte_size: uncompressed,
        num_rows: BigInt(rows),
        total_compressed_size: BigInt(bytes.length),
      },
    };
  }
}

/** Returns a leaf of a column without lists; `definition` is 0 for null. */
function flat(values: DecodedArray, definition: Uint8Array): Leaf {
  return { values, definition, repetition: [], maxDefinition: 1 };
}

function* textsOf({ joined, lengths }: TextBlock): Generator<string> {
  let at = 0;
  for (const length of lengths) {
    yield joined.slice(at, at + length);
    at += length;
  }
}

function textLeaf({ joined, lengths }: TextBlock): Leaf {
  const values: (string | null)[] = [];
  const definition = new Uint8Array(lengths.length);
  let at = 0;
  for (let row = 0; row < lengths.length; row++) {
    const length = lengths[row]!;
    values.push(length === 0 ? null : joined.slice(at, at + length));
    definition[row] = length === 0 ? 0 : 1;
    at += length;
  }
  return flat(values, definition);
}

function numberLeaf({ values }: NumberBlock, kind: ColumnKind): Leaf {
  const definition = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1));
  if (kind === "boolean") {
    return flat(
      Array.from(values, (value) => (Number.isNaN(value) ? null : value === 1)),
      definition,
    );
  }
  const hasNulls = definition.includes(0);
  return flat(hasNulls ? Array.from(values, (v) => (Number.isNaN(v) ? null : v)) : values, definition);
}

function listLeaf({ items, counts }: ListBlock): Leaf {
  const values: (string | null)[] = [];
  const definition: number[] = [];
  const repetition: number[] = [];
  const texts = textsOf(items);
  for (const count of counts) {
    if (count <= 0) {
      values.push(null);
      definition.push(count + 1);
      repetition.push(0);
    }
    for (let i = 0; i < count; i++) {
      values.push(texts.next().value!);
      definition.push(2);
      repetition.push(i === 0 ? 0 : 1);
    }
  }
  return { values, definition, repetition, maxDefinition: 2 };
}
