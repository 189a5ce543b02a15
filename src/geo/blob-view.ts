const copied = new Uint8Array(4096);
/** Views of its first bytes, by their number. */
const views = new Array<DataView | undefined>(copied.length + 1);

/**
 * Returns a view of a blob of the database, valid until the next call. A small blob is copied first: asking a small
 * array for its buffer makes the engine move it, which takes longer than reading a geometry or a node of an R*Tree.
 */
export function viewOf(blob: Uint8Array): DataView {
  if (blob.length > copied.length) {
    return new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  }
  copied.set(blob);
  views[blob.length] ??= new DataView(copied.buffer, 0, blob.length);
  return views[blob.length]!;
}
