/** Writes a workbook of one sheet, as a stream. Text is never a formula there, so nothing is neutralised. */
import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";
import { AppError } from "../../base/errors.ts";
import { dosTimestamp, ZipDirectory } from "../../base/zip-headers.ts";
import { BUILT_IN_FORMATS } from "../number-formats.ts";
import type { Column, OutputRow, TableLayout, TableWriter, TypedCell, Value, WriteBytes } from "../table.ts";
import { PieceBuffer } from "./piece-buffer.ts";
import { valueText } from "./row-values.ts";

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const SHEET_PATH = "xl/worksheets/sheet1.xml";
const STYLES_PATH = "xl/styles.xml";

/** Beginning of the sheet: the header row stays in sight. */
const SHEET_START =
  `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
const SHEET_END = "</sheetData></worksheet>";

/** Longest name of a sheet, and the characters that it may not have. */
const MAX_NAME_LENGTH = 31;
const NOT_IN_NAME = /[[\]:*?/\\]/g;

/** Makes the parts of a workbook other than its sheet and styles (ECMA-376). Returns their paths and contents. */
function packageParts(sheetName: string): [path: string, xml: string][] {
  return [
    [
      "[Content_Types].xml",
      `${HEADER}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
        `<Override PartName="/${SHEET_PATH}" ContentType="${CONTENT}.worksheet+xml"/>` +
        `<Override PartName="/${STYLES_PATH}" ContentType="${CONTENT}.styles+xml"/></Types>`,
    ],
    ["_rels/.rels", relations([["officeDocument", "xl/workbook.xml"]])],
    [
      "xl/workbook.xml",
      `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}"><sheets>` +
        `<sheet name="${escapeXml(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      relations([
        ["worksheet", "worksheets/sheet1.xml"],
        ["styles", "styles.xml"],
      ]),
    ],
  ];
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE_RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${HEADER}<Relationships xmlns="${RELATIONS}">${items.join("")}</Relationships>`;
}

/** Returns a name that Excel accepts for a sheet. */
function sheetNameOf(name: string): string {
  const allowed = name
    .replace(NOT_IN_NAME, " ")
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^'+|'+$/g, "")
    .trim();
  return allowed === "" ? "Sheet1" : allowed;
}

const BUILT_IN_IDS = new Map(Object.entries(BUILT_IN_FORMATS).map(([id, code]) => [code, Number(id)]));
/** Number of the first format that has a code of its own. */
const FIRST_CUSTOM_ID = 164;
/** Format of cells that keep their text when somebody edits them: leading zeros, numbers of 16 digits. */
const TEXT_FORMAT = "@";

/**
 * Styles of a sheet, one for each number format in it. Collects the number formats of a sheet; a style's number is its
 * place in the list.
 */
class SheetStyles {
  readonly #styles = new Map<string, number>();

  /** Returns the number of the style of a format; 0 is the general one. */
  styleOf(format: string): number {
    const known = this.#styles.get(format);
    if (known !== undefined) {
      return known;
    }
    const style = this.#styles.size + 1;
    this.#styles.set(format, style);
    return style;
  }

  /** Returns styles.xml. */
  toXml(): string {
    const customs = [...this.#styles.keys()].filter((code) => !BUILT_IN_IDS.has(code));
    const idOf = (code: string) => BUILT_IN_IDS.get(code) ?? FIRST_CUSTOM_ID + customs.indexOf(code);
    const formats = customs.map(
      (code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${escapeXml(code)}"/>`,
    );
    const styles = [...this.#styles.keys()].map(
      (code) =>
        `<xf numFmtId="${idOf(code)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return (
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      (formats.length > 0 ? `<numFmts count="${formats.length}">${formats.join("")}</numFmts>` : "") +
      '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${styles.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
      `${styles.join("")}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}

/** Limits of Excel: rows with the header, columns, characters of a cell. */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_SHEET_COLUMNS = 16_384;
export const MAX_CELL_LENGTH = 32_767;
/** Maximum bytes of a part of a streamed zip whose end all readers find; larger sizes are stored in another form. */
const MAX_PART_BYTES = 2 ** 32 - 1;
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
    return this.#text(valueText(value), at, kind === "cell" ? 0 : this.#textStyle);
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

/** First date of the format: a file says nothing about when it was written, so that equal tables are equal files. */
const TIMESTAMP = dosTimestamp("1980-01-01T00:00:00");
const DEFLATED = 8;
/** Measured on a sheet of addresses: level 3 takes half the time of level 6 for a file that is 9 % larger. */
const LEVEL = 3;

/** Entry that is being written. */
interface OpenEntry {
  write(bytes: Uint8Array): Promise<void>;
  /** Releases the compressor of a zip that is not finished. */
  abort(): void;
  finish(): Promise<void>;
}

/**
 * Zip whose entries are written as a stream: sizes follow the data. All entries have one date, so that the same content
 * gives the same bytes.
 */
class StreamedZip {
  readonly #write: WriteBytes;
  readonly #directory = new ZipDirectory(TIMESTAMP);

  constructor(write: WriteBytes) {
    this.#write = write;
  }

  async add(name: string, text: string): Promise<void> {
    const entry = await this.open(name);
    await entry.write(Buffer.from(text));
    await entry.finish();
  }

  /** Opens an entry; the one before must be finished. */
  async open(name: string): Promise<OpenEntry> {
    const { header, close } = this.#directory.open(name, DEFLATED);
    await this.#write(header);
    const deflate = createDeflateRaw({ level: LEVEL });
    const compressed: Uint8Array[] = [];
    deflate.on("data", (bytes: Uint8Array) => compressed.push(bytes));
    const drain = async () => {
      for (const bytes of compressed.splice(0)) {
        compressedBytes += bytes.length;
        await this.#write(bytes);
      }
    };
    let compressedBytes = 0;
    let crc = 0;
    let sizeBytes = 0;
    return {
      write: async (bytes) => {
        crc = crc32(bytes, crc);
        sizeBytes += bytes.length;
        if (sizeBytes > MAX_PART_BYTES) {
          throw new AppError("usage", `a sheet of Excel holds 4 GiB, the table has more; ${OTHER_FORMATS}`);
        }
        await new Promise<void>((resolve, reject) => {
          deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
        });
        await drain();
      },
      abort: () => deflate.destroy(),
      finish: async () => {
        deflate.end();
        await once(deflate, "end");
        await drain();
        await this.#write(close({ crc, sizeBytes, compressedBytes }));
      },
    };
  }

  /** Writes the central directory; nothing may be written after it. */
  async finish(): Promise<void> {
    for (const bytes of this.#directory.finish()) {
      await this.#write(bytes);
    }
  }
}

/** Characters that need no escape. */
const NOT_PLAIN = /[^\t\n !#-%'-;=?-\ud7ff\ue000-\ufffd]/;
/** Characters that XML 1.0 cannot hold: control characters, halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** Excel reads `_x0041_` as the character A (ECMA-376 part 1, §22.9.2.19), so the mark of such text is escaped. */
const CHARACTER_MARK = /_(?=x[0-9A-Fa-f]{4}_)/g;
const SPECIAL = /[&<>"\r]/g;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Escapes text for an element or an attribute; drops the characters that XML cannot hold, such as NUL. */
function escapeXml(text: string): string {
  if (!NOT_PLAIN.test(text)) {
    return text;
  }
  return text.replace(NOT_XML, "").replace(SPECIAL, (character) => ENTITIES[character]!);
}

/** Escapes the text of a cell. */
function escapeCellText(text: string): string {
  return escapeXml(text.includes("_x") ? text.replace(CHARACTER_MARK, "_x005F_") : text);
}
