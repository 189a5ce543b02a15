/** Shape of a kind of export: its columns, conditions and rows. */
import type { Geometry } from "../../geo/geometry.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { AdresFilter } from "../../registry/read/adres-filter.ts";
import type { Selection } from "../../registry/read/rows-by-place.ts";
import type { ColumnKind, Value } from "../../tables/table.ts";

/** Row by the names of its columns, in their order, as JSON has it. */
type ExportRecord = Readonly<Record<string, Value>>;

/**
 * Row with its geometry in RD. Absent for kinds with points, whose position is in the record; null for a row without
 * one.
 */
export interface ExportRow<R = ExportRecord> {
  readonly record: R;
  readonly geometry?: Geometry | null;
}

export interface ColumnSpec {
  readonly kind: ColumnKind;
  readonly description: string;
  /** True for free text that a gemeente typed. */
  readonly mayBeFormula?: true;
}

/** A condition of the filter. */
export type Condition = keyof AdresFilter;

/**
 * `list`: the order of lists of the interface, if the kind has such an order and can be read in it in constant memory.
 * `place`: near rows near each other.
 */
export type ExportOrder = "list" | "place";

interface ReadOptions {
  readonly order: ExportOrder;
  /** Names of the columns to write; absent: all of the kind. */
  readonly chosen?: readonly string[] | undefined;
}

export interface ExportKind<R = ExportRecord> {
  /** Meaning of one row, in words of the glossary. */
  readonly subject: string;
  /** Words for many rows; absent where the name of the kind is a plural. */
  readonly plural?: string;
  /** The columns of every format, in order. */
  readonly columns: Readonly<Record<keyof R & string, ColumnSpec>>;
  readonly geometryType: "Point" | "MultiPolygon" | undefined;
  /** Conditions that the kind takes. */
  readonly conditions: readonly Condition[];
  /** False when it takes no box or polygon, because no index leads from places to its rows. */
  readonly takesRegion?: false;
  /** Bytes of an average row's cells as CSV, and of its geometry as WKB, to estimate the size of files. */
  readonly textBytes: number;
  readonly geometryBytes: number;
  /** Counts the rows; an estimate where counting would read them. At most some milliseconds. */
  count(s: Snapshot, selection: Selection): number;
  /**
   * Yields the rows some hundreds at a time; empty arrays are places to pause. Records may lack columns that are not
   * chosen.
   */
  read(s: Snapshot, selection: Selection, options: ReadOptions): Iterable<readonly ExportRow<R>[]>;
}
