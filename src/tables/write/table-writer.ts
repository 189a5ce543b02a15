/** Creates the writer of a table in any of the formats. */
import type { TableFormat } from "../formats.ts";
import type { TableLayout, TableWriter, WriteBytes } from "../table.ts";
import { type CsvOptions, CsvWriter } from "./csv-writer.ts";
import { GeoJsonWriter } from "./geojson-writer.ts";
import { type GpkgOptions, GpkgWriter } from "./gpkg-writer.ts";
import { ParquetWriter } from "./parquet-writer.ts";
import { XlsxWriter } from "./xlsx-writer.ts";

export interface TableWriterOptions extends CsvOptions, GpkgOptions {}

/**
 * Returns a writer that hands the file to `write` piece by piece. The same rows make the same bytes, however they are
 * divided over calls. A writer throws AppError `usage` for rows that its format cannot hold.
 */
export function createTableWriter(
  format: TableFormat,
  layout: TableLayout,
  write: WriteBytes,
  options: TableWriterOptions,
): TableWriter {
  switch (format) {
    case "csv":
      return new CsvWriter(layout, write, options);
    case "geojson":
      return new GeoJsonWriter(layout, write);
    case "xlsx":
      return new XlsxWriter(layout, write);
    case "gpkg":
      return new GpkgWriter(layout, write, options);
    case "parquet":
      return new ParquetWriter(layout, write);
  }
}
