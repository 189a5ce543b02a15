import type { TableFormat } from "../../tables/formats.ts";
import type { TableLayout, TableSource } from "../../tables/table.ts";

/** Characters of an average row in the columns that geocoding adds. */
const ADDED_TEXT = 150;
/** Bytes that a row and its cells take in a format beside their text, compressed form and temporary files included. */
const ROW_BYTES: Readonly<Record<TableFormat, (cells: number, names: number) => number>> = {
  csv: (cells) => 1.1 * cells,
  // Every row repeats the names, each with `"":null,`; compressed they take little.
  geojson: (cells, names) => 1.1 * (names + 8 * cells + 80),
  xlsx: () => 20,
  gpkg: (cells) => 2 * (cells + 120),
  parquet: () => 30,
};
/** Bytes on disk for each character. */
const TEXT_BYTES: Readonly<Record<TableFormat, number>> = {
  csv: 1.2,
  geojson: 1.2,
  xlsx: 0.5,
  gpkg: 2.4,
  parquet: 0.5,
};

/** Estimates the bytes on disk that a geocoded file needs from its rows and columns: cells without text take some. */
export function estimateGeocodedBytes(source: TableSource, layout: TableLayout, format: TableFormat): number {
  const { rowCount, sizeBytes } = source;
  const names = layout.columns.reduce((sum, { name }) => sum + Buffer.byteLength(name), 0);
  const rowBytes = ROW_BYTES[format](layout.columns.length, names);
  return rowCount * rowBytes + (sizeBytes + rowCount * ADDED_TEXT) * TEXT_BYTES[format];
}
