/** Counts the work of searches, to test that it is bounded whatever the line holds. */
import { MAX_CELLS, workCounter } from "../../../src/search/index/edit-distance.ts";

/** Maximum cells that the last lookup may add before the spent budget is noticed. */
const ONE_LOOKUP = 100_000;

/** Maximum cells of the distance table that one search may fill. */
export const MAX_SEARCH_CELLS = MAX_CELLS + ONE_LOOKUP;

/** Returns the number of cells of the distance table that `ask` fills. */
export function cellsOf(ask: () => unknown): number {
  const before = workCounter.cells;
  ask();
  return workCounter.cells - before;
}
