const MIN_BYTES = 1_000_000_000;

/** Returns the free bytes that the next import needs, for a second registry beside the current one and work files. */
export function spaceForImport(currentBytes: number): number {
  return Math.max(MIN_BYTES, 2 * currentBytes);
}
