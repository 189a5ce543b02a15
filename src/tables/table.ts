/** Shapes of tables that are read from files of users and written for them. No knowledge of the registry. */
import type { Geometry } from "../geo/geometry.ts";
import type { FileTrait } from "./file-trait.ts";

/**
 * One cell as read: text as typed (CSV), or a typed cell of a spreadsheet. `""` is an empty cell. Nothing is trimmed or
 * rounded, so that a cell can be written back as it was.
 */
export type Cell = string | TypedCell;

/** Cell of a spreadsheet that is not text. */
export interface TypedCell {
  readonly kind: "number" | "date" | "boolean";
  /** As a person reads it: a number without exponent or group signs, a date as `2021-03-01` or with `T12:30:00`. */
  readonly text: string;
  /** As the file stores it: digits of the number, serial of the date, `0` or `1`. */
  readonly stored: string;
  /** Number format of the spreadsheet, for writing the cell back; absent for the general one. */
  readonly format?: string;
}

export type Row = readonly Cell[];

/** A table opened for reading. Rows can be read several times, each time from the beginning. */
export interface TableSource {
  /** Names of the columns as the header has them; `column 1`, `column 2`, … without a header. */
  readonly columns: readonly string[];
  /** Names to write, as the file has them; empty for a column without one. Two equal names begin with their group. */
  readonly header: readonly string[];
  readonly hasHeader: boolean;
  /** Number of rows of the file above the first one of values: titles, blank rows, and the names of the columns. */
  readonly headRows: number;
  /** Rows spread evenly over the table, at most 1,000, their cells cut to 500 characters. */
  readonly sample: readonly Row[];
  /** Findings about the file: its encoding, separator, sheet. */
  readonly traits: readonly FileTrait[];
  /** Size of the file in bytes, for progress. */
  readonly sizeBytes: number;
  /** Number of rows without the header, known from the start: opening a table reads it whole once. */
  readonly rowCount: number;
  /** Form of a text file, to write another like it; absent for a spreadsheet. */
  readonly text?: TextForm;
  /**
   * Reads the rows in order, in batches, in constant memory. Each row has `columns.length` cells: a short one is filled
   * with `""`. Throws AppError `usage` that names the line of a file that is no table.
   */
  batches(): AsyncIterable<RowBatch>;
  close(): Promise<void>;
}

interface TextForm {
  /** Null when each line is one cell. */
  readonly delimiter: string | null;
  /** Name of the encoding in the WHATWG standard. */
  readonly encoding: string;
  /** True when the file begins with a byte order mark. */
  readonly hasMark: boolean;
}

export interface RowBatch {
  readonly rows: readonly Row[];
  /** Part of the file read so far, 0–1. */
  readonly progress: number;
}

/** Kind of the values of a column to write: decides the type in formats that have types. */
export type ColumnKind = "text" | "integer" | "real" | "boolean" | "date" | "list" | "cell";

/** Column to write. */
export interface Column {
  readonly name: string;
  /**
   * `date`: text YYYY-MM-DD, a date where the format has those. `list`: texts, joined by `|` where the format has no
   * lists. `cell`: a cell of the user, written back as it was.
   */
  readonly kind: ColumnKind;
  /** True for free text that a spreadsheet may take for a formula; such text is neutralised in CSV. */
  readonly mayBeFormula?: boolean;
}

export type Value = Cell | number | boolean | readonly string[] | null;

/**
 * Row to write: values in the order of the columns, and its geometry in the system that the writer asks for: x, y in RD
 * metres, or x = longitude and y = latitude in degrees.
 */
export interface OutputRow {
  readonly values: readonly Value[];
  readonly geometry?: Geometry | null;
}

/** System of coordinates: RD in metres (EPSG:28992), or WGS84 in degrees. */
export type Crs = "rd" | "wgs84";

/** Description of a table to write. */
export interface TableLayout {
  /** Name of the layer or sheet. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Type of the geometries, when rows have them. */
  readonly geometryType?: "Point" | "MultiPolygon";
  /** System of the geometries in GeoJSON and Parquet, WGS84 by default; a GeoPackage is in RD. */
  readonly crs?: Crs;
}

/** Takes pieces of a file, one after the other. */
export type WriteBytes = (bytes: Uint8Array) => Promise<unknown>;

/** Writes one table as one file. */
export interface TableWriter {
  /** System of the geometries that it takes. */
  readonly crs: Crs;
  write(rows: readonly OutputRow[]): Promise<void>;
  /** Writes the rest of the file. */
  finish(): Promise<void>;
  /** Releases temporary files; after `finish` or instead of it. */
  close(): Promise<void>;
}
