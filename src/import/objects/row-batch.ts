/**
 * Moves rows from a worker thread to the loading one, column by column: a thousand strings are sent as one, numbers and
 * geometry without being copied.
 */
import type { TypeCode } from "../../registry/object-types.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { objectColumns } from "./object-columns.ts";

export interface RowBatch {
  readonly code: TypeCode;
  readonly count: number;
  /** One entry per column: numbers with NaN for null, or texts joined by SEPARATOR with NULL_TEXT for null. */
  readonly columns: readonly (Float64Array<ArrayBuffer> | string)[];
  /** Geometry of row i: bytes [geomEnds[i - 1] or 0, geomEnds[i]); no bytes for a type without geometry. */
  readonly geom: Uint8Array<ArrayBuffer>;
  readonly geomEnds: Uint32Array<ArrayBuffer>;
}

const SEPARATOR = "\u001f";
const NULL_TEXT = "\u0000";

export class RowBatchBuilder {
  readonly #code: TypeCode;
  readonly #columns: (number[] | string[])[];
  readonly #isText: boolean[];
  readonly #geoms: Uint8Array[] = [];
  #count = 0;

  constructor(code: TypeCode) {
    this.#code = code;
    this.#isText = objectColumns(code).map((column) => column.isText);
    this.#columns = this.#isText.map(() => []);
  }

  add(row: readonly RowValue[], geom: Uint8Array | undefined): void {
    if (row.length !== this.#columns.length) {
      throw new Error(`${this.#code}: a row of ${row.length} values for ${this.#columns.length} columns`);
    }
    for (let i = 0; i < row.length; i++) {
      const value = row[i]!;
      if (this.#isText[i]) {
        (this.#columns[i] as string[]).push(value === null ? NULL_TEXT : String(value));
      } else {
        (this.#columns[i] as number[]).push(value === null ? Number.NaN : Number(value));
      }
    }
    if (geom !== undefined) {
      this.#geoms.push(geom);
    }
    this.#count++;
  }

  build(): RowBatch {
    const geomEnds = new Uint32Array(this.#geoms.length);
    let bytes = 0;
    this.#geoms.forEach((geom, i) => {
      bytes += geom.length;
      geomEnds[i] = bytes;
    });
    const geom = new Uint8Array(bytes);
    this.#geoms.forEach((part, i) => {
      geom.set(part, geomEnds[i]! - part.length);
    });
    return {
      code: this.#code,
      count: this.#count,
      columns: this.#columns.map((column, i) =>
        this.#isText[i] ? (column as string[]).join(SEPARATOR) : Float64Array.from(column as number[]),
      ),
      geom,
      geomEnds,
    };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
export function transferablesOfBatch(batch: RowBatch): ArrayBuffer[] {
  const numbers = batch.columns.filter((column) => typeof column !== "string").map((column) => column.buffer);
  return [...numbers, batch.geom.buffer, batch.geomEnds.buffer];
}

/** Calls `visit` with the values of each row, in order of columns, geometry last for types that have one. */
export function forEachRow(batch: RowBatch, visit: (values: (RowValue | Uint8Array)[]) => void): void {
  const columns = batch.columns.map((column) =>
    typeof column === "string" ? column.split(SEPARATOR) : column,
  );
  const hasGeom = batch.geomEnds.length > 0;
  let start = 0;
  for (let row = 0; row < batch.count; row++) {
    const values: (RowValue | Uint8Array)[] = columns.map((column) => {
      const value = column[row]!;
      return value === NULL_TEXT || Number.isNaN(value) ? null : value;
    });
    if (hasGeom) {
      const end = batch.geomEnds[row]!;
      values.push(batch.geom.subarray(start, end));
      start = end;
    }
    visit(values);
  }
}
