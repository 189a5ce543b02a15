import type { Row } from "../table.ts";

/** Choices of the user; the content decides about the others. */
export interface TableOptions {
  /** Encoding of a text file, one of `ENCODINGS` or another name for it. */
  readonly encoding?: string | undefined;
  /** Separator of a text file: one character, `tab`, or `none` when each line is one cell. */
  readonly delimiter?: string | undefined;
  /** `yes` when the first row has the names of the columns; found from the content by `auto`. */
  readonly header?: HeaderChoice | undefined;
  /** Name of the sheet of a spreadsheet. */
  readonly sheet?: string | undefined;
  /** Rates rows. Of several sheets, the sheet with the highest rate is read; the first of equals. */
  readonly rateRows?: (rows: readonly Row[]) => number;
  /** Recognises usual names of columns, so that a header is found for certain. */
  readonly isColumnName?: (text: string) => boolean;
}

export const HEADER_CHOICES = ["auto", "yes", "no"] as const;
type HeaderChoice = (typeof HEADER_CHOICES)[number];
