/** Maximum cells of one query: some three milliseconds, four times what lines of addresses need. */
export const MAX_CELLS = 150_000;

/** Counts the cells of distance tables that one query fills, so that no line is slow, whatever it holds. */
export class Budget {
  #cells = 0;

  /** Number of cells filled. */
  get cells(): number {
    return this.#cells;
  }

  spend(cells: number): void {
    this.#cells += cells;
  }

  /** Returns true when more than MAX_CELLS are filled; a lookup that has begun is completed. */
  isSpent(): boolean {
    return this.#cells > MAX_CELLS;
  }
}
