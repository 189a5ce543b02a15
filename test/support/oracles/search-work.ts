/** Counts the work of searches, to test that it is bounded whatever the line holds. */
import type { Snapshot } from "../../../src/registry/file/snapshot.ts";
import { Budget, MAX_CELLS } from "../../../src/search/index/edit-distance.ts";
import { searchAdressen } from "../../../src/search/search.ts";
import { suggestAdressen } from "../../../src/search/suggest.ts";

/** Maximum cells that the last lookup may add before the spent budget is noticed. */
const ONE_LOOKUP = 100_000;

/** Maximum cells of the distance table that one search may fill. */
export const MAX_SEARCH_CELLS = MAX_CELLS + ONE_LOOKUP;

/** Returns the number of cells of the distance table that a search fills. */
export function cellsOfSearch(snapshot: Snapshot, line: string): number {
  const budget = new Budget();
  searchAdressen(snapshot, line, { page: 1, perPage: 25, budget });
  return budget.cells;
}

/** Returns the number of cells of the distance table that suggestions fill. */
export function cellsOfSuggest(snapshot: Snapshot, line: string): number {
  const budget = new Budget();
  suggestAdressen(snapshot, line, { limit: 20, budget });
  return budget.cells;
}
