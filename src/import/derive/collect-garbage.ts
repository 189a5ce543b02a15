const ROWS_PER_COLLECTION = 500_000;

/**
 * Collects the garbage of a loop over all rows of a table, every half million of them. JavaScriptCore lets garbage grow
 * to the size of all that is alive, and columns of the country's panden are half a gigabyte.
 */
export function collectGarbageAt(row: number): void {
  if (row % ROWS_PER_COLLECTION === 0) {
    Bun.gc(true);
  }
}

/** Collects the garbage of a step over `rows` rows, columns among it; of large countries only, as it takes time. */
export function collectGarbageAfter(rows: number): void {
  if (rows >= ROWS_PER_COLLECTION) {
    Bun.gc(true);
  }
}
