/** Writes a workbook of one sheet, as a stream. Text is never a formula there, so nothing is neutralised. */
import { AppError } from "../../base/errors.ts";
import type { Column, OutputRow, TableLayout, TableWriter, TypedCell, Value, WriteBytes } from "../table.ts";
import { PieceBuffer } from "./piece-buffer.ts";
import { textOf } from "./value-text.ts";
import { packageParts, SHEET_END, SHEET_PATH, SHEET_START, STYLES_PATH } from "./xlsx-package.ts";
import { SheetStyles, TEXT_FORMAT } from "./xlsx-styles.ts";
import { escapeCellText } from "./xlsx-text.ts";
import { type OpenEntry, StreamedZip } from "./xlsx-zip.ts";

/** Limits of Excel: rows with the header, columns, characters of a cell. */
const MAX_SHEET_ROWS = 1_048_576;
const MAX_SHEET_COLUMNS = 16_384;
const MAX_CELL_LENGTH = 32_767;
const OTHER_FORMATS = "write CSV, GeoPackage or Parquet";
/** Format of a date that came without one. */
const DATE_FORMAT = "yyyy-mm-dd";
const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/;

export class XlsxWriter implements TableWriter {
  readonly crs = "wgs84";
  readonly #layout: TableLayout;
  readonly #zip: StreamedZip;
  readonly #styles = new SheetStyles();
  readonly #textStyle = this.#styles.styleOf(TEXT_FORMAT);
  readonly #letters: readonly string[];
  readonly #pieces = new PieceBuffer((bytes) => this.#sheet!.write(bytes));
  #sheet: OpenEntry | undefined;
  #rows = 0;

  constructor(layout: TableLayout, write: WriteBytes) {
    if (layout.columns.length > MAX_SHEET_COLUMNS) {
      throw new AppError(
        "usage",
        `the table has ${layout.columns.length} columns, a sheet of Excel holds ${MAX_SHEET_COLUMNS}; ${OTHER_FORMATS}`,
      );
    }
    this.#layout = layout;
    this.#zip = new StreamedZip(write);
    this.#letters = layout.columns.map((_, i) => columnLetters(i));
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    await this.#start();
    for (const { values } of rows) {
      this.#pieces.add(this.#row(values));
      if (this.#pieces.isFull) {
        await this.#pieces.flush();
      }
    }
  }

  async finish(): Promise<void> {
    await this.#start();
    this.#pieces.add(SHEET_END);
    await this.#pieces.flush();
    await this.#sheet!.finish();
    await this.#zip.add(STYLES_PATH, this.#styles.toXml());
    await this.#zip.finish();
  }

  async close(): Promise<void> {
    this.#sheet?.abort();
  }

  async #start(): Promise<void> {
    if (this.#sheet !== undefined) {
      return;
    }
    for (const [path, xml] of packageParts(this.#layout.name)) {
      await this.#zip.add(path, xml);
    }
    this.#sheet = await this.#zip.open(SHEET_PATH);
    this.#pieces.add(SHEET_START + this.#header());
  }

  #header(): string {
    const cells = this.#layout.columns.map(({ name }, i) => this.#text(name, `${this.#letters[i]}1`, 0));
    this.#rows = 1;
    return `<row r="1">${cells.join("")}</row>`;
  }

  #row(values: readonly Value[]): string {
    const number = ++this.#rows;
    if (number > MAX_SHEET_ROWS) {
      throw new AppError(
        "usage",
        `a sheet of Excel holds ${MAX_SHEET_ROWS} rows with the header, the table has more; ${OTHER_FORMATS}`,
      );
    }
    let row = `<row r="${number}">`;
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value !== null && value !== "") {
        row += this.#cell(value, this.#letters[i]! + number, this.#layout.columns[i]!);
      }
    }
    return `${row}</row>`;
  }

  #cell(value: NonNullable<Value>, at: string, { kind }: Column): string {
    switch (typeof value) {
      case "number":
        return Number.isFinite(value) ? `<c r="${at}"><v>${value}</v></c>` : "";
      case "boolean":
        return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
      case "object":
        if ("kind" in value) {
          return this.#typedCell(value, at);
        }
    }
    return this.#text(textOf(value), at, kind === "cell" ? 0 : this.#textStyle);
  }

  #typedCell(cell: TypedCell, at: string): string {
    const format = cell.format ?? (cell.kind === "date" ? DATE_FORMAT : undefined);
    const style = format === undefined ? 0 : this.#styles.styleOf(format);
    if (!NUMBER.test(cell.stored)) {
      return this.#text(cell.text, at, style);
    }
    const type = cell.kind === "boolean" ? ' t="b"' : "";
    return `<c r="${at}"${styleAttribute(style)}${type}><v>${cell.stored}</v></c>`;
  }

  #text(text: string, at: string, style: number): string {
    if (text === "") {
      return "";
    }
    if (text.length > MAX_CELL_LENGTH) {
      throw new AppError(
        "usage",
        `cell ${at} has ${text.length} characters, a cell of Excel holds ${MAX_CELL_LENGTH}; ${OTHER_FORMATS}`,
      );
    }
    const content = `<is><t xml:space="preserve">${escapeCellText(text)}</t></is>`;
    return `<c r="${at}"${styleAttribute(style)} t="inlineStr">${content}</c>`;
  }
}

function styleAttribute(style: number): string {
  return style === 0 ? "" : ` s="${style}"`;
}

/** Returns the letters of a column: A, …, Z, AA, …; `index` counts from 0. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
