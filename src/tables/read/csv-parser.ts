/**
 * Parser of CSV in pieces (RFC 4180): any separator or none, line ends `\n`, `\r\n` or `\r`, also mixed. Own code
 * because Papa needs one kind of line end in the whole file, knows no line numbers, and reads a quote that never closes
 * to the end of the file.
 */
import { refuseTable } from "./refuse.ts";
import { TABLE_LIMITS } from "./table-limits.ts";

export interface CsvDialect {
  /** One character; null when each line is one cell. */
  readonly delimiter: string | null;
  readonly lineEnd: "\n" | "\r";
}

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;

/** Characters that may stand between a closing quote and the separator without meaning. */
const BLANKS = / +/y;

export class CsvParser {
  readonly #dialect: CsvDialect;
  /** Name of the file, for messages. */
  readonly #name: string;
  #text = "";
  /** Position of the cell to read, and of the next separator, line end and quote from there on. */
  #position = 0;
  #delimiterAt = -1;
  #lineEndAt = -1;
  #quoteAt = -1;
  #isLast = false;
  /** Number of the line at which the row to read begins. */
  #line = 1;

  constructor(dialect: CsvDialect, name: string) {
    this.#dialect = dialect;
    this.#name = name;
  }

  /** Line of the file at which the next row begins, from 1. */
  get line(): number {
    return this.#line;
  }

  /** Returns the rows that end in the text so far. Throws AppError `usage` that names the line of a fault. */
  push(text: string): string[][] {
    this.#text = this.#text.slice(this.#position) + text;
    this.#position = 0;
    this.#delimiterAt = -1;
    this.#lineEndAt = -1;
    this.#quoteAt = -1;
    return this.#readRows();
  }

  /** Returns the rows of the rest. */
  finish(): string[][] {
    this.#isLast = true;
    return this.push("");
  }

