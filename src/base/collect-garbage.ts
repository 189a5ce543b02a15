const ROWS_PER_COLLECTION = 50_000;

/**
 * Collects the garbage of a loop over all rows of a table, every 50,000 of them: a row with a geometry leaves a
 * kilobyte or more, which JavaScriptCore lets grow to a gigabyte.
 */
export function collectGarbageAt(row: number): void {
  if (row % ROWS_PER_COLLECTION === 0) {
    Bun.gc(true);
  }
}

/** Collects the garbage of a step over `rows` rows, its columns among it; only of large countries, as it takes time. */
export function collectGarbageAfter(rows: number): void {
  if (rows >= ROWS_PER_COLLECTION) {
    Bun.gc(true);
  }
}
