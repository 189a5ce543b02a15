/** Notes which files have addresses in which cell of a grid, so that few of them are read for a position. */
import type { AdresRow } from "../registry/read/adres-record.ts";
import {
  type AreaRef,
  COLUMN_UNITS,
  FORMAT,
  type GridFile,
  gridPath,
  ROW_UNITS,
  UNITS_PER_DEGREE,
} from "./format.ts";

/** Larger than any column, so that a cell is one number. */
const COLUMNS = 100_000;

export class PositionGrid {
  readonly #cells = new Map<number, AreaRef[]>();

  /** Takes the addresses of one file; their positions as published decide. */
  add(area: AreaRef, rows: readonly AdresRow[]): void {
    for (const { latitude, longitude } of rows) {
      const cell = cellIndex(latitude, ROW_UNITS) * COLUMNS + cellIndex(longitude, COLUMN_UNITS);
      const areas = this.#cells.get(cell);
      if (areas === undefined) {
        this.#cells.set(cell, [area]);
      } else if (areas.at(-1) !== area) {
        areas.push(area);
      }
    }
  }

  /** Yields the files of the grid with their paths. */
  *files(): Generator<[path: string, content: object]> {
    const cells = [...this.#cells.entries()].sort(([a], [b]) => a - b);
    const rowOf = (cell: number) => Math.floor(cell / COLUMNS);
    for (const [path, band] of Map.groupBy(cells, ([cell]) => gridPath(rowOf(cell)))) {
      const file: GridFile = {
        format: FORMAT,
        cells: band.map(([cell, areas]) => [rowOf(cell), cell % COLUMNS, ...areas]),
      };
      yield [path, file];
    }
  }
}

function cellIndex(degrees: number, units: number): number {
  return Math.floor(Math.round(degrees * UNITS_PER_DEGREE) / units);
}
