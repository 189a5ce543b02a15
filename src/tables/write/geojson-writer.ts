/** Writes newline-delimited GeoJSON: RFC 7946, one Feature a line, so that readers need not hold the file. */
import type { Column, OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../table.ts";
import { uniqueNames } from "./column-names.ts";
import { geoJsonText } from "./geojson-text.ts";
import { PieceBuffer } from "./piece-buffer.ts";
import { textOrNull } from "./value-text.ts";

export class GeoJsonWriter implements TableWriter {
  readonly crs = "wgs84";
  readonly #pieces: PieceBuffer;
  /** Text of each property up to its value. */
  readonly #keys: readonly string[];
  readonly #columns: readonly Column[];

  constructor({ columns }: TableLayout, write: WriteBytes) {
    this.#pieces = new PieceBuffer(write);
    this.#columns = columns;
    this.#keys = uniqueNames(columns).map((name, i) => `${i === 0 ? "" : ","}${JSON.stringify(name)}:`);
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (const row of rows) {
      this.#pieces.add(this.#line(row));
      if (this.#pieces.isFull) {
        await this.#pieces.flush();
      }
    }
  }

  finish(): Promise<void> {
    return this.#pieces.flush();
  }

  async close(): Promise<void> {}

  #line({ values, geometry }: OutputRow): string {
    let line = `{"type":"Feature","geometry":${geometry ? geoJsonText(geometry) : "null"},"properties":{`;
    for (let i = 0; i < values.length; i++) {
      line += this.#keys[i]! + propertyText(this.#columns[i]!, values[i]!);
    }
    return `${line}}}\n`;
  }
}

/** Returns the value as JSON; an empty cell of the user's is null. Numbers that JSON lacks become null too. */
function propertyText({ kind }: Column, value: Value): string {
  if (kind !== "cell" || value === null) {
    return JSON.stringify(value);
  }
  return JSON.stringify(textOrNull(value));
}
