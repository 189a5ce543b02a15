/** Sets of keys of objects, as table `change_month` stores them: ascending, as varints of their differences. */
import { VarintReader, writeVarint } from "../../geo/millimetre-geometry.ts";

const MAX_VARINT_BYTES = 8;

/** Returns the bytes of a set of keys. */
export function encodeIds(ids: ReadonlySet<number>): Uint8Array {
  const sorted = Float64Array.from(ids).sort();
  const bytes = new Uint8Array(sorted.length * MAX_VARINT_BYTES);
  let at = 0;
  let before = 0;
  for (const id of sorted) {
    at = writeVarint(bytes, at, id - before);
    before = id;
  }
  return bytes.slice(0, at);
}

/** Returns the keys, ascending. */
export function decodeIds(bytes: Uint8Array): Set<number> {
  const reader = new VarintReader(bytes);
  const ids = new Set<number>();
  for (let id = 0; !reader.isAtEnd; ) {
    id += reader.next();
    ids.add(id);
  }
  return ids;
}
