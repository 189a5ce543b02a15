/** Tables written by the writers under test, into a folder of the test. */
import { closeSync, mkdtempSync, openSync, writeSync } from "node:fs";
import type { TableFormat } from "../../../src/tables/formats.ts";
import type { OutputRow, TableLayout } from "../../../src/tables/table.ts";
import { createTableWriter, type TableWriterOptions } from "../../../src/tables/write/table-writer.ts";

/** Writes a table to `file`, `rowsPerCall` rows at a time. */
export async function writeTable(
  format: TableFormat,
  file: string,
  layout: TableLayout,
  rows: readonly OutputRow[],
  { rowsPerCall = 1000, ...options }: Partial<TableWriterOptions> & { rowsPerCall?: number } = {},
): Promise<void> {
  const target = openSync(file, "w");
  const write = async (bytes: Uint8Array) => writeSync(target, bytes);
  const makeScratchFolder = () => mkdtempSync(`${file}-scratch-`);
  const writer = createTableWriter(format, layout, write, { makeScratchFolder, ...options });
  try {
    for (let at = 0; at < rows.length; at += rowsPerCall) {
      await writer.write(rows.slice(at, at + rowsPerCall));
    }
    await writer.finish();
  } finally {
    await writer.close();
    closeSync(target);
  }
}
