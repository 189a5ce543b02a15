/** Rows of a sheet that are handed on at once, with the texts that its cells share. */
import type { Cell, Row, RowBatch } from "../table.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { SheetRow } from "./sheet-rows.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

export class SheetBatch {
  readonly #strings: SharedStrings;
  readonly #empty: Row;
  #rows: Row[] = [];
  #characters = 0;
  /** Texts that rows of this batch share: each is in memory once. */
  readonly #texts = new Map<number, string>();

  constructor(strings: SharedStrings, width: number) {
    this.#strings = strings;
    this.#empty = new Array<string>(width).fill("");
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** Tells whether a row of so many characters fits; into an empty batch any does. */
  hasRoomFor(characters: number): boolean {
    const { batchCells, batchCharacters } = TABLE_LIMITS;
    const cells = (this.#rows.length + 1) * this.#empty.length;
    return this.isEmpty || (cells <= batchCells && this.#characters + characters <= batchCharacters);
  }

  add(row: SheetRow): void {
    const cells = cellsOf(row, (text) => this.#textOf(text));
    while (cells.length < this.#empty.length) {
      cells.push("");
    }
    // What is beyond the columns are blanks.
    cells.length = this.#empty.length;
    this.#rows.push(cells);
    this.#characters += row.characters;
  }

  addEmpty(): void {
    this.#rows.push(this.#empty);
  }

  /** Returns the rows, and begins the next batch. */
  take(progress: number): RowBatch {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    this.#texts.clear();
    return { rows, progress };
  }

  #textOf(number: number): string {
    const text = this.#texts.get(number) ?? this.#strings.get(number)!;
    this.#texts.set(number, text);
    return text;
  }
}

/** Returns the cells of a row with their texts. */
export function cellsOf({ cells }: SheetRow, textOf: (number: number) => string): Cell[] {
  return cells.map((cell) => (typeof cell === "number" ? textOf(cell) : cell));
}
