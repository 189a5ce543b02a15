/** Keeps rows of a table while it is read, in constant memory: the first ones, and others that are spread evenly. */
import type { Cell, Row } from "../table.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

/** Rows kept, at most; half of them at least, where the table has as many. */
const MAX_ROWS = 1_000;
/** Characters kept, at most, each cell counted with its own memory. */
const MAX_SIZE = 2_000_000;
const CELL_SIZE = 16;
/** Characters of a cell that are kept: longer ones are no part of an address. */
const MAX_CELL = 500;

interface KeptRow {
  readonly position: number;
  readonly row: Row;
  readonly size: number;
}

/** Fraction of the golden section, whose multiples are spread evenly without falling into step with anything. */
export const GOLDEN = 0.6180339887498949;

/** Returns true for 1 of every `interval` positions. Doubling the interval keeps a subset of the same positions. */
const isKept = (position: number, interval: number) => ((position * GOLDEN) % 1) * interval < 1;

/**
 * Keeps every row at first, then a half, a quarter, … of the rows when they become too large. The same table always
 * gives the same sample.
 */
export class RowSample {
  #kept: KeptRow[] = [];
  #size = 0;
  #interval = 1;

  /**
   * Takes the row at a position, counted from 0, if that is to be kept; other rows are not read.
   * @param isOfLastPiece true for a row of the last piece of a file, which may be kept in memory
   */
  add(readRow: () => Row, position: number, isOfLastPiece = false): void {
    if (!isKept(position, this.#interval)) {
      return;
    }
    const short = readRow().map((cell) =>
      typeof cell === "string" && cell.length > MAX_CELL ? cell.slice(0, MAX_CELL) : cell,
    );
    // A copy: a substring keeps its whole source in memory, such as the piece of the file that it was read from.
    const cells = isOfLastPiece ? short : (JSON.parse(JSON.stringify(short)) as Row);
    const size = cells.reduce<number>(
      (sum, cell) => sum + CELL_SIZE + (typeof cell === "string" ? cell.length : 2 * CELL_SIZE),
      0,
    );
    this.#kept.push({ position, row: cells, size });
    this.#size += size;
    while (this.#kept.length > 1 && (this.#kept.length > MAX_ROWS || this.#size > MAX_SIZE)) {
      this.#interval *= 2;
      this.#kept = this.#kept.filter(({ position }) => isKept(position, this.#interval));
      this.#size = this.#kept.reduce((sum, kept) => sum + kept.size, 0);
    }
  }

  /** Returns the kept rows from position `from` to before `end`, in order, each of `width` cells. */
  rowsBetween(from: number, end: number, width: number): Row[] {
    return this.#kept
      .filter(({ position }) => position >= from && position < end)
      .map(({ row }) => Array.from({ length: width }, (_, i) => row[i] ?? ""));
  }
}

export class FirstRows {
  readonly rows: Row[] = [];
  readonly #mostRows: number;
  #characters = 0;

  constructor(mostRows: number) {
    this.#mostRows = mostRows;
  }

  /** True when there are as many rows as asked for, or these have many characters. */
  get isFull(): boolean {
    return this.rows.length >= this.#mostRows || this.#characters >= TABLE_LIMITS.sampleCharacters;
  }

  add(row: Row): void {
    this.rows.push(row);
    this.#characters += row.reduce((sum, cell) => sum + charactersOf(cell), 0);
  }
}

/** Returns the number of characters that a cell takes in memory. */
export function charactersOf(cell: Cell): number {
  return typeof cell === "string" ? cell.length : cell.text.length + cell.stored.length;
}
