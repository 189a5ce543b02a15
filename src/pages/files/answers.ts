/** Answers of the routes below `/files` (docs/files-page.md), for the server and the script alike; types only. */
import type { Role, ColumnUse as RoleOfColumn } from "../../batch/columns/roles.ts";
import type { Correction } from "../../batch/corrections.ts";
import type { RowReason, RowRefusal, RowStatus } from "../../batch/outcome.ts";
import type { FileTrait } from "../../tables/file-trait.ts";
import type { TableFault } from "../../tables/read/refuse.ts";

export type { Correction, FileTrait, Role, RoleOfColumn, RowReason };

export type MatchKind = RowStatus;

export interface FileColumn {
  readonly index: number;
  /** Letter that spreadsheets give the column. */
  readonly letter: string;
  readonly name: string;
  readonly role: Role | null;
  /** Reason why the column has no role. */
  readonly unused: null | "empty" | "doubtful" | "says_nothing" | "not_chosen" | "not_recognised";
  /** Up to three different cells. */
  readonly sample: readonly string[];
}

/** Reasons with which the server refuses a file. */
export type SentRefusal = TableFault | "too_many_rows" | "no_addresses" | "columns" | "disk_full" | "failed";

/** File that was read whole, with its columns as understood. */
export interface ReadFile {
  readonly file: {
    readonly bytes: number;
    readonly rows: number;
    readonly traits: readonly FileTrait[];
  };
  /** Rows above the first one of values. */
  readonly head_rows: number;
  readonly has_header: boolean;
  readonly columns: readonly FileColumn[];
  readonly first_rows: readonly (readonly string[])[];
  /** Part of the sample that is exact with these columns, 0–1; null where none was looked at. */
  readonly exact_share: number | null;
  /** Another reading of the columns that explains the rows about as well. */
  readonly other: null | { readonly uses: readonly RoleOfColumn[]; readonly exact_share: number };
  /** True when a person chose the columns. */
  readonly is_chosen: boolean;
  /** Columns of ids and their days, by index; null for a file that cannot be brought up to date. */
  readonly ids: null | { readonly id: number; readonly day: number | null };
  /** How the file is brought up to date; null while addresses are to be found. */
  readonly recheck: null | { readonly since: string | null };
  readonly quota: { readonly cost: number; readonly remaining: number | null };
}

/** Run over the rows of a file. */
interface Progress {
  readonly progress: {
    readonly done: number;
    readonly rows: number;
    readonly seconds_left: number | null;
  };
  readonly by_match: Readonly<Record<MatchKind, number>>;
  /** Rows without an address by the code of the reason; only those that occur. */
  readonly by_reason: Readonly<Partial<Record<RowReason, number>>>;
  /** Numbers of the first rows that nobody can decide, by reason. */
  readonly settled: Readonly<Partial<Record<RowReason, readonly number[]>>>;
}

/** State of what the server keeps for one tab. `expires_at` is when it is removed without another look. */
export type FilesState =
  | { readonly phase: "reading"; readonly expires_at: string }
  | ({ readonly phase: "preview"; readonly expires_at: string } & ReadFile)
  | ({ readonly phase: "geocoding"; readonly expires_at: string } & ReadFile & Progress)
  | ({
      readonly phase: "review";
      readonly expires_at: string;
      readonly decided: DecidedCounts;
    } & ReadFile &
      Progress)
  | ({
      readonly phase: "failed";
      readonly expires_at: string;
      readonly error: { readonly code: SentRefusal };
    } & Partial<ReadFile>);

/** Rows decided by hand: to an address, and to none. */
export interface DecidedCounts {
  readonly address: number;
  readonly none: number;
}

export interface FoundAddress {
  /** Identificatie of the nummeraanduiding. */
  readonly id: string;
  readonly text: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Former address that a row names. */
export interface FormerAddress {
  readonly text: string;
  /** Its first day; null where the registry does not tell. */
  readonly valid_from: string | null;
  /** The day after its last. */
  readonly valid_until: string | null;
  /** The address that the same number is today. */
  readonly today: string | null;
}

/** Decision of a person about a row; no address means none. */
export interface Decision {
  readonly address: FoundAddress | null;
}

/** Row whose address is not certain. */
export interface DoubtfulRow {
  /** Number as a spreadsheet shows it. */
  readonly row: number;
  readonly cells: readonly { readonly index: number; readonly text: string }[];
  /** Parts of the address that were read in the row, by role. */
  readonly understood: Readonly<Partial<Record<Role, string>>>;
  readonly match: MatchKind;
  /** Why the row has no address. */
  readonly reason: RowRefusal | null;
  /** Differences between row and address. */
  readonly corrected: readonly Correction[] | null;
  readonly address: FoundAddress | null;
  readonly suggestions: readonly FoundAddress[];
  readonly former: FormerAddress | null;
  readonly decision: Decision | null;
}

/** Page of the doubtful rows. */
export interface DoubtfulRows {
  readonly data: readonly DoubtfulRow[];
  readonly meta: { readonly total: number; readonly from: number };
}

export interface Decided {
  readonly row: number;
  readonly decision: Decision | null;
  readonly decided: DecidedCounts;
}

/** Longitude, latitude, kind of the dot (exact, corrected, one of several, by hand), row. */
export type RowPoint = readonly [longitude: number, latitude: number, kind: 0 | 1 | 2 | 3, row: number];

export interface RowPoints {
  /** At most 5,000, spread over the file. */
  readonly points: readonly RowPoint[];
  readonly rows_with_address: number;
}

export const DOWNLOAD_FORMATS = ["xlsx", "csv", "gpkg", "report"] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];
