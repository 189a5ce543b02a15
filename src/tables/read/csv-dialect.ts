/** Separator and line ends of a CSV file, found from its beginning. */
import { type CsvDialect, CsvParser } from "./csv-parser.ts";
import { refuse } from "./refuse.ts";

/** Separators that can be found, the rarer in addresses first: of two that fit equally well the first is taken. */
const DELIMITERS = ["\t", ";", "|", ","] as const;

/** Part of the rows that must have the same number of cells. */
const LEAST_SHARE = 0.6;

/** A comma or semicolon with a blank behind it is more likely part of the text: `Kade 1, Ede`. */
const PROSE_SHARE = 0.8;

export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  "\t": "tabs",
  ";": "semicolons",
  "|": "vertical bars",
  ",": "commas",
};

/** Words for a separator that cannot be typed easily. */
const WORDS: Readonly<Record<string, string>> = {
  tab: "\t",
  "\\t": "\t",
  semicolon: ";",
  comma: ",",
  pipe: "|",
};

/** Returns the separator that an option asks for; null for `none`. Throws AppError `usage`. */
export function delimiterNamed(option: string): string | null {
  if (option === "none") {
    return null;
  }
  const delimiter = WORDS[option] ?? option;
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter)) {
    refuse(
      `The separator must be one character, or tab, semicolon, comma, pipe or none, not ${JSON.stringify(option)}.`,
    );
  }
  return delimiter;
}

/** Line with which Excel is told the separator. */
const SEPARATOR_LINE = /^sep=([^"\r\n])(?:\r\n|\r|\n|$)/i;

export interface FoundDialect extends CsvDialect {
  /** Characters at the start that are no row: the line `sep=;`. */
  readonly skipped: number;
}

/**
 * Finds the dialect from the text at the start of a file.
 * @param delimiter separator that an option asks for; undefined to find it
 */
export function findDialect(sample: string, delimiter: string | null | undefined): FoundDialect {
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
 * Part of the rows that have as many cells as most rows; just enough when a header shows the separator of rows of many
 * lengths; 0 when this is no separator.
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
    // Faults are for the reader to name; the separator may be seen all the same.
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
