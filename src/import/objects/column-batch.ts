/**
 * Moves rows from one thread to another column by column: a thousand strings are sent as one, numbers and blobs
 * without being copied.
 */

/** Value of a row that is no blob. */
export type ColumnValue = number | string | null;

/** Values of one column: numbers with NaN for null, or texts joined by SEPARATOR with NULL_TEXT for null. */
export type ColumnData = Float64Array<ArrayBuffer> | string;

const SEPARATOR = "\u001f";
const NULL_TEXT = "\u0000";

export class ColumnsBuilder {
  readonly #columns: (number[] | string[])[];
  readonly #isText: readonly boolean[];

  /** `isText`: for each column, whether it holds texts. */
  constructor(isText: readonly boolean[]) {
    this.#isText = isText;
    this.#columns = isText.map(() => []);
  }

  /** Adds the values of a row; ignores values beyond the last column. */
  add(row: readonly ColumnValue[]): void {
    if (row.length < this.#columns.length) {
      throw new Error(`a row of ${row.length} values for ${this.#columns.length} columns`);
    }
    for (let i = 0; i < this.#columns.length; i++) {
      const value = row[i]!;
      if (this.#isText[i]) {
        (this.#columns[i] as string[]).push(value === null ? NULL_TEXT : String(value));
      } else {
        (this.#columns[i] as number[]).push(value === null ? Number.NaN : Number(value));
      }
    }
  }

  build(): ColumnData[] {
    return this.#columns.map((column, i) =>
      this.#isText[i] ? (column as string[]).join(SEPARATOR) : new Float64Array(column as number[]),
    );
  }
}

/** Returns a function that makes row i of columns. */
export function rowReader(data: readonly ColumnData[]): (i: number) => ColumnValue[] {
  const columns = data.map((column) => (typeof column === "string" ? splitTexts(column) : column));
  return (i) => {
    const row: ColumnValue[] = [];
    for (let c = 0; c < columns.length; c++) {
      const value = columns[c]![i]!;
      row.push(Number.isNaN(value) ? null : value);
    }
    return row;
  };
}

function splitTexts(column: string): (string | null)[] {
  return column.split(SEPARATOR).map((text) => (text === NULL_TEXT ? null : text));
}

/** Blobs one after another: blob i has the bytes [ends[i - 1] or 0, ends[i]). */
export interface Blobs {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

const NO_BYTES = new Uint8Array();

export class BlobsBuilder {
  readonly #blobs: Uint8Array[] = [];

  /** Adds a blob; null is sent as one without bytes. */
  add(blob: Uint8Array | null): void {
    this.#blobs.push(blob ?? NO_BYTES);
  }

  build(): Blobs {
    const ends = new Uint32Array(this.#blobs.length);
    let size = 0;
    this.#blobs.forEach((blob, i) => {
      size += blob.length;
      ends[i] = size;
    });
    const bytes = new Uint8Array(size);
    this.#blobs.forEach((blob, i) => {
      bytes.set(blob, ends[i]! - blob.length);
    });
    return { bytes, ends };
  }
}

/** Returns blob i as a view; without bytes when it was null. */
export function blobAt({ bytes, ends }: Blobs, i: number): Uint8Array {
  return bytes.subarray(ends[i - 1] ?? 0, ends[i]);
}

/** Returns the buffers that can be transferred instead of copied. */
export function buffersOf(columns: readonly ColumnData[], blobs: Blobs): ArrayBuffer[] {
  const numbers = columns.filter((column) => typeof column !== "string");
  return [...numbers, blobs.bytes, blobs.ends].map(({ buffer }) => buffer);
}
