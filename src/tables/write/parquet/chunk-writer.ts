import type { ColumnChunk, Encoding, Statistics } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import type { LeafPath } from "./schema.ts";

/** Bytes of a column chunk's values from which on a page ends. */
export const PAGE_BYTES = 1024 * 1024;

export type Compress = (bytes: Uint8Array) => Uint8Array;

/** Statistics of a column chunk about its values without nulls. */
export type Bounds = Pick<Statistics, "min_value" | "max_value"> & { nan_count?: bigint };

/** Rows of a page: its values without nulls, and by row 1, or 0 for null. */
interface Page {
  readonly definition: Uint8Array;
  readonly encoding: Encoding;
  readonly values: Uint8Array;
}

/** Appends the pages of one column without lists to a file, and keeps account of them. */
export class ChunkWriter {
  readonly #writer: ByteWriter;
  readonly #compress: Compress;
  readonly #start: number;
  #firstPage: number;
  #dictionaryPages = 0;
  #pages = 0;
  #encoding: Encoding = "PLAIN";
  #rows = 0;
  #nulls = 0;
  #uncompressed = 0;

  constructor(writer: ByteWriter, compress: Compress) {
    this.#writer = writer;
    this.#compress = compress;
    this.#start = writer.offset;
    this.#firstPage = writer.offset;
  }

  /** Writes `count` distinct values, PLAIN; the pages that follow hold their numbers. */
  writeDictionary(values: Uint8Array, count: number): void {
    const compressed = this.#compress(values);
    this.#appendHeader({
      type: "DICTIONARY_PAGE",
      uncompressed_page_size: values.length,
      compressed_page_size: compressed.length,
      dictionary_page_header: { num_values: count, encoding: "PLAIN" },
    });
    this.#writer.appendBytes(compressed);
    this.#uncompressed += values.length;
    this.#dictionaryPages = 1;
    this.#firstPage = this.#writer.offset;
  }

  writePage({ definition, encoding, values }: Page): void {
    const levels = new ByteWriter();
    const levelBytes = writeRleBitPackedHybrid(levels, definition, 1);
    const compressed = this.#compress(values);
    const nulls = countNulls(definition);
    this.#appendHeader({
      type: "DATA_PAGE_V2",
      uncompressed_page_size: levelBytes + values.length,
      compressed_page_size: levelBytes + compressed.length,
      data_page_header_v2: {
        num_values: definition.length,
        num_nulls: nulls,
        num_rows: definition.length,
        encoding,
        definition_levels_byte_length: levelBytes,
        repetition_levels_byte_length: 0,
        is_compressed: true,
      },
    });
    this.#writer.appendBytes(levels.getBytes());
    this.#writer.appendBytes(compressed);
    this.#uncompressed += levelBytes + values.length;
    this.#encoding = encoding;
    this.#pages++;
    this.#rows += definition.length;
    this.#nulls += nulls;
  }

  /** Returns the metadata, with offsets in the file; statistics only with bounds. */
  finish(path: LeafPath, bounds: Bounds | undefined): ColumnChunk {
    const { type } = path.at(-1)!;
    const hasDictionary = this.#dictionaryPages > 0;
    return {
      file_offset: BigInt(this.#start),
      meta_data: {
        type: type!,
        encodings: hasDictionary ? ["PLAIN", this.#encoding] : [this.#encoding],
        path_in_schema: path.slice(1).map(({ name }) => name),
        codec: "ZSTD",
        num_values: BigInt(this.#rows),
        total_uncompressed_size: BigInt(this.#uncompressed),
        total_compressed_size: BigInt(this.#writer.offset - this.#start),
        data_page_offset: BigInt(this.#firstPage),
        ...(hasDictionary && { dictionary_page_offset: BigInt(this.#start) }),
        ...(bounds && { statistics: { ...bounds, null_count: BigInt(this.#nulls) } }),
        encoding_stats: [
          ...(hasDictionary ? [{ page_type: "DICTIONARY_PAGE", encoding: "PLAIN", count: 1 } as const] : []),
          { page_type: "DATA_PAGE_V2", encoding: this.#encoding, count: this.#pages },
        ],
      },
    };
  }

  #appendHeader(header: Parameters<typeof writePageHeader>[1]): void {
    const start = this.#writer.offset;
    writePageHeader(this.#writer, header);
    this.#uncompressed += this.#writer.offset - start;
  }
}

function countNulls(definition: Uint8Array): number {
  let nulls = 0;
  for (let row = 0; row < definition.length; row++) {
    nulls += 1 - definition[row]!;
  }
  return nulls;
}

/** Returns numbers of values in a dictionary as a page holds them: their width in bits, then runs and packed groups. */
export function encodeIndexes(indexes: Uint32Array): Uint8Array {
  let greatest = 0;
  for (let i = 0; i < indexes.length; i++) {
    greatest = Math.max(greatest, indexes[i]!);
  }
  const bits = 32 - Math.clz32(greatest);
  const bytes = new ByteWriter();
  bytes.appendUint8(bits);
  writeRleBitPackedHybrid(bytes, indexes, bits);
  return bytes.getBytes();
}
