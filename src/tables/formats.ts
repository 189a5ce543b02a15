/** Formats of tables that are written, by the extension of the file. */
export const TABLE_FORMATS = ["csv", "xlsx", "geojson", "gpkg", "parquet"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const TABLE_CONTENT_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  geojson: "application/x-ndjson",
  gpkg: "application/geopackage+sqlite3",
  parquet: "application/vnd.apache.parquet",
};
