/** Formats of tables that are written, by the extension of the file. */
export const TABLE_FORMATS = ["csv", "xlsx", "geojson", "gpkg", "parquet"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
