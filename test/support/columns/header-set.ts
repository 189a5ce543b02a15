import type { FieldName } from "./fields.ts";

/** Column of a file: its name, and the field that fills it. */
type HeaderColumn = `${string}: ${FieldName}`;

/** Way in which a program writes addresses: its columns, and the rows around them. */
export interface HeaderSet {
  readonly name: string;
  readonly columns: readonly HeaderColumn[];
  /** Registry that the rows come from; Weesp when absent. */
  readonly country?: "demo";
  /** True when the columns hold two whole addresses and no name says which is meant: both are right. */
  readonly hasTwoAddresses?: true;
  /** Separator of a text file; `xlsx` for a spreadsheet. */
  readonly form: ";" | "," | "\t" | "|" | "xlsx";
  /** False for a file without a row of names. */
  readonly hasHeader?: false;
  /** Rows above the names. */
  readonly above?: readonly (readonly string[])[];
  /** Rows after the last one: totals, a note. */
  readonly below?: readonly (readonly string[])[];
  /** Rows of a sheet before the sheet with the addresses. */
  readonly firstSheet?: readonly (readonly string[])[];
}
