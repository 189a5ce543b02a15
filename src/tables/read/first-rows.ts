/** The first rows of a table, as many as can be looked at without much memory. */
import type { Cell, Row } from "../table.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

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
