/** Reads a sheet of an xlsx file as a table. */
import type { Row, RowBatch, TableSource } from "../table.ts";
import type { ByteSource } from "./byte-source.ts";
import { nameColumns, SAMPLE_ROWS } from "./header.ts";
import { readNumberFormats } from "./number-formats.ts";
import { refuse } from "./refuse.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { type CellContext, SheetRows } from "./sheet-rows.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { TableOptions } from "./table-options.ts";
import { chooseSheet, readWorkbook, type Sheet, type Workbook } from "./workbook.ts";
import { readXml } from "./xml-part.ts";
import { openZipParts, type ZipParts } from "./zip-parts.ts";

/** Rows between two with content are empty; that many at once are handed on. */
const MOST_ROWS_OF_BATCH = 10_000;

/** A sheet and what its cells refer to. */
interface OpenSheet {
  readonly source: ByteSource;
  readonly parts: ZipParts;
  readonly sheet: Sheet;
  readonly context: CellContext;
}

/** Opens a sheet: reads it whole once, to know its number of rows and columns, and that each cell can be read. */
export async function openXlsx(source: ByteSource, options: TableOptions): Promise<TableSource> {
  if (options.encoding !== undefined || options.delimiter !== undefined) {
    refuse(`${source.name} is a spreadsheet; only a text file has an encoding and a separator.`);
  }
  const parts = await openZipParts(source);
  const workbook = await readWorkbook(parts, source.name);
  const sheet = chooseSheet(workbook, source.name, options.sheet);
  const { stylesPart, sharedStringsPart, is1904 } = workbook;
  const hasStyles = stylesPart !== undefined && parts.has(stylesPart);
  const context: CellContext = {
    formats: hasStyles ? await readNumberFormats(parts, stylesPart) : [],
    strings: await readSharedStrings(parts, sharedStringsPart),
    is1904,
  };
  const open: OpenSheet = { source, parts, sheet, context };
  const survey = await surveySheet(open);
  if (survey.rowCount === 0) {
    refuse(`${source.name}: sheet "${sheet.name}" is empty; expected rows of addresses.`);
  }
  const { columns, hasHeader } = nameColumns(survey, options);
  const header = hasHeader ? 1 : 0;
  return {
    columns,
    hasHeader,
    traits: ["xlsx", traitOfSheet(workbook, sheet), ...survey.traits],
    sizeBytes: source.size,
    rowCount: survey.rowCount - header,
    batches: () => readBatches(open, { width: columns.length, header }),
    close: async () => await source.close(),
  };
}

function traitOfSheet({ sheets }: Workbook, sheet: Sheet): string {
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const others = visible.filter((other) => other !== sheet).map(({ name }) => `"${name}"`);
  return `sheet "${sheet.name}"${others.length === 0 ? "" : ` (not ${others.slice(0, 5).join(", ")})`}`;
}

interface Survey {
  readonly firstRows: Row[];
  readonly rowCount: number;
  readonly width: number;
  readonly traits: string[];
}

async function surveySheet(open: OpenSheet): Promise<Survey> {
  const rows = new SheetRows(open.context);
  const firstRows: Row[] = [];
  let rowCount = 0;
  let width = 0;
  for await (const _ of readXml(open.parts, partOf(open), rows)) {
    for (const { number, cells } of rows.rows) {
      while (firstRows.length < Math.min(SAMPLE_ROWS, number - 1)) {
        firstRows.push([]);
      }
      if (firstRows.length < SAMPLE_ROWS) {
        firstRows.push(cells);
      }
      rowCount = number;
      width = Math.max(width, cells.length);
    }
    rows.rows = [];
  }
  const { formulasWithoutValue: count, firstWithoutValue: first } = rows;
  const traits = count === 0 ? [] : [`${count} formulas without a value, the first in ${first}`];
  return { firstRows, rowCount, width, traits };
}

function partOf({ sheet }: OpenSheet) {
  return { name: sheet.part, mostBytes: TABLE_LIMITS.xlsxSheetBytes, label: `sheet "${sheet.name}"` };
}

async function* readBatches(
  open: OpenSheet,
  { width, header }: { readonly width: number; readonly header: number },
): AsyncGenerator<RowBatch> {
  await open.source.assertUnchanged();
  const sheet = new SheetRows(open.context);
  const empty: Row = new Array<string>(width).fill("");
  let next = 1 + header;
  for await (const progress of readXml(open.parts, partOf(open), sheet)) {
    let rows: Row[] = [];
    for (const { number, cells } of sheet.rows) {
      for (; next < number; next += 1) {
        rows.push(empty);
        if (rows.length === MOST_ROWS_OF_BATCH) {
          yield { rows, progress };
          rows = [];
        }
      }
      if (number === next) {
        rows.push(filled(cells, width));
        next += 1;
      }
    }
    sheet.rows = [];
    if (rows.length > 0) {
      yield { rows, progress };
    }
  }
  await open.source.assertUnchanged();
}

function filled(cells: Row[number][], width: number): Row {
  while (cells.length < width) {
    cells.push("");
  }
  return cells;
}
