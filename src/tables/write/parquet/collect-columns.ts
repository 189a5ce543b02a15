/** Collects the values of columns until a row group is full. */
import type { ColumnKind, OutputRow } from "../../table.ts";
import { valueText } from "../row-values.ts";
import { type BlockColumn, decodeTexts, type TextBlock, type WordBlock } from "./block.ts";

/** Collects texts until a row group is full: each distinct one once while they repeat, else one behind the other. */
class TextsCollector {
  readonly #words = new Words();
  readonly #joined = new JoinedTexts();
  #isRepeating = true;

  /** UTF-16 units so far. */
  get size(): number {
    return this.#isRepeating ? this.#words.size : this.#joined.size;
  }

  add(texts: readonly string[]): void {
    const taken = this.#isRepeating ? this.#words.add(texts) : 0;
    if (taken < texts.length) {
      this.#joinWords();
      this.#joined.add(taken === 0 ? texts : texts.slice(taken));
    }
  }

  take(): TextBlock | WordBlock {
    if (!this.#words.areRepeating) {
      this.#joinWords();
    }
    const block = this.#isRepeating ? this.#words.take() : this.#joined.take();
    this.#isRepeating = true;
    return block;
  }

  #joinWords(): void {
    if (this.#isRepeating) {
      this.#isRepeating = false;
      this.#joined.add(decodeTexts(this.#words.take()));
    }
  }
}

/**
 * Number of distinct texts after which a column that hardly repeats can be distinguished from one that has just begun.
 */
const MIN_WORDS = 1_000;

/** Texts that occur twice or more often on average. */
class Words {
  size = 0;
  #indexOf = new Map<string, number>();
  #indexes: Uint32Array = new Uint32Array(1024);
  #count = 0;
  #empty = 0;
  #last = "";
  #lastIndex = 0;

  /** True when the texts repeat; false for none. */
  get areRepeating(): boolean {
    const words = this.#indexOf.size;
    return words > 0 && 2 * words <= this.#count - this.#empty;
  }

  /** Returns the number of texts taken: fewer than were given when they hardly repeat. */
  add(texts: readonly string[]): number {
    this.#indexes = withRoom(this.#indexes, this.#count + texts.length);
    for (let i = 0; i < texts.length; i++) {
      const text = texts[i]!;
      // Rows by place have the texts of their neighbours.
      if (text !== this.#last) {
        this.#lastIndex = this.#toIndex(text);
        this.#last = text;
      }
      this.#indexes[this.#count++] = this.#lastIndex;
      this.#empty += this.#lastIndex === 0 ? 1 : 0;
      this.size += text.length;
      if (this.#indexOf.size > MIN_WORDS && !this.areRepeating) {
        return i + 1;
      }
    }
    return texts.length;
  }

  take(): WordBlock {
    const words = new JoinedTexts();
    words.add([...this.#indexOf.keys()]);
    const indexes = this.#indexes.slice(0, this.#count);
    this.size = 0;
    this.#indexOf = new Map();
    this.#count = 0;
    this.#empty = 0;
    this.#last = "";
    this.#lastIndex = 0;
    return { kind: "words", words: words.take(), indexes };
  }

  #toIndex(text: string): number {
    if (text === "") {
      return 0;
    }
    const known = this.#indexOf.get(text);
    if (known !== undefined) {
      return known;
    }
    const index = this.#indexOf.size + 1;
    this.#indexOf.set(text, index);
    return index;
  }
}

const encoder = new TextEncoder();

/** Texts one behind the other; joins them batch by batch, so that few strings live at a time. */
class JoinedTexts {
  size = 0;
  #pieces: string[] = [];
  #lengths: Uint32Array = new Uint32Array(1024);
  #count = 0;

  add(texts: readonly string[]): void {
    this.#lengths = withRoom(this.#lengths, this.#count + texts.length);
    for (const text of texts) {
      this.#lengths[this.#count++] = text.length;
      this.size += text.length;
    }
    this.#pieces.push(texts.join(""));
  }

  take(): TextBlock {
    const bytes = encoder.encode(this.#pieces.join(""));
    const lengths = this.#lengths.slice(0, this.#count);
    this.size = 0;
    this.#pieces = [];
    this.#count = 0;
    return { kind: "text", bytes, lengths };
  }
}

function withRoom(values: Uint32Array, count: number): Uint32Array {
  if (count <= values.length) {
    return values;
  }
  const larger = new Uint32Array(count * 2);
  larger.set(values);
  return larger;
}

export interface ColumnCollector {
  /** Adds the column's values of rows `from` to `to`. */
  add(rows: readonly OutputRow[], from: number, to: number): void;
  /** UTF-16 units of text so far. */
  readonly size: number;
  /** Returns the values added so far, and starts again. */
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
      texts.push(typeof value === "string" ? value : valueText(value));
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
