/** Writes newline-delimited GeoJSON: RFC 7946, one Feature a line, so that readers need not hold the file. */
import type { Column, OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../table.ts";
import { uniqueNames } from "./column-names.ts";
import { geoJsonText } from "./geojson-text.ts";
import { geometryFor } from "./geometry-for.ts";
import { PieceBuffer } from "./piece-buffer.ts";
import { textOrNull } from "./value-text.ts";

export class GeoJsonWriter implements TableWriter {
  readonly crs = "wgs84";
  readonly #pieces: PieceBuffer;
  /** Text of each property up to its value. */
  readonly #keys: readonly string[];
  readonly #layout: TableLayout;

  constructor(layout: TableLayout, write: WriteBytes) {
    this.#pieces = new PieceBuffer(write);
    this.#layout = layout;
    this.#keys = uniqueNames(layout.columns).map(
      (name, i) => `${i === 0 ? "" : ","}${JSON.stringify(name)}:`,
    );
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
    const shape = geometryFor(this.#layout, geometry);
    let line = `{"type":"Feature","geometry":${shape === null ? "null" : geoJsonText(shape)},"properties":{`;
    for (let i = 0; i < values.length; i++) {
      line += this.#keys[i]! + propertyText(this.#layout.columns[i]!, values[i]!);
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
