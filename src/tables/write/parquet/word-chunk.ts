import type { WordBlock } from "./block.ts";
import { type Bounds, type ChunkWriter, encodeIndexes } from "./chunk-writer.ts";
import { boundsOf, definitionOf, PREFIX_BYTES, withPrefixes } from "./plain-chunk.ts";
import { toByteArrays } from "./text-bytes.ts";

/** Writes texts that repeat as one page of their numbers in a dictionary; returns the bounds. */
export function writeWordPage(chunk: ChunkWriter, { words, indexes }: WordBlock): Bounds {
  const arrays = toByteArrays(words);
  const count = words.lengths.length;
  chunk.writeDictionary(withPrefixes(arrays, arrays.bytes.length + PREFIX_BYTES * count), count);
  const filled = indexes.filter((index) => index !== 0);
  chunk.writePage({
    definition: definitionOf(indexes),
    encoding: "RLE_DICTIONARY",
    values: encodeIndexes(filled.map((index) => index - 1)),
  });
  return boundsOf(arrays);
}
