/** Reads CSV of any dialect as a table. */
import type { Row, RowBatch, TableSource } from "../table.ts";
import type { ByteSource } from "./byte-source.ts";
import { DELIMITER_NAMES, delimiterNamed, type FoundDialect, findDialect } from "./csv-dialect.ts";
import { CsvParser } from "./csv-parser.ts";
import { FirstRows } from "./first-rows.ts";
import { findHead, isFilled, SAMPLE_ROWS } from "./header.ts";
import { refuse } from "./refuse.ts";
import { RowSample } from "./row-sample.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { TableOptions } from "./table-options.ts";
import { type Encoding, encodingNamed, encodingOfMark, NotInEncoding, readText } from "./text-encoding.ts";

/** A file of which every row has been seen once. */
interface Survey {
  readonly encoding: Encoding;
  readonly dialect: FoundDialect;
  readonly firstRows: readonly Row[];
  readonly sample: RowSample;
  /** Number of rows up to the last one with content. */
  readonly rowCount: number;
  /** Most cells that a row has, without empty ones at its end. */
  readonly width: number;
}

/**
 * Opens CSV: reads the whole file once, to know its encoding, its number of rows and columns, and that each row can be
 * read.
 */
export async function openCsv(source: ByteSource, options: TableOptions): Promise<TableSource> {
  if (options.sheet !== undefined) {
    refuse(`${source.name} is a text file; only a spreadsheet (xlsx) has sheets.`);
  }
  const survey = await surveyInEncoding(source, options);
  const first = survey.firstRows[0];
  if (first === undefined || survey.width === 0) {
    return refuse(`${source.name} is empty; expected rows of addresses.`);
  }
  const { columns, hasHeader, headRows } = findHead(survey, source.name, options);
  return {
    columns,
    hasHeader,
    headRows,
    sample: survey.sample.rowsBetween(headRows, survey.rowCount, columns.length),
    traits: traitsOf(survey),
    sizeBytes: source.size,
    rowCount: survey.rowCount - headRows,
    text: {
      delimiter: survey.dialect.delimiter,
      encoding: survey.encoding,
      hasMark: encodingOfMark(await source.read(0, Math.min(source.size, 4))) !== undefined,
    },
    batches: () => readBatches(source, survey, { width: columns.length, skip: headRows }),
    close: async () => await source.close(),
  };
}

function traitsOf({ encoding, dialect }: Survey): string[] {
  const { delimiter } = dialect;
  const separated =
    delimiter === null
      ? "one column"
      : `separated by ${DELIMITER_NAMES[delimiter] ?? JSON.stringify(delimiter)}`;
  return [encoding, separated];
}

/** Strict UTF-8 over the whole file, else windows-1252, unless a mark or the option says otherwise. */
async function surveyInEncoding(source: ByteSource, options: TableOptions): Promise<Survey> {
  const asked = options.encoding === undefined ? undefined : encodingNamed(options.encoding);
  const marked = encodingOfMark(await source.read(0, Math.min(source.size, 4)));
  if (asked !== undefined && marked !== undefined && asked !== marked) {
    refuse(`${source.name} starts with the byte order mark of ${marked}; it cannot be read as ${asked}.`);
  }
  const encoding = asked ?? marked;
  try {
    return await surveyRows(source, encoding ?? "utf-8", options);
  } catch (error) {
    if (!(error instanceof NotInEncoding)) {
      throw error;
    }
    if (encoding === undefined && !error.isRightBefore) {
      return await surveyRows(source, "windows-1252", options);
    }
    const cause =
      encoding === undefined
        ? "text before it is UTF-8, so that the file mixes encodings"
        : `the file was to be read in this encoding because ${asked === undefined ? "of its byte order mark" : "the option says so"}`;
    return refuse(
      `${source.name}, line ${error.line}: has bytes that are not ${encoding ?? "utf-8"}; ${cause}. ` +
        "Save it as UTF-8, or choose the encoding, such as windows-1252.",
      error,
    );
  }
}

async function surveyRows(source: ByteSource, encoding: Encoding, options: TableOptions): Promise<Survey> {
  const asked = options.delimiter === undefined ? undefined : delimiterNamed(options.delimiter);
  let parser: CsvParser | undefined;
  let dialect: FoundDialect | undefined;
  const first = new FirstRows(SAMPLE_ROWS);
  const sample = new RowSample();
  let seen = 0;
  let rowCount = 0;
  let width = 0;
  const see = (rows: string[][]) => {
    for (const row of rows) {
      sample.add(() => row, seen);
      seen += 1;
      rowCount = row.some(isFilled) ? seen : rowCount;
      width = Math.max(width, filledWidth(row, width));
      if (!first.isFull) {
        first.add(row);
      }
    }
  };
  for await (const { text } of readText(source, encoding)) {
    assertText(text, source, parser?.line ?? 1);
    if (parser === undefined) {
      dialect = findDialect(text, asked);
      parser = new CsvParser(dialect, source.name);
      see(parser.push(text.slice(dialect.skipped)));
    } else {
      see(parser.push(text));
    }
  }
  see(parser?.finish() ?? []);
  const found = dialect ?? findDialect("", asked);
  return { encoding, dialect: found, firstRows: first.rows.slice(0, rowCount), sample, rowCount, width };
}

/** Number of cells up to the last one with content; `least` when it is less. */
function filledWidth(row: readonly string[], least: number): number {
  let width = row.length;
  while (width > least && !isFilled(row[width - 1]!)) {
    width -= 1;
  }
  return width;
}

function assertText(text: string, source: ByteSource, line: number): void {
  const at = text.indexOf("\0");
  if (at !== -1) {
    const from = line + text.slice(0, at).split("\n").length - 1;
    refuse(
      `${source.name}, line ${from}: has a NUL character, so that this is no text. Expected CSV or xlsx ` +
        "(text in UTF-16 without a byte order mark needs the encoding to be given).",
    );
  }
}

async function* readBatches(
  source: ByteSource,
  { encoding, dialect, rowCount }: Survey,
  { width, skip }: { readonly width: number; readonly skip: number },
): AsyncGenerator<RowBatch> {
  await source.assertUnchanged();
  const parser = new CsvParser(dialect, source.name);
  // Rows of few cells are filled up to the widest row: a piece of short lines is more cells than characters.
  const mostRows = Math.max(1, Math.floor(TABLE_LIMITS.batchCells / width));
  let toSkip = skip;
  let toCome = rowCount;
  let isFirst = true;
  function* batchesOf(rows: readonly string[][], progress: number): Generator<RowBatch> {
    const end = Math.min(rows.length, toCome);
    for (let from = toSkip; from < end; from += mostRows) {
      const batch = rows.slice(from, Math.min(end, from + mostRows));
      yield { rows: batch.map((row) => fitted(row, width)), progress };
    }
    toSkip = Math.max(0, toSkip - rows.length);
    toCome -= end;
  }
  for await (const { text, progress } of readText(source, encoding)) {
    const rows = parser.push(isFirst ? text.slice(dialect.skipped) : text);
    isFirst = false;
    yield* batchesOf(rows, progress);
  }
  yield* batchesOf(parser.finish(), 1);
  await source.assertUnchanged();
}

/** Returns a row with as many cells as there are columns; those it has too many are empty. */
function fitted(row: string[], width: number): string[] {
  const missing = width - row.length;
  if (missing > 0) {
    return [...row, ...new Array<string>(missing).fill("")];
  }
  return missing === 0 ? row : row.slice(0, width);
}
