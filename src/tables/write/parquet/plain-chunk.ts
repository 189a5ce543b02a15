/** Writes byte arrays that hardly repeat, such as identificaties and geometries, as pages of PLAIN values. */
import { type Bounds, type ChunkWriter, PAGE_BYTES } from "./chunk-writer.ts";

/** Values one behind the other, with the bytes of each; 0 is null. */
export interface ByteArrays {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
}

/** Bytes of the length in front of a value. */
export const PREFIX_BYTES = 4;

/** Writes the values in pages of about {@link PAGE_BYTES}. */
export function writePlainPages(chunk: ChunkWriter, { bytes, lengths }: ByteArrays): void {
  let at = 0;
  for (let from = 0; from < lengths.length; ) {
    let [to, size, end] = [from, 0, at];
    for (; to < lengths.length && size < PAGE_BYTES; to++) {
      const length = lengths[to]!;
      size += length === 0 ? 0 : PREFIX_BYTES + length;
      end += length;
    }
    const page = { bytes: bytes.subarray(at, end), lengths: lengths.subarray(from, to) };
    chunk.writePage({
      definition: definitionOf(page.lengths),
      encoding: "PLAIN",
      values: withPrefixes(page, size),
    });
    [from, at] = [to, end];
  }
}

/** Returns by value 0 for null, else 1. */
export function definitionOf(values: Uint32Array): Uint8Array {
  const definition = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) {
    definition[i] = values[i] === 0 ? 0 : 1;
  }
  return definition;
}

/** Returns the values with their lengths in front, `size` bytes in all. */
export function withPrefixes({ bytes, lengths }: ByteArrays, size: number): Uint8Array {
  const values = new Uint8Array(size);
  let [at, end] = [0, 0];
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i]!;
    if (length === 0) {
      continue;
    }
    values[end] = length;
    values[end + 1] = length >>> 8;
    values[end + 2] = length >>> 16;
    values[end + 3] = length >>> 24;
    end += PREFIX_BYTES;
    // Copying byte by byte is faster than a view of each value.
    for (const valueEnd = at + length; at < valueEnd; ) {
      values[end++] = bytes[at++]!;
    }
  }
  return values;
}

/** Returns the least and the greatest value in the order of their UTF-8 bytes. */
export function boundsOf({ bytes, lengths }: ByteArrays): Bounds {
  let [min, minEnd, max, maxEnd] = [-1, -1, -1, -1];
  let at = 0;
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i]!;
    const end = at + length;
    if (length > 0 && (min < 0 || isBelow(bytes, at, end, min, minEnd))) {
      [min, minEnd] = [at, end];
    }
    if (length > 0 && (max < 0 || isBelow(bytes, max, maxEnd, at, end))) {
      [max, maxEnd] = [at, end];
    }
    at = end;
  }
  return min < 0 ? {} : { min_value: bytes.slice(min, minEnd), max_value: bytes.slice(max, maxEnd) };
}

/** Returns true when the value from `a` sorts before the one from `b`. */
// biome-ignore lint/complexity/useMaxParams: two ranges of one array, in an inner loop
function isBelow(bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): boolean {
  while (a < aEnd && b < bEnd) {
    const difference = bytes[a++]! - bytes[b++]!;
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return a === aEnd && b < bEnd;
}