  #readRows(): string[][] {
    const rows: string[][] = [];
    while (this.#position < this.#text.length) {
      const start = this.#position;
      const line = this.#line;
      const row = this.#readPlainRow() ?? this.#readRow();
      const length = this.#position - start;
      if (length > TABLE_LIMITS.rowCharacters) {
        this.#refuseLong(start);
      }
      if (row !== null && length > TABLE_LIMITS.cellCharacters) {
        this.#assertCells(row, line);
      }
      if (row === null) {
        this.#position = start;
        break;
      }
      rows.push(row);
      this.#line += 1;
    }
    return rows;
  }

  /** Returns the row at the position when its line is whole and has no quote, which is faster; else null. */
  #readPlainRow(): string[] | null {
    const { delimiter, lineEnd } = this.#dialect;
    const start = this.#position;
    const end = this.#lineEndAt < start ? this.#find(lineEnd) : this.#lineEndAt;
    this.#lineEndAt = end;
    if (this.#quoteAt < start) {
      this.#quoteAt = this.#find('"');
    }
    if (end === Number.POSITIVE_INFINITY || this.#quoteAt < end) {
      return null;
    }
    this.#position = end;
    const line = this.#text.slice(start, this.#beforeReturn(start));
    const row = delimiter === null ? [line] : line.split(delimiter);
    if (row.length > TABLE_LIMITS.columns) {
      this.#refuseWide();
    }
    this.#position = end + 1;
    return row;
  }

  /** Returns the row at the position. For an incomplete row returns null and moves the position to the end. */
  #readRow(): string[] | null {
    const row: string[] = [];
    const startLine = this.#line;
    for (;;) {
      const cell =
        this.#text.charCodeAt(this.#position) === QUOTE ? this.#readQuoted() : this.#readUnquoted();
      if (cell === null) {
        this.#line = startLine;
        this.#position = this.#text.length;
        return null;
      }
      row.push(cell);
      if (this.#position !== this.#delimiterAt) {
        this.#position = Math.min(this.#lineEndAt + 1, this.#text.length);
        return row;
      }
      if (row.length === TABLE_LIMITS.columns) {
        this.#refuseWide();
      }
      this.#position += 1;
    }
  }

  /** Returns the cell at the position and moves to the separator or line end after it; null when that is missing. */
  #readUnquoted(): string | null {
    this.#findEnds();
    const end = Math.min(this.#delimiterAt, this.#lineEndAt);
    if (end === Number.POSITIVE_INFINITY && !this.#isLast) {
      return null;
    }
    const start = this.#position;
    this.#position = Math.min(end, this.#text.length);
    const isLineEnd = this.#position !== this.#delimiterAt;
    return this.#text.slice(start, isLineEnd ? this.#beforeReturn(start) : this.#position);
  }

  /** End of a cell at the end of its line: before the `\r` of `\r\n`. */
  #beforeReturn(start: number): number {
    const last = this.#position - 1;
    const isReturn =
      last >= start && this.#dialect.lineEnd === "\n" && this.#text.charCodeAt(last) === CARRIAGE_RETURN;
    return isReturn && this.#position < this.#text.length ? last : this.#position;
  }

  #readQuoted(): string | null {
    const start = this.#position + 1;
    let close = this.#text.indexOf('"', start);
    let isDoubled = false;
    while (close !== -1 && this.#text.charCodeAt(close + 1) === QUOTE) {
      isDoubled = true;
      close = this.#text.indexOf('"', close + 2);
    }
    if (close === -1) {
      return this.#isLast ? this.#refuseOpen() : null;
    }
    const value = this.#text.slice(start, close);
    this.#position = close + 1;
    this.#findEnds();
    if (!this.#isLast && Math.min(this.#delimiterAt, this.#lineEndAt) === Number.POSITIVE_INFINITY) {
      return null;
    }
    this.#moveBehindQuote();
    this.#line += countOf(value, this.#dialect.lineEnd);
    return isDoubled ? value.replaceAll('""', '"') : value;
  }

  /** Moves from after a closing quote to the separator or line end; only blanks may come between. */
  #moveBehindQuote(): void {
    const quoteEnd = this.#position;
    BLANKS.lastIndex = quoteEnd;
    if (BLANKS.test(this.#text)) {
      this.#position = BLANKS.lastIndex;
    }
    const isReturn =
      this.#text.charCodeAt(this.#position) === CARRIAGE_RETURN && this.#lineEndAt === this.#position + 1;
    const isEnd =
      isReturn ||
      this.#position === this.#delimiterAt ||
      this.#position === this.#lineEndAt ||
      this.#position === this.#text.length;
    if (!isEnd) {
      const found = JSON.stringify(this.#text.slice(quoteEnd, quoteEnd + 20));
      refuseTable(
        `${this.#name}, line ${this.#line}: a quoted cell goes on after its closing quote, with ${found}. ` +
          'Write a quote inside of a quoted cell twice ("").',
      );
    }
  }

  #findEnds(): void {
    const { delimiter, lineEnd } = this.#dialect;
    if (this.#delimiterAt < this.#position) {
      this.#delimiterAt = delimiter === null ? Number.POSITIVE_INFINITY : this.#find(delimiter);
    }
    if (this.#lineEndAt < this.#position) {
      this.#lineEndAt = this.#find(lineEnd);
    }
  }

  #find(character: string): number {
    const found = this.#text.indexOf(character, this.#position);
    return found === -1 ? Number.POSITIVE_INFINITY : found;
  }

  #refuseWide(): never {
    return refuseTable(
      `${this.#name}, line ${this.#line}: has more than ${TABLE_LIMITS.columns} columns, which is the most.`,
    );
  }

  #assertCells(row: readonly string[], line: number): void {
    const most = TABLE_LIMITS.cellCharacters;
    const long = row.findIndex((cell) => cell.length > most);
    if (long !== -1) {
      refuseTable(
        `${this.#name}, line ${line}: the cell in column ${long + 1} has ${row[long]!.length.toLocaleString("en")} ` +
          `characters; at most ${most.toLocaleString("en")}, as in spreadsheets. Shorten it, or leave the column out.`,
      );
    }
  }

  #refuseOpen(): never {
    return refuseTable(`${this.#name}, line ${this.#line}: opens a quote that is never closed.`);
  }

  #refuseLong(start: number): never {
    const most = TABLE_LIMITS.rowCharacters.toLocaleString("en");
    const quote = this.#text.slice(start, start + TABLE_LIMITS.rowCharacters).includes('"')
      ? " A quote that is opened and not closed makes one row of all that follows."
      : "";
    return refuseTable(`${this.#name}, line ${this.#line}: is longer than ${most} characters.${quote}`);
  }
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
  }
  return count;
}
