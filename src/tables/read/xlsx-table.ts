/** Reads a sheet of an xlsx file as a table. */
import type { Row, RowBatch, TableSource } from "../table.ts";
import type { ByteSource } from "./byte-source.ts";
import { FirstRows } from "./first-rows.ts";
import { findHead, SAMPLE_ROWS } from "./header.ts";
import { readNumberFormats } from "./number-formats.ts";
import { refuse } from "./refuse.ts";
import { RowSample } from "./row-sample.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { cellsOf, SheetBatch } from "./sheet-batch.ts";
import { type CellContext, SheetRows } from "./sheet-rows.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { TableOptions } from "./table-options.ts";
import { listSheets, readWorkbook, type Sheet, shorten, type Workbook } from "./workbook.ts";
import { readXml } from "./xml-part.ts";
import { openZipParts, type ZipParts } from "./zip-parts.ts";

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
  const sheets = listSheets(workbook, source.name, options.sheet);
  const { stylesPart, sharedStringsPart, is1904 } = workbook;
  const hasStyles = stylesPart !== undefined && parts.has(stylesPart);
  const context: CellContext = {
    formats: hasStyles ? await readNumberFormats(parts, stylesPart) : [],
    strings: await readSharedStrings(parts, sharedStringsPart),
    is1904,
  };
  const open: OpenSheet = await findSheet({ source, parts, context }, sheets, options);
  const { sheet } = open;
  const survey = await surveySheet(open);
  if (survey.rowCount === 0) {
    refuse(`${source.name}: sheet "${shorten(sheet.name)}" is empty; expected rows of addresses.`);
  }
  const { columns, hasHeader, headRows } = findHead(survey, source.name, options);
  return {
    columns,
    hasHeader,
    headRows,
    sample: survey.sample.rowsBetween(headRows, survey.rowCount, columns.length),
    traits: ["xlsx", traitOfSheet(workbook, sheet), ...survey.traits],
    sizeBytes: source.size,
    rowCount: survey.rowCount - headRows,
    batches: () => readBatches(open, { width: columns.length, headRows, last: survey.rowCount }),
    close: async () => await source.close(),
  };
}

/** Sheets that are looked at, at most. */
const MAX_SHEETS = 20;

/** Returns the sheet whose first rows are rated highest, the first of equals. */
async function findSheet(
  workbook: Omit<OpenSheet, "sheet">,
  sheets: readonly Sheet[],
  { rateRows = () => 0 }: TableOptions,
): Promise<OpenSheet> {
  let best = { open: { ...workbook, sheet: sheets[0]! }, rate: Number.NEGATIVE_INFINITY };
  for (const sheet of sheets.length === 1 ? [] : sheets.slice(0, MAX_SHEETS)) {
    const open = { ...workbook, sheet };
    const rate = rateRows(await readFirstRows(open));
    best = rate > best.rate ? { open, rate } : best;
  }
  return best.open;
}

async function readFirstRows(open: OpenSheet): Promise<readonly Row[]> {
  const sheet = new SheetRows(open.context);
  const first = new FirstRows(SAMPLE_ROWS);
  for await (const _ of readXml(open.parts, partOf(open), sheet)) {
    for (const row of sheet.rows) {
      if (!first.isFull) {
        first.add(cellsOf(row, (text) => open.context.strings.get(text)!));
      }
    }
    sheet.rows = [];
    if (first.isFull) {
      break;
    }
  }
  return first.rows;
}

function traitOfSheet({ sheets }: Workbook, sheet: Sheet): string {
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const others = visible.filter((other) => other !== sheet).map(({ name }) => `"${shorten(name)}"`);
  return `sheet "${shorten(sheet.name)}"${others.length === 0 ? "" : ` (not ${others.slice(0, 5).join(", ")})`}`;
}

interface Survey {
  readonly firstRows: readonly Row[];
  readonly sample: RowSample;
  readonly rowCount: number;
  readonly width: number;
  readonly traits: string[];
}

async function surveySheet(open: OpenSheet): Promise<Survey> {
  const sheet = new SheetRows(open.context);
  const first = new FirstRows(SAMPLE_ROWS);
  const sample = new RowSample();
  const textOf = (text: number) => open.context.strings.get(text)!;
  let rowCount = 0;
  let width = 0;
  for await (const _ of readXml(open.parts, partOf(open), sheet)) {
    for (const row of sheet.rows) {
      while (!first.isFull && first.rows.length < row.number - 1) {
        first.add([]);
      }
      if (!first.isFull) {
        first.add(cellsOf(row, textOf));
      }
      sample.add(() => cellsOf(row, textOf), row.number - 1);
      rowCount = row.filled === 0 ? rowCount : row.number;
      width = Math.max(width, row.filled);
    }
    sheet.rows = [];
  }
  const { formulasWithoutValue: count, firstWithoutValue } = sheet;
  const traits = count === 0 ? [] : [`${count} formulas without a value, the first in ${firstWithoutValue}`];
  return { firstRows: first.rows.slice(0, rowCount), sample, rowCount, width, traits };
}

function partOf({ sheet }: OpenSheet) {
  return {
    name: sheet.part,
    mostBytes: TABLE_LIMITS.xlsxSheetBytes,
    label: `sheet "${shorten(sheet.name)}"`,
  };
}

async function* readBatches(
  open: OpenSheet,
  { width, headRows, last }: { readonly width: number; readonly headRows: number; readonly last: number },
): AsyncGenerator<RowBatch> {
  await open.source.assertUnchanged();
  const sheet = new SheetRows(open.context);
  const batch = new SheetBatch(open.context.strings, width);
  let next = 1 + headRows;
  for await (const progress of readXml(open.parts, partOf(open), sheet)) {
    for (const row of sheet.rows.filter(({ number }) => number <= last)) {
      for (; next < row.number; next += 1) {
        if (!batch.hasRoomFor(0)) {
          yield batch.take(progress);
        }
        batch.addEmpty();
      }
      if (next === row.number) {
        if (!batch.hasRoomFor(row.characters)) {
          yield batch.take(progress);
        }
        batch.add(row);
        next += 1;
      }
    }
    sheet.rows = [];
    if (!batch.isEmpty) {
      yield batch.take(progress);
    }
  }
  await open.source.assertUnchanged();
}
