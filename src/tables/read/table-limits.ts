/** Limits on files of users. What is beyond them is refused with a message that names the limit. */
export const TABLE_LIMITS = {
  columns: 1_000,
  /** Characters of one cell, as in spreadsheets. */
  cellCharacters: 32_767,
  /** Characters of the name of a column. */
  nameCharacters: 1_000,
  /** Characters of all cells of a row; of a row of CSV also its separators and quotes. */
  rowCharacters: 1_048_576,
  /** Cells of a table, including cells that the file leaves out; for a file with more bytes, as many cells as bytes. */
  cells: 100_000_000,
  /** Characters and cells of rows handed on at once, which bound memory: one row always fits. */
  batchCharacters: 1_048_576,
  batchCells: 200_000,
  /** Characters of the first rows of a table, by which its header and columns are recognised. */
  sampleCharacters: 4 * 1_048_576,
  /** Entries of the zip that an xlsx file is, and size of their names and notes; sheets and relations of a workbook. */
  xlsxEntries: 10_000,
  xlsxDirectoryBytes: 16 * 1024 * 1024,
  /** Styles of cells, and number formats; Excel keeps 65,490. */
  xlsxStyles: 100_000,
  /** Size of the workbook, its relations or its styles, uncompressed. */
  xlsxPartBytes: 64 * 1024 * 1024,
  /** Size of one sheet, uncompressed. */
  xlsxSheetBytes: 4 * 1024 * 1024 * 1024,
  /** Size of the shared strings of all sheets: as XML, and as text kept in memory. */
  xlsxSharedBytes: 1024 * 1024 * 1024,
  xlsxSharedTextBytes: 128 * 1024 * 1024,
  /** Size of a part for each byte in the zip, above which a part of more than `xlsxPartBytes` is a zip bomb. */
  xlsxInflation: 200,
  /** Rows of a sheet in the format itself. */
  xlsxRows: 1_048_576,
} as const;
