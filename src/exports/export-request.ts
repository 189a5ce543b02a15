import type { Snapshot } from "../registry/file/snapshot.ts";
import { createRegion, type RegionSpec } from "../registry/index/region.ts";
import type { AdresFilter } from "../registry/read/adres-filter.ts";
import type { Selection } from "../registry/read/rows-by-place.ts";
import type { ExportFormat } from "./formats.ts";
import type { ExportKind } from "./kinds/export-kind.ts";
import { type ExportWhat, KINDS } from "./kinds/index.ts";

/** Content and format of a file: plain data, stored with a job. */
export interface ExportRequest {
  /** Absent: addresses. */
  readonly what?: ExportWhat;
  readonly filter: AdresFilter;
  readonly region?: RegionSpec;
  readonly format: ExportFormat;
  /** Names of the columns of the file, in its order; absent: all of the kind. */
  readonly columns?: readonly string[];
  /** `rd`: geometries of GeoJSON and Parquet are in RD rather than in degrees. */
  readonly crs?: "rd";
  /** `keep` leaves text that a spreadsheet takes for a formula unchanged. */
  readonly formulas?: "keep";
}

export function exportKindOf({ what = "addresses" }: ExportRequest): ExportKind {
  return KINDS[what];
}

export function selectionOf({ filter, region = {} }: ExportRequest): Selection {
  return { filter, region: createRegion(region) };
}

/** Returns the columns of the file, in its order. */
export function exportColumnsOf(request: ExportRequest): ExportKind["columns"] {
  const { columns } = exportKindOf(request);
  const { columns: names = Object.keys(columns) } = request;
  return Object.fromEntries(names.map((name) => [name, columns[name]!]));
}

/** Returns the faults of the names of columns, a sentence each. */
export function listColumnFaults({ columns: names = [], what = "addresses" }: ExportRequest): string[] {
  const { columns } = KINDS[what];
  const unknown = names.filter((name) => !Object.hasOwn(columns, name));
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return [
    ...(unknown.length > 0
      ? [
          `${what} have no column ${unknown.map((name) => `"${name}"`).join(", ")}; they have ${Object.keys(columns).join(", ")}.`,
        ]
      : []),
    ...(repeated.size > 0 ? [`${[...repeated].join(", ")} is named twice.`] : []),
  ];
}

/** Counts the rows of a request; an estimate with a box or polygon, and for residences. Takes some milliseconds. */
export function countRows(snapshot: Snapshot, request: ExportRequest): number {
  return exportKindOf(request).count(snapshot, selectionOf(request));
}
