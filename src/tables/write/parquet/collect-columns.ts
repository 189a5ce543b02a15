/** Collects the values of columns until a row group is full. */
import type { ColumnKind, OutputRow } from "../../table.ts";
import { textOf } from "../value-text.ts";
import type { BlockColumn } from "./block.ts";
import { TextsCollector } from "./collect-texts.ts";

export interface ColumnCollector {
  /** Adds the column's values of rows `from` to `to`. */
  add(rows: readonly OutputRow[], from: number, to: number): void;
  /** UTF-16 units of text so far. */
  readonly size: number;
  /** Returns what was added, and starts anew. */
  take(): BlockColumn;
}

/** Returns the collector of column `index`, for at most `capacity` rows. */
export function collectorOf(kind: ColumnKind, index: number, capacity: number): ColumnCollector {
  switch (kind) {
    case "text":
    case "cell":
      return new TextCollector(index);
    case "list":
      return new ListCollector(index, capacity);
    default:
      return new NumberCollector(kind, index, capacity);
  }
}

class TextCollector implements ColumnCollector {
  readonly #index: number;
  readonly #texts = new TextsCollector();

  constructor(index: number) {
    this.#index = index;
  }

  get size(): number {
    return this.#texts.size;
  }

  add(rows: readonly OutputRow[], from: number, to: number): void {
    const texts: string[] = [];
    for (let i = from; i < to; i++) {
      const value = rows[i]!.values[this.#index]!;
      texts.push(typeof value === "string" ? value : textOf(value));
    }
    this.#texts.add(texts);
  }

  take(): BlockColumn {
    return this.#texts.take();
  }
}

class ListCollector implements ColumnCollector {
  readonly #index: number;
  readonly #items = new TextsCollector();
  readonly #counts: Int32Array;
  #rows = 0;

  constructor(index: number, capacity: number) {
    this.#index = index;
    this.#counts = new Int32Array(capacity);
  }

  get size(): number {
    return this.#items.size;
  }

  add(rows: readonly OutputRow[], from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const list = rows[i]!.values[this.#index] as readonly string[] | null;
      this.#counts[this.#rows++] = list?.length ?? -1;
      if (list !== null && list.length > 0) {
        this.#items.add(list);
      }
    }
  }

  take(): BlockColumn {
    const counts = this.#counts.slice(0, this.#rows);
    this.#rows = 0;
    return { kind: "list", items: this.#items.take(), counts };
  }
}

const INT32_LIMIT = 2 ** 31;

const DAY_MS = 86_400_000;

/** Returns the days from 1970-01-01 to a date. */
function daysOf(date: unknown): number {
  return Date.parse(String(date)) / DAY_MS;
}

class NumberCollector implements ColumnCollector {
  readonly size = 0;
  readonly #kind: ColumnKind;
  readonly #index: number;
  readonly #values: Float64Array;
  #rows = 0;

  constructor(kind: ColumnKind, index: number, capacity: number) {
    this.#kind = kind;
    this.#index = index;
    this.#values = new Float64Array(capacity);
  }

  add(rows: readonly OutputRow[], from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const value = rows[i]!.values[this.#index] as number | boolean | string | null;
      const number = value === null ? Number.NaN : this.#kind === "date" ? daysOf(value) : Number(value);
      this.#values[this.#rows++] = Number.isFinite(number) ? number : Number.NaN;
      if (this.#kind === "integer" && value !== null && !(Math.abs(number) < INT32_LIMIT)) {
        throw new Error(`${number} is no integer of 32 bits`);
      }
    }
  }

  take(): BlockColumn {
    const values = this.#values.slice(0, this.#rows);
    this.#rows = 0;
    return { kind: "number", values };
  }
}
