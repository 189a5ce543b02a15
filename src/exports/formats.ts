/** File formats of exports. */
import { TABLE_CONTENT_TYPES, type TableFormat } from "../tables/formats.ts";
import type { ExportKind, ExportOrder } from "./kinds/export-kind.ts";

export const EXPORT_FORMATS = [
  "csv",
  "xlsx",
  "json",
  "geojson",
  "gpkg",
  "parquet",
] as const satisfies readonly (TableFormat | "json")[];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Format {
  readonly order: ExportOrder;
  readonly hasGeometry: boolean;
  /**
   * Estimates the bytes on disk of one row, its compressed form and temporary files included, from the bytes of its
   * cells as text and of its geometry as WKB.
   */
  bytesOf(textBytes: number, geometryBytes: number): number;
}

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    order: "list",
    hasGeometry: false,
    bytesOf: (text) => 1.2 * text,
  },
  xlsx: {
    order: "list",
    hasGeometry: false,
    bytesOf: (text) => 0.8 * text,
  },
  json: {
    order: "list",
    hasGeometry: false,
    bytesOf: (text) => 2.6 * text,
  },
  geojson: {
    order: "place",
    hasGeometry: true,
    bytesOf: (text, geometry) => 2.8 * text + 3 * geometry,
  },
  gpkg: {
    order: "place",
    hasGeometry: true,
    // Made in a temporary file first.
    bytesOf: (text, geometry) => 2 * (1.2 * text + geometry + 100),
  },
  parquet: {
    order: "place",
    hasGeometry: true,
    bytesOf: (text, geometry) => 0.4 * text + geometry,
  },
};

/** Formats of all jobs. */
type JobFormat = ExportFormat | TableFormat;

export function contentTypeOf(format: JobFormat): string {
  return format === "json" ? "application/json" : TABLE_CONTENT_TYPES[format];
}

const GZIPPED: readonly JobFormat[] = ["csv", "json", "geojson"];

/** Returns true for a plain text format: a compressed form is kept for downloads. */
export function isGzipped(format: JobFormat): boolean {
  return GZIPPED.includes(format);
}

/** Estimates the bytes on disk that a file of so many rows needs. */
export function estimateFileBytes(kind: ExportKind, format: ExportFormat, rows: number): number {
  return rows * FORMATS[format].bytesOf(kind.textBytes, kind.geometryBytes);
}
