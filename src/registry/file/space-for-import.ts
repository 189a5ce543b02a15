/** Bytes for a first registry, of which nothing tells the size. */
const FIRST_BYTES = 1_000_000_000;

/**
 * Returns the free bytes that the next import needs, for a second registry beside the current one and work files;
 * `currentBytes` is the size of the current one, 0 for none.
 */
export function spaceForImport(currentBytes: number): number {
  return currentBytes === 0 ? FIRST_BYTES : 2 * currentBytes;
}
