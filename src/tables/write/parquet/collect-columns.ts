/** Collects the values of columns until a row group is full. */
import type { ColumnKind, OutputRow } from "../../table.ts";
import { textOf } from "../value-text.ts";
import type { BlockColumn, TextBlock } from "./block.ts";

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

/** Texts one behind the other; joins them batch by batch, so that few strings live at a time. */
class JoinedTexts {
  size = 0;
  #pieces: string[] = [];
  #lengths = new Uint32Array(1024);
  #count = 0;

  add(texts: readonly string[]): void {
    if (this.#count + texts.length > this.#lengths.length) {
      const larger = new Uint32Array((this.#count + texts.length) * 2);
      larger.set(this.#lengths);
      this.#lengths = larger;
    }
    for (const text of texts) {
      this.#lengths[this.#count++] = text.length;
      this.size += text.length;
    }
    this.#pieces.push(texts.join(""));
  }

  take(): TextBlock {
    const joined = this.#pieces.join("");
    const lengths = this.#lengths.slice(0, this.#count);
    this.size = 0;
    this.#pieces = [];
    this.#count = 0;
    return { kind: "text", joined, lengths };
  }
}

class TextCollector implements ColumnCollector {
  readonly #index: number;
  readonly #texts = new JoinedTexts();

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

  take(): TextBlock {
    return this.#texts.take();
  }
}

class ListCollector implements ColumnCollector {
  readonly #index: number;
  readonly #items = new JoinedTexts();
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
      const value = rows[i]!.values[this.#index] as number | boolean | null;
      const number = value === null ? Number.NaN : Number(value);
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
