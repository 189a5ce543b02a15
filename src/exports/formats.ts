/** File formats of exports. */
import type { TableFormat } from "../tables/formats.ts";
import type { ExportKind, ExportOrder } from "./kinds/export-kind.ts";

export const EXPORT_FORMATS = ["csv", "json", "geojson", "gpkg", "parquet"] as const satisfies readonly (
  | TableFormat
  | "json"
)[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Format {
  readonly contentType: string;
  readonly order: ExportOrder;
  readonly hasGeometry: boolean;
  /** True when the file is kept in a compressed form too, for downloads. */
  readonly isGzipped: boolean;
  /**
   * Estimates the bytes on disk of one row, its compressed form and temporary files included, from the bytes of its
   * cells as text and of its geometry as WKB.
   */
  bytesOf(textBytes: number, geometryBytes: number): number;
}

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    contentType: "text/csv; charset=utf-8; header=present",
    order: "list",
    hasGeometry: false,
    isGzipped: true,
    bytesOf: (text) => 1.2 * text,
  },
  json: {
    contentType: "application/json",
    order: "list",
    hasGeometry: false,
    isGzipped: true,
    bytesOf: (text) => 2.6 * text,
  },
  geojson: {
    contentType: "application/x-ndjson",
    order: "place",
    hasGeometry: true,
    isGzipped: true,
    bytesOf: (text, geometry) => 2.8 * text + 3 * geometry,
  },
  gpkg: {
    contentType: "application/geopackage+sqlite3",
    order: "place",
    hasGeometry: true,
    isGzipped: false,
    // Made in a temporary file first.
    bytesOf: (text, geometry) => 2 * (1.2 * text + geometry + 100),
  },
  parquet: {
    contentType: "application/vnd.apache.parquet",
    order: "place",
    hasGeometry: true,
    isGzipped: false,
    bytesOf: (text, geometry) => 0.4 * text + geometry,
  },
};

/** Estimates the bytes on disk that a file of so many rows needs. */
export function estimateFileBytes(kind: ExportKind, format: ExportFormat, rows: number): number {
  return rows * FORMATS[format].bytesOf(kind.textBytes, kind.geometryBytes);
}
