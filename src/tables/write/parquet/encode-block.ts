/** Encodes a block as one row group. */
import { constants, zstdCompressSync } from "node:zlib";
import type { ColumnChunk, DecodedArray, RowGroup } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writeColumn } from "hyparquet-writer/src/column.js";
import type { TableLayout } from "../../table.ts";
import type { Block, ListBlock, NumberBlock, Shapes, TextBlock } from "./block.ts";
import { type LeafPath, schemaOf, type TableSchema } from "./schema.ts";

/** Row group, with offsets from its own beginning. */
export interface EncodedGroup {
  readonly bytes: Uint8Array;
  readonly rowGroup: RowGroup;
}

/** Values of a leaf with its levels, in the terms of Dremel. */
interface Levels {
  readonly values: DecodedArray;
  readonly definition: readonly number[];
  readonly repetition: readonly number[];
  readonly maxDefinition: number;
}

const PAGE_BYTES = 1024 * 1024;
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
    if (column.kind === "text") {
      group.write(path, textLevels(column));
    } else if (column.kind === "list") {
      group.write(path, listLevels(column));
    } else {
      group.write(path, numberLevels(column, columns[i]!.kind === "boolean"));
    }
  });
  if (block.shapes !== undefined) {
    writeShapes(group, schema, block.shapes);
  }
  return group.finish(block.rows);
}

function writeShapes(group: GroupWriter, schema: TableSchema, shapes: Shapes): void {
  const values: (Uint8Array | null)[] = [];
  let at = 0;
  for (const length of shapes.lengths) {
    values.push(length === 0 ? null : shapes.wkb.subarray(at, at + length));
    at += length;
  }
  const { definition } = optional(values);
  group.write(schema.geometry!, { ...optional(values), definition }, false);
  schema.bbox.forEach((path, side) => {
    const sides = Array.from(shapes.boxes[side]!, (value, row) => (definition[row] === 0 ? null : value));
    group.write(path, { ...optional(sides), definition });
  });
}

/** Writes columns one behind the other. */
class GroupWriter {
  readonly #writer = new ByteWriter(PAGE_BYTES);
  readonly #chunks: ColumnChunk[] = [];

  write(
    path: LeafPath,
    { values, definition, repetition, maxDefinition }: Levels,
    hasStatistics = true,
  ): void {
    const { chunk } = writeColumn({
      writer: this.#writer,
      column: {
        columnName: path.at(-1)!.name,
        element: path.at(-1)!,
        schemaPath: [...path],
        codec: "ZSTD",
        compressors,
        stats: hasStatistics,
        pageSize: PAGE_BYTES,
        columnIndex: false,
        offsetIndex: false,
      },
      pageData: {
        values,
        definitionLevels: definition as number[],
        repetitionLevels: repetition as number[],
        maxDefinitionLevel: maxDefinition,
      },
    });
    this.#chunks.push(chunk);
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

function optional(values: readonly unknown[]): Levels {
  const definition = values.map((value) => (value === null ? 0 : 1));
  return { values: values as unknown[], definition, repetition: [], maxDefinition: 1 };
}

function* textsOf({ joined, lengths }: TextBlock): Generator<string> {
  let at = 0;
  for (const length of lengths) {
    yield joined.slice(at, at + length);
    at += length;
  }
}

function textLevels({ joined, lengths }: TextBlock): Levels {
  const values: (string | null)[] = [];
  let at = 0;
  for (const length of lengths) {
    values.push(length === 0 ? null : joined.slice(at, at + length));
    at += length;
  }
  return optional(values);
}

function numberLevels({ values }: NumberBlock, isBoolean: boolean): Levels {
  return optional(
    Array.from(values, (value) => (Number.isNaN(value) ? null : isBoolean ? value === 1 : value)),
  );
}

function listLevels({ items, counts }: ListBlock): Levels {
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
