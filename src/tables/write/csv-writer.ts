/**
 * Writes CSV: RFC 4180 in UTF-8, CRLF, one header line; without a byte order mark, unless it is for Excel. Geometries
 * are not written.
 */
import type { OutputRow, TableLayout, TableWriter, WriteBytes } from "../table.ts";
import { PieceBuffer } from "./piece-buffer.ts";
import { RowTexts, valueText } from "./row-values.ts";

const LINE_END = "\r\n";
/** An empty line is no row for most readers, so the only cell of a line is quoted when it is empty. */
const EMPTY_LINE = '""';

export interface CsvOptions {
  /** Separator of the cells; a comma when absent. */
  readonly delimiter?: string;
  /** False leaves text unchanged in columns that may hold formulas (`mayBeFormula`). */
  readonly escapeFormulas?: boolean;
  /**
   * True for a file that Excel opens by a double click where decimals have a comma, as in the Netherlands: semicolons,
   * a byte order mark, decimals with a comma, and text that stays text.
   */
  readonly isForExcel?: boolean;
}

const MARK = "\ufeff";

export class CsvWriter implements TableWriter {
  readonly crs = "wgs84";
  readonly #pieces: PieceBuffer;
  readonly #delimiter: string;
  readonly #cells: RowTexts;

  constructor(
    { columns }: TableLayout,
    write: WriteBytes,
    { isForExcel = false, delimiter = isForExcel ? ";" : ",", escapeFormulas = true }: CsvOptions,
  ) {
    this.#pieces = new PieceBuffer(write);
    this.#delimiter = delimiter;
    const quote = cellQuoting(delimiter);
    /** For each column, true when its text is neutralised. */
    const mayBeFormula = columns.map(({ mayBeFormula = false }) => mayBeFormula && escapeFormulas);
    this.#cells = new RowTexts((value, i) => {
      const text = valueText(value);
      if (typeof value === "number") {
        return isForExcel ? text.replace(".", ",") : text;
      }
      if (isForExcel && columns[i]!.kind === "text" && LIKE_NUMBER.test(text)) {
        return quote(`="${text}"`);
      }
      return quote(mayBeFormula[i] ? escapeFormula(text) : text);
    });
    if (isForExcel) {
      this.#pieces.add(MARK);
    }
    this.#addLine(columns.map(({ name }) => quote(name)));
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (const { values } of rows) {
      this.#addLine(this.#cells.of(values));
      if (this.#pieces.isFull) {
        await this.#pieces.flush();
      }
    }
  }

  finish(): Promise<void> {
    return this.#pieces.flush();
  }

  async close(): Promise<void> {}

  #addLine(cells: readonly string[]): void {
    this.#pieces.add((cells.join(this.#delimiter) || EMPTY_LINE) + LINE_END);
  }
}

/** Text that Excel reads as a number, day or time, unless it is a formula: 0457200000521749, 1-5, 1E5. */
const LIKE_NUMBER = /^\d[\d.,:/ eE+-]*$/;

/** First characters that make a spreadsheet evaluate a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Prefixes an apostrophe to text that a spreadsheet would evaluate; `'s-Gravenhage` is not affected. */
function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the function that quotes a cell where its content, or the delimiter, requires it. */
function cellQuoting(delimiter = ","): (text: string) => string {
  const quoted = new RegExp(`["\r\n${RegExp.escape(delimiter)}]`);
  return (text) => (quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}
