/** Opens a file of a user as a table: CSV of any dialect, or a spreadsheet. */
import type { TableSource } from "../table.ts";
import { openBytes, type TableInput } from "./byte-source.ts";
import { openCsv } from "./csv-table.ts";
import { kindOf } from "./file-kind.ts";
import { openXlsx } from "./xlsx-table.ts";

/** Choices of the user; what is not chosen is found from the content. */
export interface TableOptions {
  /** Encoding of a text file, one of `ENCODINGS` or another name for it. */
  readonly encoding?: string | undefined;
  /** Separator of a text file: one character, `tab`, or `none` when each line is one cell. */
  readonly delimiter?: string | undefined;
  /** Whether the first row has the names of the columns. */
  readonly header?: HeaderChoice | undefined;
  /** Name of the sheet of a spreadsheet. */
  readonly sheet?: string | undefined;
  /** Recognises usual names of columns, so that a header is found for certain. */
  readonly isColumnName?: (text: string) => boolean;
}

export const HEADER_CHOICES = ["auto", "yes", "no"] as const;
export type HeaderChoice = (typeof HEADER_CHOICES)[number];

/**
 * Opens a table, after reading it whole once: its rows can be read without a fault as long as the file is unchanged.
 * Constant memory. Throws AppError `usage` for what is no table, with what was expected and where (line or cell).
 */
export async function openTable(input: TableInput, options: TableOptions = {}): Promise<TableSource> {
  const source = await openBytes(input);
  try {
    const isZip = (await kindOf(source)) === "zip";
    return await (isZip ? openXlsx(source, options) : openCsv(source, options));
  } catch (error) {
    await source.close();
    throw error;
  }
}
