/** Values and geometries of rows in the forms that several formats share. */
import { type Geometry, polygonsOf } from "../../geo/geometry.ts";
import type { OutputRow, TableLayout, Value } from "../table.ts";

/** Between the texts of a list, in formats without lists. */
const LIST_SEPARATOR = "|";

/**
 * Returns a value as text: of a cell its displayed text, lists joined; `""` for null and for numbers that are not
 * finite.
 */
export function valueText(value: Value): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? `${value}` : "";
    case "boolean":
      return value ? "true" : "false";
  }
  if (value === null) {
    return "";
  }
  return "kind" in value ? value.text : value.join(LIST_SEPARATOR);
}

/** Returns a value as text for formats with nulls: empty text and a list without items become null. */
export function textOrNull(value: Value): string | null {
  return valueText(value) || null;
}

/** Texts of a row by column. A value keeps the text that it had in the row before: names, areas and states repeat. */
export class RowTexts {
  readonly #toText: (value: Value, column: number) => string;
  readonly #values: Value[] = [];
  readonly #texts: string[] = [];

  constructor(toText: (value: Value, column: number) => string) {
    this.#toText = toText;
  }

  /** Returns the texts of the next row, which has as many values as the others; valid until the next call. */
  of(values: readonly Value[]): readonly string[] {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value !== this.#values[i]) {
        this.#values[i] = value;
        this.#texts[i] = this.#toText(value, i);
      }
    }
    return this.#texts;
  }
}

/**
 * Returns the geometry of a row in the type of its layer: in a layer of multipolygons a polygon becomes one. Null
 * without a geometry or without vertices.
 */
export function geometryFor({ geometryType }: TableLayout, geometry: OutputRow["geometry"]): Geometry | null {
  if (!geometry) {
    return null;
  }
  if (geometry.type === "Point") {
    return geometry;
  }
  const polygons = polygonsOf(geometry).filter((rings) => (rings[0]?.length ?? 0) > 0);
  if (polygons.length === 0) {
    return null;
  }
  return geometryType === "MultiPolygon" ? { type: "MultiPolygon", polygons } : geometry;
}
