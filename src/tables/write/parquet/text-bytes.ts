import type { TextBlock } from "./block.ts";
import type { ByteArrays } from "./plain-chunk.ts";

/** Returns the texts with the bytes of each. */
export function toByteArrays({ bytes, lengths }: TextBlock): ByteArrays {
  const units = lengths.reduce((sum, length) => sum + length, 0);
  return { bytes, lengths: bytes.length === units ? lengths : byteLengths(bytes, lengths) };
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
