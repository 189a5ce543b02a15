/**
 * Writes newline-delimited GeoJSON: RFC 7946, one Feature a line, so that readers need not hold the file. In RD, which
 * RFC 7946 leaves to agreement, each Feature names its system as GeoJSON of 2008 does.
 */
import type { Column, Crs, OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../table.ts";
import { uniqueNames } from "./column-names.ts";
import { geoJsonText } from "./geojson-text.ts";
import { geometryFor } from "./geometry-for.ts";
import { PieceBuffer } from "./piece-buffer.ts";
import { textOrNull } from "./value-text.ts";

const SYSTEMS: Readonly<Record<Crs, string>> = {
  wgs84: "",
  rd: '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::28992"}},',
};

export class GeoJsonWriter implements TableWriter {
  readonly crs: Crs;
  readonly #pieces: PieceBuffer;
  /** Text of each property up to its value. */
  readonly #keys: readonly string[];
  readonly #layout: TableLayout;

  constructor(layout: TableLayout, write: WriteBytes) {
    this.#pieces = new PieceBuffer(write);
    this.#layout = layout;
    this.crs = layout.crs ?? "wgs84";
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
    const text = shape === null ? "null" : geoJsonText(shape, this.crs);
    let line = `{"type":"Feature",${SYSTEMS[this.crs]}"geometry":${text},"properties":{`;
    for (let i = 0; i < values.length; i++) {
      line += this.#keys[i]! + propertyText(this.#layout.columns[i]!, values[i]!);
    }
    return `${line}}}\n`;
  }
}

/**
 * Returns the value as JSON. Null are an empty cell of the user's, a number that JSON lacks, and an empty list: GDAL
 * takes the type of a column from its values, and Python's fiona ends with an error at a list of no type.
 */
function propertyText({ kind }: Column, value: Value): string {
  if (kind === "list" && (value as readonly string[] | null)?.length === 0) {
    return "null";
  }
  if (kind !== "cell" || value === null) {
    return JSON.stringify(value);
  }
  return JSON.stringify(textOrNull(value));
}
