/** Counts of a geocoded file, gathered row by row in constant memory. */
import { MATCHES, type RowMatch } from "../outcome.ts";
import type { GeocodedRow } from "./geocoded-row.ts";
import { PointGrid } from "./point-grid.ts";

const MAX_EXAMPLES = 5;

/** Number of rows of a kind, and the numbers of the first of them. */
export interface Tally {
  count: number;
  readonly examples: number[];
}

export class Summary {
  readonly byMatch = new Map<RowMatch, Tally>(MATCHES.map((match) => [match, { count: 0, examples: [] }]));
  /** Rows without a match, by the code of the reason. */
  readonly byReason = new Map<string, Tally>();
  readonly byGemeente = new Map<string, number>();
  readonly points = new PointGrid();
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** Adds a row; `number` is its row number as a spreadsheet shows it. */
  add({ match, reason, place }: GeocodedRow, number: number): void {
    this.#rows++;
    addTo(this.byMatch.get(match)!, number);
    if (reason !== null) {
      const tally = this.byReason.get(reason) ?? { count: 0, examples: [] };
      this.byReason.set(reason, tally);
      addTo(tally, number);
    }
    if (place !== null) {
      this.byGemeente.set(place.gemeente, (this.byGemeente.get(place.gemeente) ?? 0) + 1);
      this.points.add(place.rd);
    }
  }
}

function addTo(tally: Tally, number: number): void {
  tally.count++;
  if (tally.examples.length < MAX_EXAMPLES) {
    tally.examples.push(number);
  }
}
