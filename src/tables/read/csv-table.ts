/** Reads CSV of any dialect as a table. */
import type { FileTrait } from "../file-trait.ts";
import type { Row, RowBatch, TableSource } from "../table.ts";
import type { ByteSource } from "./byte-source.ts";
import { type CsvDialect, CsvParser } from "./csv-parser.ts";
import { findHead, isFilled, SAMPLE_ROWS } from "./header.ts";
import { refuseTable } from "./refuse.ts";
import { FirstRows, RowSample } from "./row-sample.ts";
import { TABLE_LIMITS } from "./table-limits.ts";
import type { TableOptions } from "./table-options.ts";
import { type Encoding, encodingNamed, encodingOfMark, NotInEncoding, readText } from "./text-encoding.ts";

/** A file whose rows have all been read once. */
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
    refuseTable(`${source.name} is a text file; only a spreadsheet (xlsx) has sheets.`);
  }
  const survey = await surveyInEncoding(source, options);
  const first = survey.firstRows[0];
  if (first === undefined || survey.width === 0) {
    return refuseTable(`${source.name} is empty; expected rows of addresses.`, undefined, "empty");
  }
  const { columns, header, hasHeader, headRows } = findHead(survey, source.name, options);
  return {
    columns,
    header,
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

function traitsOf({ encoding, dialect: { delimiter } }: Survey): FileTrait[] {
  return [
    { code: "encoding", encoding },
    delimiter === null ? { code: "one_column" } : { code: "separator", separator: delimiter },
  ];
}

/** Strict UTF-8 over the whole file, else windows-1252, unless a mark or the option says otherwise. */
async function surveyInEncoding(source: ByteSource, options: TableOptions): Promise<Survey> {
  const asked = options.encoding === undefined ? undefined : encodingNamed(options.encoding);
  const marked = encodingOfMark(await source.read(0, Math.min(source.size, 4)));
  if (asked !== undefined && marked !== undefined && asked !== marked) {
    refuseTable(
      `${source.name} starts with the byte order mark of ${marked}; it cannot be read as ${asked}.`,
    );
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
    return refuseTable(
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
  const see = (rows: string[][], isOfLastPiece: boolean) => {
    for (const row of rows) {
      sample.add(() => row, seen, isOfLastPiece);
      seen += 1;
      rowCount = row.some(isFilled) ? seen : rowCount;
      width = Math.max(width, filledWidth(row, width));
      if (!first.isFull) {
        first.add(row);
      }
    }
  };
  for await (const { text, progress } of readText(source, encoding)) {
    assertText(text, source, parser?.line ?? 1);
    if (parser === undefined) {
      dialect = findDialect(text, asked);
      parser = new CsvParser(dialect, source.name);
      see(parser.push(text.slice(dialect.skipped)), progress === 1);
    } else {
      see(parser.push(text), progress === 1);
    }
  }
  see(parser?.finish() ?? [], true);
  const found = dialect ?? findDialect("", asked);
  return { encoding, dialect: found, firstRows: first.rows.slice(0, rowCount), sample, rowCount, width };
}

/** Number of cells up to the last one with content, but at least `least`. */
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
    refuseTable(
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
  // Short rows are filled up to the widest row, so a piece of short lines may have more cells than characters.
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

/** Returns a row with as many cells as there are columns. Cells beyond the columns, which are empty, are cut off. */
function fitted(row: string[], width: number): string[] {
  const missing = width - row.length;
  if (missing > 0) {
    return [...row, ...new Array<string>(missing).fill("")];
  }
  return missing === 0 ? row : row.slice(0, width);
}

/** Separators that can be found, the rarer in addresses first: of two that fit equally well the first is taken. */
const DELIMITERS = ["\t", ";", "|", ","] as const;

/** Part of the rows that must have the same number of cells. */
const LEAST_SHARE = 0.6;

/** A comma or semicolon followed by a blank is more likely part of the text: `Kade 1, Ede`. */
const PROSE_SHARE = 0.8;

/** Words for a separator that cannot be typed easily. */
const WORDS: Readonly<Record<string, string>> = {
  tab: "\t",
  "\\t": "\t",
  semicolon: ";",
  comma: ",",
  pipe: "|",
};

/** Returns the separator that an option asks for; null for `none`. Throws AppError `usage`. */
function delimiterNamed(option: string): string | null {
  if (option === "none") {
    return null;
  }
  const delimiter = WORDS[option] ?? option;
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    refuseTable(
      `The separator must be one character, or tab, semicolon, comma, pipe or none, not ${JSON.stringify(option)}.`,
    );
  }
  return delimiter;
}

/** Line that names the separator for Excel. */
const SEPARATOR_LINE = /^sep=([^"\r\n])(?:\r\n|\r|\n|$)/i;

interface FoundDialect extends CsvDialect {
  /** Characters at the start that are no row: the line `sep=;`. */
  readonly skipped: number;
}

/**
 * Finds the dialect from the text at the start of a file.
 * @param delimiter separator that an option asks for; undefined to find it
 */
function findDialect(sample: string, delimiter: string | null | undefined): FoundDialect {
  const lineEnd = sample.includes("\n") || !sample.includes("\r") ? "\n" : "\r";
  const separatorLine = SEPARATOR_LINE.exec(sample);
  const skipped = separatorLine?.[0].length ?? 0;
  if (delimiter !== undefined) {
    return { delimiter, lineEnd, skipped };
  }
  return { delimiter: separatorLine?.[1] ?? findDelimiter(sample, lineEnd), lineEnd, skipped };
}

function findDelimiter(sample: string, lineEnd: "\n" | "\r"): string | null {
  let best: { delimiter: string; share: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const share = sample.includes(delimiter) ? shareOfEqualRows(sample, { delimiter, lineEnd }) : 0;
    if (share >= LEAST_SHARE && share > (best?.share ?? 0)) {
      best = { delimiter, share };
    }
  }
  return best?.delimiter ?? null;
}

/**
 * Returns the share of rows with the most frequent number of cells; at least LEAST_SHARE when a header shows that the
 * separator is right though rows differ in length; 0 when this is no separator.
 */
function shareOfEqualRows(sample: string, dialect: CsvDialect): number {
  const rows = withoutTitles(parseSample(sample, dialect));
  const first = rows[0];
  if (first === undefined || first.length < 2 || isProse(rows, dialect.delimiter)) {
    return 0;
  }
  const counts = Map.groupBy(rows, (row) => row.length);
  const [width, equal] = [...counts].reduce((a, b) => (b[1].length > a[1].length ? b : a));
  const share = width < 2 ? 0 : equal.length / rows.length;
  const isSplit = rows.filter((row) => row.length > 1).length >= rows.length / 2;
  return isSplit && isOfWords(first) ? Math.max(share, LEAST_SHARE) : share;
}

/** Columns from which a row without the separator is a title, whatever the first row below it holds. */
const WIDE = 4;

/** Returns the rows without titles: lines of one cell above a row of names, or above a row of many cells. */
function withoutTitles(rows: string[][]): string[][] {
  const from = rows.findIndex((row) => row.length > 1);
  const isBelowTitle = from > 0 && (isOfWords(rows[from]!) || rows[from]!.length >= WIDE);
  return isBelowTitle ? rows.slice(from) : rows;
}

/** Rows of the sample that are not empty. */
function parseSample(sample: string, dialect: CsvDialect): string[][] {
  return rowsOf(sample, dialect).filter((row) => row.length > 1 || row[0] !== "");
}

function rowsOf(sample: string, dialect: CsvDialect): string[][] {
  const parser = new CsvParser(dialect, "");
  try {
    const rows = parser.push(sample);
    return rows.length === 0 ? parser.finish() : rows;
  } catch {
    // The reader reports the faults; the separator may be recognised in spite of them.
    return sample.split(dialect.lineEnd).map((line) => line.split(dialect.delimiter ?? dialect.lineEnd));
  }
}

function isOfWords(row: readonly string[]): boolean {
  return row.every((cell) => !/\d/.test(cell));
}

function isProse(rows: readonly string[][], delimiter: string | null): boolean {
  if (delimiter !== "," && delimiter !== ";") {
    return false;
  }
  // A header with the same blanks shows that the blanks belong to the separator.
  if (isOfWords(rows[0]!) && rows.every((row) => row.length === rows[0]!.length)) {
    return false;
  }
  const behind = rows.flatMap((row) => row.slice(1));
  return behind.filter((cell) => cell.startsWith(" ")).length > PROSE_SHARE * behind.length;
}
