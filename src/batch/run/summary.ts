/** Gathers the summary of a geocoded file row by row, in constant memory. */
import { countOutcome, emptySummary } from "../summary.ts";
import type { GeocodedRow } from "./geocoded-row.ts";
import { PointGrid } from "./point-grid.ts";

const MAX_EXAMPLES = 5;

export class FileSummary {
  readonly counts = emptySummary();
  readonly byGemeente = new Map<string, number>();
  readonly points = new PointGrid();
  readonly #examples = new Map<string, number[]>();

  /** Adds a row; `number` is its row number as a spreadsheet shows it. */
  add(row: GeocodedRow, number: number): void {
    const { match, reason, place } = row;
    countOutcome(this.counts, row);
    this.#addExample(reason ?? match, number);
    if (place !== null) {
      this.byGemeente.set(place.gemeente, (this.byGemeente.get(place.gemeente) ?? 0) + 1);
      this.points.add(place.rd);
    }
  }

  /** Returns the numbers of the first rows with this match or this reason. */
  examplesOf(kind: string): readonly number[] {
    return this.#examples.get(kind) ?? [];
  }

  #addExample(kind: string, number: number): void {
    const examples = this.#examples.get(kind);
    if (examples === undefined) {
      this.#examples.set(kind, [number]);
    } else if (examples.length < MAX_EXAMPLES) {
      examples.push(number);
    }
  }
}
