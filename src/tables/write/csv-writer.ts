/** Writes CSV: RFC 4180 in UTF-8 without a byte order mark, CRLF, one header line. Geometries are not written. */
import type { OutputRow, TableLayout, TableWriter, WriteBytes } from "../table.ts";
import { cellQuoting, escapeFormula } from "./csv-cell.ts";
import { textOf } from "./value-text.ts";

const LINE_END = "\r\n";
/** An empty line is no row for most readers, so the only cell of a line is quoted when it is empty. */
const EMPTY_LINE = '""';
/** Characters of a piece: enough to make the cost of a write negligible. */
const PIECE_LENGTH = 256 * 1024;

export interface CsvOptions {
  /** Separator of the cells; a comma when absent. */
  readonly delimiter?: string;
  /** False leaves text as it is in columns that may hold formulas (`mayBeFormula`). */
  readonly escapeFormulas?: boolean;
}

export class CsvWriter implements TableWriter {
  readonly crs = "wgs84";
  readonly #write: WriteBytes;
  readonly #delimiter: string;
  readonly #quote: (text: string) => string;
  /** True by column whose text is neutralised. */
  readonly #mayBeFormula: readonly boolean[];
  #piece: string;

  constructor(
    { columns }: TableLayout,
    write: WriteBytes,
    { delimiter = ",", escapeFormulas = true }: CsvOptions,
  ) {
    this.#write = write;
    this.#delimiter = delimiter;
    this.#quote = cellQuoting(delimiter);
    this.#mayBeFormula = columns.map(({ mayBeFormula = false }) => mayBeFormula && escapeFormulas);
    this.#piece = this.#line(
      columns.map(({ name }) => name),
      [],
    );
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (const { values } of rows) {
      this.#piece += this.#line(values, this.#mayBeFormula);
      if (this.#piece.length >= PIECE_LENGTH) {
        await this.#flush();
      }
    }
  }

  async finish(): Promise<void> {
    if (this.#piece !== "") {
      await this.#flush();
    }
  }

  async close(): Promise<void> {
    this.#piece = "";
  }

  #line(values: OutputRow["values"], mayBeFormula: readonly boolean[]): string {
    let line = "";
    for (let i = 0; i < values.length; i++) {
      if (i > 0) {
        line += this.#delimiter;
      }
      const value = values[i]!;
      if (typeof value === "number") {
        line += textOf(value);
      } else if (value !== null) {
        const text = textOf(value);
        line += this.#quote(mayBeFormula[i] ? escapeFormula(text) : text);
      }
    }
    return (line === "" ? EMPTY_LINE : line) + LINE_END;
  }

  async #flush(): Promise<void> {
    const piece = this.#piece;
    this.#piece = "";
    await this.#write(Buffer.from(piece));
  }
}
