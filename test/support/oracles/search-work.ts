/** Counts the work of searches, to test that it is bounded whatever the line holds. */
import type { Snapshot } from "../../../src/registry/snapshot.ts";
import { MAX_CELLS, workCounter } from "../../../src/search/index/edit-distance.ts";
import { searchAdressen } from "../../../src/search/search.ts";
import { suggestAdressen } from "../../../src/search/suggest.ts";

/** Maximum cells that the last lookup may add before the spent budget is noticed. */
const ONE_LOOKUP = 100_000;

/** Maximum cells of the distance table that one search may fill. */
export const MAX_SEARCH_CELLS = MAX_CELLS + ONE_LOOKUP;

export function cellsOfSearch(snapshot: Snapshot, line: string): number {
  return cellsOf(() => searchAdressen(snapshot, line, { page: 1, perPage: 25 }));
}

export function cellsOfSuggest(snapshot: Snapshot, line: string): number {
  return cellsOf(() => suggestAdressen(snapshot, line, 20));
}

/** Returns the number of cells of the distance table that `ask` fills. */
function cellsOf(ask: () => unknown): number {
  const before = workCounter.cells;
  ask();
  return workCounter.cells - before;
}
