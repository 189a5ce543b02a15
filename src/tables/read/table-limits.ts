/** Limits on files of users. What is beyond them is refused with a message that names the limit. */
export const TABLE_LIMITS = {
  columns: 1_000,
  /** Characters of one row of a CSV file, line breaks in quotes included, and of one cell of a spreadsheet. */
  rowCharacters: 1_048_576,
  /** Entries of the zip that an xlsx file is. */
  xlsxEntries: 10_000,
  /** Size of the workbook, its relations or its styles, uncompressed. */
  xlsxPartBytes: 64 * 1024 * 1024,
  /** Size of one sheet, uncompressed. */
  xlsxSheetBytes: 4 * 1024 * 1024 * 1024,
  /** Size of the shared strings of all sheets: as XML, and as text kept in memory. */
  xlsxSharedBytes: 1024 * 1024 * 1024,
  xlsxSharedTextBytes: 256 * 1024 * 1024,
  /** Size of a part for each byte in the zip, above which a part of more than `xlsxPartBytes` is a zip bomb. */
  xlsxInflation: 200,
  /** Rows of a sheet in the format itself. */
  xlsxRows: 1_048_576,
} as const;
