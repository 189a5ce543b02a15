/** Opens a file of a user as a table: CSV of any dialect, or a spreadsheet. */
import type { TableSource } from "../table.ts";
import { openBytes, type TableInput } from "./byte-source.ts";
import { openCsv } from "./csv-table.ts";
import { kindOf } from "./file-kind.ts";
import { refuse } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
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
    const table = await (isZip ? openXlsx(source, options) : openCsv(source, options));
    assertCells(table, source.name);
    return table;
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Refuses millions of empty cells made by few bytes: each of them takes time and space in the result. */
function assertCells({ rowCount, columns, sizeBytes }: TableSource, name: string): void {
  const most = Math.max(TABLE_LIMITS.cells, sizeBytes);
  if (rowCount * columns.length > most) {
    const [rows, cells] = [rowCount, most].map((count) => count.toLocaleString("en"));
    refuse(
      `${name}: has ${rows} rows of ${columns.length} columns, more than ${cells} cells, empty ones included. ` +
        "Remove empty rows and columns.",
    );
  }
}
