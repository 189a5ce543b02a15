/** Writes numbers: integers that repeat by their numbers in a dictionary, others as they are. */
import { type Bounds, type ChunkWriter, encodeIndexes } from "./chunk-writer.ts";

/** Arrays with the bytes of each type. */
const ARRAYS = { INT32: Int32Array, FLOAT: Float32Array, DOUBLE: Float64Array } as const;

export type NumberType = keyof typeof ARRAYS;
type Numbers = Int32Array | Float32Array | Float64Array;

/** Writes one page; `definition` is 0 for a null, else 1. Returns the bounds. */
export function writeNumberPage(
  chunk: ChunkWriter,
  type: NumberType,
  values: Float32Array | Float64Array,
  definition: Uint8Array,
): Bounds {
  const filled = definition.includes(0) ? values.filter((_, row) => definition[row] === 1) : values;
  const stored = new ARRAYS[type](filled);
  const dictionary = stored instanceof Int32Array ? dictionaryOf(stored) : undefined;
  if (dictionary === undefined) {
    chunk.writePage({ definition, encoding: "PLAIN", values: bytesOf(stored) });
  } else {
    const { distinct, indexes } = dictionary;
    chunk.writeDictionary(bytesOf(distinct), distinct.length);
    chunk.writePage({ definition, encoding: "RLE_DICTIONARY", values: encodeIndexes(indexes) });
  }
  return { ...boundsOf(filled), ...(type !== "INT32" && { nan_count: 0n }) };
}

/** Returns the distinct numbers, and of each number its place among them; undefined when they hardly repeat. */
function dictionaryOf(values: Int32Array): { distinct: Int32Array; indexes: Uint32Array } | undefined {
  const indexOf = new Map<number, number>();
  const indexes = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    let index = indexOf.get(value);
    if (index === undefined) {
      index = indexOf.size;
      indexOf.set(value, index);
      // With more, the dictionary and the indexes take about as much as the values.
      if (4 * indexOf.size > values.length) {
        return undefined;
      }
    }
    indexes[i] = index;
  }
  return indexOf.size === 0 ? undefined : { distinct: Int32Array.from(indexOf.keys()), indexes };
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Returns the bounds, of which a zero may have either sign. */
function boundsOf(values: Float32Array | Float64Array): Bounds {
  if (values.length === 0) {
    return {};
  }
  let [min, max] = [values[0]!, values[0]!];
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { min_value: min === 0 ? -0 : min, max_value: max === 0 ? 0 : max };
}
