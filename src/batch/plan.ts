/** Plan of geocoding a table: which column has which role, and which columns are added; and the options for it. */
import type { Language } from "../base/language.ts";
import type { Row } from "../tables/table.ts";
import { type ColumnsToRead, type ColumnUse, ROLES } from "./columns/roles.ts";
import type { AddedColumn } from "./result-columns.ts";

export interface PlanOptions {
  /** Roles of columns as the user decided: `postcode=PC,number=Nr`. Chosen by the registry when absent. */
  readonly columns?: string | undefined;
  /** The same as data, for a program; wins over `columns`. */
  readonly uses?: readonly ColumnUse[] | undefined;
  /** Columns to add, by name or group: `address,location`. The usual ones when absent. */
  readonly add?: string | undefined;
  /** Adds the column of duplicates. */
  readonly dedupe?: boolean | undefined;
  /** Also match addresses that no longer exist, and add their columns. */
  readonly former?: boolean | undefined;
  /** Language of sentences in the added columns; English when absent. */
  readonly lang?: Language | undefined;
  /** Rechecks a list of ids instead. */
  readonly recheck?: RecheckOptions | undefined;
  /** Refuses columns whose roles are not certain. */
  readonly strict?: boolean | undefined;
  /** Refuses columns with which most rows of the sample have no address. */
  readonly refuseMostlyNone?: boolean | undefined;
}

/** A table whose columns are to be chosen. */
export interface TableToPlan {
  readonly columns: readonly string[];
  /** Names in the output, where they differ. */
  readonly header?: readonly string[];
  readonly hasHeader: boolean;
  readonly rowCount: number;
  /** Rows spread over the table. */
  readonly sample: readonly Row[];
}

/** Options of a recheck. */
export interface RecheckOptions {
  /** Day of the ids, YYYY-MM-DD, for rows without one of their own. */
  readonly since?: string | undefined;
  /** Leaves unchanged rows out of the output. */
  readonly onlyChanged?: boolean | undefined;
}

/** Column of the table that is used. */
interface UsedColumn extends ColumnUse {
  readonly name: string;
}

/** Reason why a column is not used; `not_chosen` where a person chose the others. */
export type UnusedReason = "empty" | "doubtful" | "says_nothing" | "not_chosen";

/** Columns of a second address, which explain the sample, or the rows that fill them, nearly as well. */
interface OtherReading {
  readonly uses: readonly ColumnUse[];
  /** Share of the sample that is exact with them, 0–1. */
  readonly exact: number;
}

/** Plain data, so that it can be passed to threads and stored with a job. */
export interface GeocodePlan extends ColumnsToRead {
  readonly uses: readonly UsedColumn[];
  /** Columns that are not used but may hold letters or additions: a row that they contradict is not exact. */
  readonly doubtful: readonly Omit<UsedColumn, "role">[];
  readonly added: readonly AddedColumn[];
  /** Language of sentences in the added columns; English when absent. */
  readonly language?: Language;
  /** True when rows may match addresses that no longer exist. */
  readonly takesFormer?: boolean;
  /** Day of the ids, YYYY-MM-DD, for rows without a day of their own. */
  readonly since?: string;
  /** True when unchanged rows are left out of the output. */
  readonly onlyChanged?: boolean;
  /** Every column that is not used. */
  readonly unused: readonly { readonly index: number; readonly why: UnusedReason }[];
  /** Share of the sample that is exact, 0–1; undefined for columns that a person chose: they are not tried. */
  readonly exact?: number;
  readonly other?: OtherReading;
  /** Remarks on the choice of columns, a line each. */
  readonly findings: readonly string[];
}

/** Returns a line for each column used, as `column "PC": the postcode`, and what else is said of the choice. */
export function describePlan({ uses, findings }: GeocodePlan): string[] {
  return [
    ...uses.map(({ role, name }) => `column ${JSON.stringify(name)}: ${ROLES[role].holds}`),
    ...findings,
  ];
}

/** Returns the columns used as `--columns` names them: `postcode=PC,number=Nr`. */
export function columnsOption({ uses }: Pick<GeocodePlan, "uses">): string {
  return uses.map(({ role, name }) => `${role}=${name}`).join(",");
}
