/**
 * Moves rows from a worker thread to the loading one, column by column: a thousand strings are sent as one, numbers and
 * geometry without being copied.
 */
import type { TypeCode } from "../../registry/schema/object-types.ts";
import type { RowValue } from "../extract/field-reader.ts";
import type { BaseRow } from "./base-row.ts";
import { voorkomenColumns } from "./row-layout.ts";

/** Values of one column: numbers with NaN for null, or texts joined by SEPARATOR with NULL_TEXT for null. */
type ColumnData = Float64Array<ArrayBuffer> | string;

export interface ObjectRows {
  readonly code: TypeCode;
  readonly count: number;
  readonly fids: Float64Array<ArrayBuffer>;
  readonly voorkomens: Float64Array<ArrayBuffer>;
  readonly endDates: string;
  /** One entry per column of `voorkomenColumns`. */
  readonly columns: readonly ColumnData[];
  /** Geometry of row i: bytes [geomEnds[i - 1] or 0, geomEnds[i]); no bytes for a type without geometry. */
  readonly geom: Uint8Array<ArrayBuffer>;
  readonly geomEnds: Uint32Array<ArrayBuffer>;
}

const SEPARATOR = "\u001f";
const NULL_TEXT = "\u0000";

export class RowBatchBuilder {
  readonly #code: TypeCode;
  readonly #fids: number[] = [];
  readonly #voorkomens: number[] = [];
  readonly #endDates: string[] = [];
  readonly #columns: (number[] | string[])[];
  readonly #isText: boolean[];
  readonly #geoms: Uint8Array[] = [];

  constructor(code: TypeCode) {
    this.#code = code;
    this.#isText = voorkomenColumns(code).map((column) => column.isText);
    this.#columns = this.#isText.map(() => []);
  }

  add({ fid, voorkomen, endDate, values, geom }: BaseRow): void {
    if (values.length !== this.#columns.length) {
      throw new Error(`${this.#code}: a row of ${values.length} values for ${this.#columns.length} columns`);
    }
    this.#fids.push(fid);
    this.#voorkomens.push(voorkomen);
    this.#endDates.push(endDate ?? NULL_TEXT);
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (this.#isText[i]) {
        (this.#columns[i] as string[]).push(value === null ? NULL_TEXT : String(value));
      } else {
        (this.#columns[i] as number[]).push(value === null ? Number.NaN : Number(value));
      }
    }
    if (geom !== undefined) {
      this.#geoms.push(geom);
    }
  }

  build(): ObjectRows {
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
      count: this.#fids.length,
      fids: new Float64Array(this.#fids),
      voorkomens: new Float64Array(this.#voorkomens),
      endDates: this.#endDates.join(SEPARATOR),
      columns: this.#columns.map((column, i) =>
        this.#isText[i] ? (column as string[]).join(SEPARATOR) : new Float64Array(column as number[]),
      ),
      geom,
      geomEnds,
    };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
export function transferablesOfBatch({
  fids,
  voorkomens,
  columns,
  geom,
  geomEnds,
}: ObjectRows): ArrayBuffer[] {
  const numbers = columns.filter((column) => typeof column !== "string");
  return [fids, voorkomens, ...numbers, geom, geomEnds].map(({ buffer }) => buffer);
}

export function forEachRow(batch: ObjectRows, visit: (row: BaseRow) => void): void {
  const { count, fids, voorkomens, geom, geomEnds } = batch;
  const endDates = splitTexts(batch.endDates);
  const columns = batch.columns.map((column) => (typeof column === "string" ? splitTexts(column) : column));
  const hasGeom = geomEnds.length > 0;
  for (let i = 0; i < count; i++) {
    const values: RowValue[] = [];
    for (let c = 0; c < columns.length; c++) {
      const value = columns[c]![i]!;
      values.push(Number.isNaN(value) ? null : value);
    }
    visit({
      fid: fids[i]!,
      voorkomen: voorkomens[i]!,
      endDate: endDates[i]!,
      values,
      geom: hasGeom ? geom.subarray(geomEnds[i - 1] ?? 0, geomEnds[i]) : undefined,
    });
  }
}

function splitTexts(column: string): (string | null)[] {
  return column.split(SEPARATOR).map((text) => (text === NULL_TEXT ? null : text));
}
