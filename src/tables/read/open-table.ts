/** Opens a file of a user as a table: CSV of any dialect, or a spreadsheet. */
import type { TableSource } from "../table.ts";
import { openBytes, type TableInput } from "./byte-source.ts";
import { openCsv } from "./csv-table.ts";
import { kindOf } from "./file-kind.ts";
import type { TableOptions } from "./table-options.ts";
import { openXlsx } from "./xlsx-table.ts";

export { HEADER_CHOICES, type HeaderChoice, type TableOptions } from "./table-options.ts";

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
