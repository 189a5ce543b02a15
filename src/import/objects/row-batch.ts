/**
 * Moves trivial objects (voorkomen.ts) from a worker thread to the loading one, column by column: a thousand strings
 * are sent as one, numbers and geometry without being copied.
 */
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { NO_END } from "../extract/dates.ts";
import type { RowValue } from "../extract/field-reader.ts";
import { voorkomenColumns } from "./row-layout.ts";
import { BEGIN_IN_PAST, type Voorkomen } from "./voorkomen.ts";

/** Values of one column: numbers with NaN for null, or texts joined by SEPARATOR with NULL_TEXT for null. */
type ColumnData = Float64Array<ArrayBuffer> | string;

/** The one voorkomen of each trivial object: first those with a row, then those without. */
export interface RowBatch {
  /** Number of those with a row. */
  readonly rowCount: number;
  readonly ids: Float64Array<ArrayBuffer>;
  readonly voorkomens: Float64Array<ArrayBuffer>;
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
  readonly #ids: number[] = [];
  readonly #voorkomens: number[] = [];
  readonly #endedIds: number[] = [];
  readonly #endedVoorkomens: number[] = [];
  readonly #columns: (number[] | string[])[];
  readonly #isText: boolean[];
  readonly #geoms: Uint8Array[] = [];

  constructor(code: TypeCode) {
    this.#code = code;
    this.#isText = voorkomenColumns(code).map((column) => column.isText);
    this.#columns = this.#isText.map(() => []);
  }

  add({ id, voorkomen, row, geom }: Voorkomen): void {
    if (row === null) {
      this.#endedIds.push(id);
      this.#endedVoorkomens.push(voorkomen);
      return;
    }
    if (row.length !== this.#columns.length) {
      throw new Error(`${this.#code}: a row of ${row.length} values for ${this.#columns.length} columns`);
    }
    this.#ids.push(id);
    this.#voorkomens.push(voorkomen);
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
      rowCount: this.#ids.length,
      ids: Float64Array.from(this.#ids.concat(this.#endedIds)),
      voorkomens: Float64Array.from(this.#voorkomens.concat(this.#endedVoorkomens)),
      columns: this.#columns.map((column, i) =>
        this.#isText[i] ? (column as string[]).join(SEPARATOR) : new Float64Array(column as number[]),
      ),
      geom,
      geomEnds,
    };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
export function transferablesOf({ ids, voorkomens, columns, geom, geomEnds }: RowBatch): ArrayBuffer[] {
  const numbers = columns.filter((column) => typeof column !== "string");
  return [ids, voorkomens, ...numbers, geom, geomEnds].map(({ buffer }) => buffer);
}

export function forEachVoorkomen(batch: RowBatch, visit: (voorkomen: Voorkomen) => void): void {
  const { rowCount, ids, voorkomens, geom, geomEnds } = batch;
  const columns = batch.columns.map((column) => (typeof column === "string" ? splitTexts(column) : column));
  const hasGeom = geomEnds.length > 0;
  for (let i = 0; i < ids.length; i++) {
    let row: RowValue[] | null = null;
    if (i < rowCount) {
      row = [];
      for (let c = 0; c < columns.length; c++) {
        const value = columns[c]![i]!;
        row.push(Number.isNaN(value) ? null : value);
      }
    }
    visit({
      id: ids[i]!,
      voorkomen: voorkomens[i]!,
      begin: BEGIN_IN_PAST,
      end: NO_END,
      row,
      geom: hasGeom && i < rowCount ? geom.subarray(geomEnds[i - 1] ?? 0, geomEnds[i]) : undefined,
    });
  }
}

function splitTexts(column: string): (string | null)[] {
  return column.split(SEPARATOR).map((text) => (text === NULL_TEXT ? null : text));
}
