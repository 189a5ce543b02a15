import type { AdresFilter } from "../registry/adres-filter.ts";
import { createRegion, type RegionSpec } from "../registry/region.ts";
import type { Selection } from "../registry/rows-by-place.ts";
import type { Snapshot } from "../registry/snapshot.ts";
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
  /** `keep` leaves text that a spreadsheet takes for a formula as it is. */
  readonly formulas?: "keep";
}

export function kindOf({ what = "addresses" }: ExportRequest): ExportKind {
  return KINDS[what];
}

export function selectionOf({ filter, region = {} }: ExportRequest): Selection {
  return { filter, region: createRegion(region) };
}

/** Counts the rows of a request; an estimate with a box or polygon, and for residences. Takes some milliseconds. */
export function countRows(snapshot: Snapshot, request: ExportRequest): number {
  return kindOf(request).count(snapshot, selectionOf(request));
}
