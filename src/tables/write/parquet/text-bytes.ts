import type { TextBlock } from "./block.ts";
import type { ByteArrays } from "./plain-chunk.ts";

/** Texts looked at to learn whether they repeat, and the share of distinct ones above which they do not. */
const SAMPLE = 1_000;
const DISTINCT_SHARE = 0.9;

/** Returns false for a column of words that repeat, which a dictionary makes small. */
export function hardlyRepeats({ joined, lengths }: TextBlock): boolean {
  const every = Math.max(1, Math.floor(lengths.length / SAMPLE));
  const distinct = new Set<string>();
  let sampled = 0;
  let at = 0;
  for (let row = 0; row < lengths.length; row++) {
    const length = lengths[row]!;
    if (row % every === 0 && length > 0) {
      distinct.add(joined.slice(at, at + length));
      sampled++;
    }
    at += length;
  }
  return distinct.size > DISTINCT_SHARE * sampled;
}

/** Returns the texts as UTF-8. */
export function toByteArrays({ joined, lengths }: TextBlock): ByteArrays {
  const bytes = Buffer.from(joined);
  return { bytes, lengths: bytes.length === joined.length ? lengths : byteLengths(bytes, lengths) };
}

/** Returns the bytes of each text from its UTF-16 units: a character of four bytes is two of those. */
function byteLengths(bytes: Uint8Array, units: Uint32Array): Uint32Array {
  const lengths = new Uint32Array(units.length);
  let at = 0;
  for (let row = 0; row < units.length; row++) {
    const start = at;
    for (let left = units[row]!; left > 0; ) {
      const first = bytes[at]!;
      const size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      left -= size === 4 ? 2 : 1;
      at += size;
    }
    lengths[row] = at - start;
  }
  return lengths;
}
