/**
 * Writes newline-delimited GeoJSON: RFC 7946, one Feature a line, so that readers need not hold the file. In RD, which
 * RFC 7946 leaves to agreement, each Feature names its system as GeoJSON of 2008 does.
 */
import { type Geometry, polygonsOf, type Ring, signedRingArea } from "../../geo/geometry.ts";
import type { Column, Crs, OutputRow, TableLayout, TableWriter, Value, WriteBytes } from "../table.ts";
import { uniqueNames } from "./column-names.ts";
import { PieceBuffer } from "./piece-buffer.ts";
import { geometryFor, RowTexts, textOrNull } from "./row-values.ts";

const SYSTEMS: Readonly<Record<Crs, string>> = {
  wgs84: "",
  rd: '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::28992"}},',
};

export class GeoJsonWriter implements TableWriter {
  readonly crs: Crs;
  readonly #pieces: PieceBuffer;
  readonly #properties: RowTexts;
  readonly #layout: TableLayout;

  constructor(layout: TableLayout, write: WriteBytes) {
    this.#pieces = new PieceBuffer(write);
    this.#layout = layout;
    this.crs = layout.crs ?? "wgs84";
    const keys = uniqueNames(layout.columns).map((name) => `${JSON.stringify(name)}:`);
    this.#properties = new RowTexts((value, i) => keys[i]! + propertyText(layout.columns[i]!, value));
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
    const properties = this.#properties.of(values).join(",");
    return `{"type":"Feature",${SYSTEMS[this.crs]}"geometry":${text},"properties":{${properties}}}\n`;
  }
}

/**
 * Returns the value as JSON. An empty cell of the user, a number that JSON lacks and an empty list become null: GDAL
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

/** Decimals: 7 of a degree are about a centimetre (RFC 7946 §11.2 advises against more than needed). */
const SCALES: Readonly<Record<Crs, number>> = { wgs84: 1e7, rd: 1e3 };

/** Returns a geometry as a GeoJSON object; exteriors run counterclockwise and holes clockwise. */
function geoJsonText(geometry: Geometry, crs: Crs): string {
  const scale = SCALES[crs];
  if (geometry.type === "Point") {
    return `{"type":"Point","coordinates":${positionText(geometry.x, geometry.y, scale)}}`;
  }
  const ringsText = (ring: Ring, index: number) => ringText(ring, index, scale);
  const polygons = polygonsOf(geometry).map((rings) => `[${rings.map(ringsText)}]`);
  const coordinates = geometry.type === "Polygon" ? polygons[0] : `[${polygons}]`;
  return `{"type":"${geometry.type}","coordinates":${coordinates}}`;
}

function ringText(ring: Ring, index: number, scale: number): string {
  const positions: string[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    positions.push(positionText(ring[at]!, ring[at + 1]!, scale));
  }
  const isClockwise = signedRingArea(ring) < 0;
  return `[${isClockwise === (index === 0) ? positions.reverse() : positions}]`;
}

function positionText(x: number, y: number, scale: number): string {
  return `[${Math.round(x * scale) / scale},${Math.round(y * scale) / scale}]`;
}
