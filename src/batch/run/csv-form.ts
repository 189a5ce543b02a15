import type { TableFormat } from "../../tables/formats.ts";
import type { TableSource, WriteBytes } from "../../tables/table.ts";

const UTF8_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Options of the writer by which CSV is separated as the file that was read. */
export function csvOptionsLike({ text }: TableSource): { delimiter?: string } {
  const delimiter = text?.delimiter ?? null;
  return delimiter === null ? {} : { delimiter };
}

/**
 * Writes a byte order mark before CSV in UTF-8 whose reader needs it: where the file that was read has one, is in
 * another encoding or is a spreadsheet, Excel opens the output, and takes text without the mark for windows-1252.
 */
export async function writeMarkLike(
  { text }: TableSource,
  format: TableFormat,
  write: WriteBytes,
): Promise<void> {
  const isForSpreadsheets = text === undefined || text.hasMark || text.encoding !== "utf-8";
  if (format === "csv" && isForSpreadsheets) {
    await write(UTF8_MARK);
  }
}
